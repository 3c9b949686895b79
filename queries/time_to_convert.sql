-- time_to_convert
-- How long after the send people convert. One row for each platform and class of delay that has
-- conversions, shortest first; late conversions do not count.
--
-- words: latency, delay, percentile, median
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :project   text                     default null  one Firebase project
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   platform                text     android, ios, web, unknown; from the send side
--   from_seconds            integer  its start; below 0 by a wrong clock; null: over a day before
--   to_seconds              integer  its end, not in it; null: without end
--   converted               integer  messages converted in this class
--   converted_so_far        integer  those converted in this class or an earlier one
--   converted_so_far_share  share    converted_so_far / platform_converted
--   platform_converted      integer  all converted of the platform
--
-- example: pushfunnel sql time_to_convert --param platform=ios

with class_totals as (
    select
        platform,
        from_seconds,
        to_seconds,
        coalesce(from_seconds, -1000000000) as class_start,
        sum(messages) as total_converted
    from delay_hourly
    where
        stage = 'converted'
        and send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by platform, from_seconds, to_seconds
),

running_totals as (
    select
        platform,
        from_seconds,
        to_seconds,
        total_converted,
        sum(total_converted) over (
            partition by platform
            order by class_start
            rows between unbounded preceding and current row
        ) as running_converted,
        sum(total_converted) over (partition by platform) as platform_converted
    from class_totals
)

select
    platform,
    from_seconds,
    to_seconds,
    total_converted as converted,
    running_converted as converted_so_far,
    1e0 * running_converted / nullif(platform_converted, 0) as converted_so_far_share,
    platform_converted
from running_totals
order by platform, from_seconds nulls first
