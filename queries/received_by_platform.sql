-- received_by_platform
-- How far received messages got, by platform. One row for each platform, most received first.
--
-- words: clients, devices, app version
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :project   text                     default null  one Firebase project
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   platform               text     of the message, '(none)' where no record tells it
--   received               integer  a client event proves arrival
--   impressions            integer  shown; null where none is known
--   opened                 integer  opened within the window
--   share_of_received      share    part of received in all rows
--   share_of_opened        share    part of opened in all rows
--   open_rate_of_received  rate     opened / openable
--   openable               integer  received, not silent
--
-- example: pushfunnel sql received_by_platform --param campaign=welcome

with totals as (
    select
        platform,
        coalesce(sum(received), 0) as total_received,
        nullif(sum(impressions), 0) as total_impressions,
        coalesce(sum(opened), 0) as total_opened,
        coalesce(sum(openable), 0) as total_openable
    from client_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by platform
)

select
    platform,
    total_received as received,
    total_impressions as impressions,
    total_opened as opened,
    1e0 * total_received / nullif(sum(total_received) over (), 0) as share_of_received,
    1e0 * total_opened / nullif(sum(total_opened) over (), 0) as share_of_opened,
    1e0 * total_opened / nullif(total_openable, 0) as open_rate_of_received,
    total_openable as openable
from totals
order by received desc, platform
