/// A copy of queries/, until the plug-in that makes this file while building is in Package.swift.
enum EmbeddedQueries {
    static let files: [(name: String, text: String)] = [
        ("failures.sql", #"""

"""#),
        ("funnel_by_campaign.sql", #"""
-- funnel_by_campaign
-- How far the sends of each campaign got. One row for each campaign, most sent first.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   campaign            text     campaign or label, '(none)' without one
--   attempted           integer  sends in the log: sent + failed
--   failed              integer  FCM refused them
--   sent                integer  FCM accepted them
--   received            integer  a client event proves arrival
--   impressions         integer  shown; null where no platform can tell
--   opened              integer  opened within the window
--   received_rate_bp    integer  received of sent, in basis points; null below 100 sent
--   impression_rate_bp  integer  impressions of impression_base; null below 100
--   open_rate_bp        integer  opened of open_base; null below 100
--   impression_base     integer  sent, not silent, where the platform can tell impressions
--   open_base           integer  sent, not silent
--
-- example: pushfunnel sql funnel_by_campaign --param platform=ios

with totals as (
    select
        campaign,
        sum(attempted) as total_attempted,
        sum(failed) as total_failed,
        sum(sent) as total_sent,
        sum(received) as total_received,
        sum(impressions) as total_impressions,
        sum(opened) as total_opened,
        sum(case when silent = 0 and impressions is not null then sent else 0 end)
            as total_impression_base,
        sum(case when silent = 0 then sent else 0 end) as total_open_base
    from funnel_hourly
    where
        (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by campaign
)

select
    campaign,
    total_attempted as attempted,
    total_failed as failed,
    total_sent as sent,
    total_received as received,
    total_impressions as impressions,
    total_opened as opened,
    case
        when total_sent >= 100
            then cast(10000 * total_received / nullif(total_sent, 0) as bigint)
    end as received_rate_bp,
    case
        when total_impression_base >= 100
            then cast(10000 * total_impressions / nullif(total_impression_base, 0) as bigint)
    end as impression_rate_bp,
    case
        when total_open_base >= 100
            then cast(10000 * total_opened / nullif(total_open_base, 0) as bigint)
    end as open_rate_bp,
    total_impression_base as impression_base,
    total_open_base as open_base
from totals
order by sent desc, campaign

"""#),
        ("funnel_by_day.sql", #"""
-- funnel_by_day
-- How far the sends of each day got. One row for each UTC day that has sends, oldest first.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   send_day            text     YYYY-MM-DD, UTC: the day of the send
--   attempted           integer  sends in the log: sent + failed
--   failed              integer  FCM refused them
--   sent                integer  FCM accepted them
--   received            integer  a client event proves arrival
--   impressions         integer  shown; null where no platform can tell
--   opened              integer  opened within the window
--   received_rate_bp    integer  received of sent, in basis points; null below 100 sent
--   impression_rate_bp  integer  impressions of impression_base; null below 100
--   open_rate_bp        integer  opened of open_base; null below 100
--   impression_base     integer  sent, not silent, where the platform can tell impressions
--   open_base           integer  sent, not silent
--
-- example: pushfunnel sql funnel_by_day --param since=2026-11-01 --param platform=web

with totals as (
    select
        send_day,
        sum(attempted) as total_attempted,
        sum(failed) as total_failed,
        sum(sent) as total_sent,
        sum(received) as total_received,
        sum(impressions) as total_impressions,
        sum(opened) as total_opened,
        sum(case when silent = 0 and impressions is not null then sent else 0 end)
            as total_impression_base,
        sum(case when silent = 0 then sent else 0 end) as total_open_base
    from funnel_hourly
    where
        (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by send_day
)

select
    send_day,
    total_attempted as attempted,
    total_failed as failed,
    total_sent as sent,
    total_received as received,
    total_impressions as impressions,
    total_opened as opened,
    case
        when total_sent >= 100
            then cast(10000 * total_received / nullif(total_sent, 0) as bigint)
    end as received_rate_bp,
    case
        when total_impression_base >= 100
            then cast(10000 * total_impressions / nullif(total_impression_base, 0) as bigint)
    end as impression_rate_bp,
    case
        when total_open_base >= 100
            then cast(10000 * total_opened / nullif(total_open_base, 0) as bigint)
    end as open_rate_bp,
    total_impression_base as impression_base,
    total_open_base as open_base
from totals
order by send_day

"""#),
        ("funnel_by_image.sql", #"""
-- funnel_by_image
-- Whether sends with an image got further. One row for each class of image, by name.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   image               text     image (the send asked for one), no_image, unknown
--   attempted           integer  sends in the log: sent + failed
--   failed              integer  FCM refused them
--   sent                integer  FCM accepted them
--   received            integer  a client event proves arrival
--   impressions         integer  shown; null where no platform can tell
--   opened              integer  opened within the window
--   received_rate_bp    integer  received of sent, in basis points; null below 100 sent
--   impression_rate_bp  integer  impressions of impression_base; null below 100
--   open_rate_bp        integer  opened of open_base; null below 100
--   impression_base     integer  sent, not silent, where the platform can tell impressions
--   open_base           integer  sent, not silent
--
-- example: pushfunnel sql funnel_by_image --param platform=android

with totals as (
    select
        image,
        sum(attempted) as total_attempted,
        sum(failed) as total_failed,
        sum(sent) as total_sent,
        sum(received) as total_received,
        sum(impressions) as total_impressions,
        sum(opened) as total_opened,
        sum(case when silent = 0 and impressions is not null then sent else 0 end)
            as total_impression_base,
        sum(case when silent = 0 then sent else 0 end) as total_open_base
    from funnel_hourly
    where
        (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by image
)

select
    image,
    total_attempted as attempted,
    total_failed as failed,
    total_sent as sent,
    total_received as received,
    total_impressions as impressions,
    total_opened as opened,
    case
        when total_sent >= 100
            then cast(10000 * total_received / nullif(total_sent, 0) as bigint)
    end as received_rate_bp,
    case
        when total_impression_base >= 100
            then cast(10000 * total_impressions / nullif(total_impression_base, 0) as bigint)
    end as impression_rate_bp,
    case
        when total_open_base >= 100
            then cast(10000 * total_opened / nullif(total_open_base, 0) as bigint)
    end as open_rate_bp,
    total_impression_base as impression_base,
    total_open_base as open_base
from totals
order by image

"""#),
        ("funnel_by_platform.sql", #"""
-- funnel_by_platform
-- How far sends got on each platform. One row for each platform, by name.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   platform            text     android, ios, web, unknown; from the send side
--   attempted           integer  sends in the log: sent + failed
--   failed              integer  FCM refused them
--   sent                integer  FCM accepted them
--   received            integer  a client event proves arrival
--   impressions         integer  shown; null where no platform can tell
--   opened              integer  opened within the window
--   received_rate_bp    integer  received of sent, in basis points; null below 100 sent
--   impression_rate_bp  integer  impressions of impression_base; null below 100
--   open_rate_bp        integer  opened of open_base; null below 100
--   impression_base     integer  sent, not silent, where the platform can tell impressions
--   open_base           integer  sent, not silent
--
-- example: pushfunnel sql funnel_by_platform --param since=2026-11-01 --param until=2026-11-08

with totals as (
    select
        platform,
        sum(attempted) as total_attempted,
        sum(failed) as total_failed,
        sum(sent) as total_sent,
        sum(received) as total_received,
        sum(impressions) as total_impressions,
        sum(opened) as total_opened,
        sum(case when silent = 0 and impressions is not null then sent else 0 end)
            as total_impression_base,
        sum(case when silent = 0 then sent else 0 end) as total_open_base
    from funnel_hourly
    where
        (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by platform
)

select
    platform,
    total_attempted as attempted,
    total_failed as failed,
    total_sent as sent,
    total_received as received,
    total_impressions as impressions,
    total_opened as opened,
    case
        when total_sent >= 100
            then cast(10000 * total_received / nullif(total_sent, 0) as bigint)
    end as received_rate_bp,
    case
        when total_impression_base >= 100
            then cast(10000 * total_impressions / nullif(total_impression_base, 0) as bigint)
    end as impression_rate_bp,
    case
        when total_open_base >= 100
            then cast(10000 * total_opened / nullif(total_open_base, 0) as bigint)
    end as open_rate_bp,
    total_impression_base as impression_base,
    total_open_base as open_base
from totals
order by platform

"""#),
        ("funnel_by_platform_and_image.sql", #"""
-- funnel_by_platform_and_image
-- Whether sends with an image got further, on each platform. One row for each platform and class
-- of image, by name.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   platform            text     android, ios, web, unknown; from the send side
--   image               text     image (the send asked for one), no_image, unknown
--   attempted           integer  sends in the log: sent + failed
--   failed              integer  FCM refused them
--   sent                integer  FCM accepted them
--   received            integer  a client event proves arrival
--   impressions         integer  shown; null where no platform can tell
--   opened              integer  opened within the window
--   received_rate_bp    integer  received of sent, in basis points; null below 100 sent
--   impression_rate_bp  integer  impressions of impression_base; null below 100
--   open_rate_bp        integer  opened of open_base; null below 100
--   impression_base     integer  sent, not silent, where the platform can tell impressions
--   open_base           integer  sent, not silent
--
-- example: pushfunnel sql funnel_by_platform_and_image --param since=2026-11-01

with totals as (
    select
        platform,
        image,
        sum(attempted) as total_attempted,
        sum(failed) as total_failed,
        sum(sent) as total_sent,
        sum(received) as total_received,
        sum(impressions) as total_impressions,
        sum(opened) as total_opened,
        sum(case when silent = 0 and impressions is not null then sent else 0 end)
            as total_impression_base,
        sum(case when silent = 0 then sent else 0 end) as total_open_base
    from funnel_hourly
    where
        (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by platform, image
)

select
    platform,
    image,
    total_attempted as attempted,
    total_failed as failed,
    total_sent as sent,
    total_received as received,
    total_impressions as impressions,
    total_opened as opened,
    case
        when total_sent >= 100
            then cast(10000 * total_received / nullif(total_sent, 0) as bigint)
    end as received_rate_bp,
    case
        when total_impression_base >= 100
            then cast(10000 * total_impressions / nullif(total_impression_base, 0) as bigint)
    end as impression_rate_bp,
    case
        when total_open_base >= 100
            then cast(10000 * total_opened / nullif(total_open_base, 0) as bigint)
    end as open_rate_bp,
    total_impression_base as impression_base,
    total_open_base as open_base
from totals
order by platform, image

"""#),
        ("funnel_total.sql", #"""
-- funnel_total
-- How far all sends got. One row.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   attempted           integer  sends in the log: sent + failed
--   failed              integer  FCM refused them
--   sent                integer  FCM accepted them
--   received            integer  a client event proves arrival
--   impressions         integer  shown; null where no platform can tell
--   opened              integer  opened within the window
--   received_rate_bp    integer  received of sent, in basis points; null below 100 sent
--   impression_rate_bp  integer  impressions of impression_base; null below 100
--   open_rate_bp        integer  opened of open_base; null below 100
--   impression_base     integer  sent, not silent, where the platform can tell impressions
--   open_base           integer  sent, not silent
--
-- example: pushfunnel sql funnel_total --param since=2026-11-01 --param until=2026-11-08

with totals as (
    select
        coalesce(sum(attempted), 0) as total_attempted,
        coalesce(sum(failed), 0) as total_failed,
        coalesce(sum(sent), 0) as total_sent,
        coalesce(sum(received), 0) as total_received,
        sum(impressions) as total_impressions,
        coalesce(sum(opened), 0) as total_opened,
        coalesce(sum(case when silent = 0 and impressions is not null then sent else 0 end), 0)
            as total_impression_base,
        coalesce(sum(case when silent = 0 then sent else 0 end), 0) as total_open_base
    from funnel_hourly
    where
        (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
)

select
    total_attempted as attempted,
    total_failed as failed,
    total_sent as sent,
    total_received as received,
    total_impressions as impressions,
    total_opened as opened,
    case
        when total_sent >= 100
            then cast(10000 * total_received / nullif(total_sent, 0) as bigint)
    end as received_rate_bp,
    case
        when total_impression_base >= 100
            then cast(10000 * total_impressions / nullif(total_impression_base, 0) as bigint)
    end as impression_rate_bp,
    case
        when total_open_base >= 100
            then cast(10000 * total_opened / nullif(total_open_base, 0) as bigint)
    end as open_rate_bp,
    total_impression_base as impression_base,
    total_open_base as open_base
from totals
order by sent

"""#),
        ("image_status.sql", #"""
-- image_status
-- Whether the images that sends asked for can show, and whether such sends are opened. One row for
-- each platform and status, most sent first.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--
-- columns
--   platform       text     android, ios, web, unknown; from the send side
--   image_status   text     ok, or why the image cannot show; no_image, unknown
--   sent           integer  sends that FCM accepted
--   sent_share_bp  integer  sent of the platform's, in basis points; null below 100 of these
--   opened         integer  opened within the window
--   open_rate_bp   integer  opened of open_base; null below 100
--   open_base      integer  sent, not silent
--
-- example: pushfunnel sql image_status --param since=2026-11-01 --param until=2026-11-08

with status_totals as (
    select
        platform,
        image_status,
        sum(sent) as total_sent,
        sum(opened) as total_opened,
        sum(case when silent = 0 then sent else 0 end) as total_open_base
    from funnel_hourly
    where
        (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
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
    case
        when platform_sent >= 100
            then cast(10000 * total_sent / nullif(platform_sent, 0) as bigint)
    end as sent_share_bp,
    total_opened as opened,
    case
        when total_open_base >= 100
            then cast(10000 * total_opened / nullif(total_open_base, 0) as bigint)
    end as open_rate_bp,
    total_open_base as open_base
from with_platform_totals
order by platform, sent desc, image_status

"""#),
    ]
}
