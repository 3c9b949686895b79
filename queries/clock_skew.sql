-- clock_skew
-- Messages that arrived before they were sent: clocks of devices or senders are wrong. One row for
-- each platform that has some, by name. A day is in the period when its noon is.
--
-- words: negative delay, wrong time
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--
-- columns
--   platform             text     android, ios, web, unknown; from the send side
--   received             integer  a client event of any kind proves arrival
--   early                integer  those whose first event is before the send
--   early_share          rate     early / received
--   early_from_seconds   integer  class of their median delay; null: more than a day before
--   early_to_seconds     integer  its end, not in it
--   median_from_seconds  integer  class of the median delay of all; null: as above
--   median_to_seconds    integer  its end, not in it; null: without end
--
-- example: pushfunnel sql clock_skew --param since=2025-11-01 --param until=2025-11-08

with class_totals as (
    select
        platform,
        coalesce(from_seconds, -1000000000) as class_start,
        coalesce(to_seconds, 1000000000) as class_end,
        sum(messages) as total_received
    from delay_daily
    where
        stage = 'received'
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
        class_start,
        class_end,
        sum(total_received) over (
            partition by platform
            order by class_start
            rows between unbounded preceding and current row
        ) as running_received,
        sum(total_received) over (partition by platform) as platform_received,
        sum(case when class_end <= 0 then total_received else 0 end) over (
            partition by platform
        ) as platform_early
    from class_totals
),

medians as (
    select
        platform,
        min(platform_received) as total_received,
        min(platform_early) as total_early,
        min(case when 2 * running_received >= platform_early then class_start end) as early_start,
        min(case when 2 * running_received >= platform_early then class_end end) as early_end,
        min(case when 2 * running_received >= platform_received then class_start end)
            as median_start,
        min(case when 2 * running_received >= platform_received then class_end end) as median_end
    from running_totals
    group by platform
)

select
    platform,
    total_received as received,
    total_early as early,
    1e0 * total_early / nullif(total_received, 0) as early_share,
    nullif(early_start, -1000000000) as early_from_seconds,
    early_end as early_to_seconds,
    nullif(median_start, -1000000000) as median_from_seconds,
    nullif(median_end, 1000000000) as median_to_seconds
from medians
where total_early > 0
order by platform
