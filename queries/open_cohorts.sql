-- open_cohorts
-- What a projection of opens needs: the sends of a period by the hour, and how long opens took on
-- days before it. One row for each platform and hour, then one for each platform, day and class of
-- delay. It is for pushfunnel sql open_cohorts --derive projection, which leaves out days that are
-- not final. A day is in the history when its noon is.
--
-- parameters
--   :since          hour                     default null  first day or hour, UTC
--   :until          hour                     default null  day or hour after the last
--   :platform       android|ios|web|unknown  default null  one platform
--   :project        text                     default null  one Firebase project
--   :campaign       text                     default null  one campaign or label
--   :image          image|no_image|unknown   default null  one class of image
--   :as_of          text                     default null  moment of the counts, RFC 3339
--   :history_since  hour                     default null  first day of the history
--   :history_until  hour                     default null  day after its last
--   :window_hours   integer                  default 72    the window of the store
--
-- columns
--   part          text     cohort: sends of the period; history: opens of days before it
--   platform      text     android, ios, web, unknown; from the send side
--   send_hour     text     of a cohort, YYYY-MM-DDTHH, UTC
--   send_day      text     of history, YYYY-MM-DD, UTC
--   from_seconds  integer  of history: start of the class of delay; null: without beginning
--   to_seconds    integer  its end, not in it; null: without end
--   open_base     integer  of a cohort: sent, not silent
--   opened        integer  of a cohort: opened within the window; of history: in this class
--   as_of         text     the parameter
--   window_hours  integer  the parameter
--
-- example: pushfunnel sql open_cohorts --param since=2025-11-18 --param as_of=2025-11-19
-- for: --derive projection

with cohorts as (
    select
        platform,
        send_hour,
        sum(open_base) as total_base,
        sum(opened) as total_opened
    from funnel_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by send_hour, platform
),

parts as (
    select
        'cohort' as part,
        platform,
        send_hour,
        null as send_day,
        null as from_seconds,
        null as to_seconds,
        total_base as open_base,
        total_opened as opened
    from cohorts
    union all
    select
        'history' as part,
        platform,
        null as send_hour,
        send_day,
        from_seconds,
        to_seconds,
        null as open_base,
        messages as opened
    from delay_daily
    where
        stage = 'opened'
        and send_day >= coalesce(
            case
                when substr(:history_since, 12, 2) > '12' then :history_since
                else substr(:history_since, 1, 10)
            end,
            ''
        )
        and send_day < coalesce(
            case
                when substr(:history_until, 12, 2) > '12' then :history_until
                else substr(:history_until, 1, 10)
            end,
            '9999'
        )
        and (:platform is null or platform = :platform)
)

select
    part,
    platform,
    send_hour,
    send_day,
    from_seconds,
    to_seconds,
    open_base,
    opened,
    :as_of as as_of,
    coalesce(cast(:window_hours as bigint), 72) as window_hours
from parts
order by
    part,
    platform,
    send_hour nulls first,
    send_day nulls first,
    from_seconds nulls first
