-- label_events
-- Client events that name no message (Google Analytics rows, Android dismissals), by label. One
-- row for each platform, campaign and kind, most events first.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--
-- columns
--   platform  text     what the events say; unknown without
--   campaign  text     label or Composer campaign, '(none)' without
--   kind      text     receipt, foreground, impression, open, dismiss, phantom_open
--   events    integer  how many
--
-- example: pushfunnel sql label_events --param since=2025-11-01

with label_totals as (
    select
        platform,
        campaign,
        kind,
        sum(events) as total_events
    from label_hourly
    where
        event_hour >= coalesce(:since, '')
        and event_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
    group by platform, campaign, kind
)

select
    platform,
    campaign,
    kind,
    total_events as events
from label_totals
order by events desc, platform, campaign, kind
