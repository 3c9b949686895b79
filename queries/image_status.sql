-- image_status
-- Whether the images that sends asked for can show, and whether such sends are opened. One row for
-- each platform and status, most sent first.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :project   text                     default null  one Firebase project
--   :campaign  text                     default null  one campaign or label
--
-- columns
--   platform       text     android, ios, web, unknown; from the send side
--   image_status   text     ok, or why the image cannot show; no_image, unknown
--   sent           integer  sends that FCM accepted
--   sent_share     share    sent / platform_sent
--   platform_sent  integer  all of the platform
--   opened         integer  opened within the window
--   open_rate      rate     opened / open_base
--   open_base      integer  sent, not silent
--
-- example: pushfunnel sql image_status --param since=2025-11-01 --param until=2025-11-08

with status_totals as (
    select
        platform,
        image_status,
        sum(sent) as total_sent,
        sum(opened) as total_opened,
        sum(open_base) as total_open_base
    from funnel_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
    group by platform, image_status
),

with_platform_totals as (
    select
        platform,
        image_status,
        total_sent,
        total_opened,
        total_open_base,
        sum(total_sent) over (partition by platform) as platform_sent
    from status_totals
)

select
    platform,
    image_status,
    total_sent as sent,
    1e0 * total_sent / nullif(platform_sent, 0) as sent_share,
    platform_sent,
    total_opened as opened,
    1e0 * total_opened / nullif(total_open_base, 0) as open_rate,
    total_open_base as open_base
from with_platform_totals
order by platform, sent desc, image_status
