-- time_to_open
-- How long people take to open. One row for each platform and class of delay that has opens,
-- shortest first; late opens count too.
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
--   platform             text     android, ios, web, unknown; from the send side
--   from_seconds         integer  its start; below 0 by a wrong clock; null: over a day before
--   to_seconds           integer  its end, not in it; null: without end
--   opened               integer  messages opened in this class
--   opened_so_far        integer  those opened in this class or an earlier one
--   opened_so_far_share  share    opened_so_far / platform_opened
--   platform_opened      integer  all opened of the platform
--
-- example: pushfunnel sql time_to_open --param platform=ios

with class_totals as (
    select
        platform,
        from_seconds,
        to_seconds,
        coalesce(from_seconds, -1000000000) as class_start,
        sum(messages) as total_opened
    from delay_hourly
    where
        stage = 'opened'
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
