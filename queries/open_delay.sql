-- open_delay
-- How long people take to open, of whole UTC days. One row for each platform and class of delay
-- that has opens, shortest first; late opens count too. It reads some hundred rows a day, where
-- time_to_open reads tens of thousands; that one can be narrowed to hours, a campaign or a class of
-- image. A day is in the period when its noon is.
--
-- words: latency, delay, percentile, median
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--
-- columns
--   platform             text     android, ios, web, unknown; from the send side
--   from_seconds         integer  its start; below 0 by a wrong clock; null: over a day before
--   to_seconds           integer  its end, not in it; null: without end
--   opened               integer  messages opened in this class
--   opened_so_far        integer  those opened in this class or an earlier one
--   opened_so_far_share  share    opened_so_far / platform_opened
--   platform_opened      integer  all opened of the platform
--
-- example: pushfunnel sql open_delay --param since=2025-11-01 --param until=2025-11-08

with class_totals as (
    select
        platform,
        from_seconds,
        to_seconds,
        coalesce(from_seconds, -1000000000) as class_start,
        sum(messages) as total_opened
    from delay_daily
    where
        stage = 'opened'
        and send_day >= coalesce(
            case
                when substr(:since, 12, 2) > '12' then :since
                else substr(:since, 1, 10)
            end,
            ''
        )
        and send_day < coalesce(
            case
                when substr(:until, 12, 2) > '12' then :until
                else substr(:until, 1, 10)
            end,
            '9999'
        )
        and (:platform is null or platform = :platform)
    group by platform, from_seconds, to_seconds
),

running_totals as (
    select
        platform,
        from_seconds,
        to_seconds,
        total_opened,
        sum(total_opened) over (
            partition by platform
            order by class_start
            rows between unbounded preceding and current row
        ) as running_opened,
        sum(total_opened) over (partition by platform) as platform_opened
    from class_totals
)

select
    platform,
    from_seconds,
    to_seconds,
    total_opened as opened,
    running_opened as opened_so_far,
    1e0 * running_opened / nullif(platform_opened, 0) as opened_so_far_share,
    platform_opened
from running_totals
order by platform, from_seconds nulls first
