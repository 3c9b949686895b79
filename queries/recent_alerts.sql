-- recent_alerts
-- What pushfunnel alert has found: incidents that touch a period. One row for each, newest first.
--
-- parameters
--   :since     hour  default null  first day or hour, UTC
--   :until     hour  default null  day or hour after the last
--   :project   text  default null  one Firebase project: alerts that name it, or none
--   :campaign  text  default null  one campaign or label: alerts that name it
--
-- columns
--   state       text   firing, reopened, silenced, inhibited (another explains it), accepted,
--                      resolved
--   severity    text   warning, or critical from a drop of a half on
--   rule        text   delivered, opened, sends, freshness, or a rule of your own
--   slice       text   what is hit; empty is everything
--   summary     text   one sentence
--   starts_at   text   the first hour that lacked events, UTC
--   ends_at     text   when events came as expected again; null while it goes on
--   worst_drop  share  the largest share of events that was missing
--   told_at     text   when somebody was told last; null: nobody was
--
-- example: pushfunnel sql recent_alerts --param since=2025-11-18

select
    state,
    severity,
    rule,
    slice,
    summary,
    starts_at,
    ends_at,
    worst_drop,
    told_at
from alerts
where
    starts_at < coalesce(:until, '9999')
    and coalesce(ends_at, '9999') >= coalesce(:since, '')
    and (
        :project is null
        or replace(',' || slice, ',project=', '') = ',' || slice
        or replace(',' || slice || ',', ',project=' || :project || ',', '') <> ',' || slice || ','
    )
    and (
        :campaign is null
        or replace(',' || slice || ',', ',campaign=' || :campaign || ',', '') <> ',' || slice || ','
    )
order by starts_at desc, rule, slice, summary
