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
--   impressions         integer  shown; null where none is known
--   opened              integer  opened within the window
--   failure_rate_bp     integer  failures_in_base of failure_base; null below 100
--   received_rate_bp    integer  received of sent, in basis points; null below 100 sent
--   impression_rate_bp  integer  impressions of impression_base; null below 100
--   open_rate_bp        integer  opened of open_base; null below 100
--   impression_base     integer  sent, not silent, and reported by a client log
--   open_base           integer  sent, not silent
--   failure_base        integer  attempted, with a platform known whatever FCM answered
--   failures_in_base    integer  failed of failure_base
--
-- example: pushfunnel sql funnel_by_platform_and_image --param since=2025-11-01

with totals as (
    select
        platform,
        image,
        sum(attempted) as total_attempted,
        sum(failed) as total_failed,
        sum(sent) as total_sent,
        sum(received) as total_received,
        nullif(sum(impressions), 0) as total_impressions,
        sum(opened) as total_opened,
        sum(impression_base) as total_impression_base,
        sum(open_base) as total_open_base,
        sum(failure_base) as total_failure_base,
        sum(failures_in_base) as total_failures_in_base
    from funnel_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
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
        when total_failure_base >= 100
            then cast(
                (20000 * total_failures_in_base + total_failure_base)
                / nullif(2 * total_failure_base, 0) as bigint)
    end as failure_rate_bp,
    case
        when total_sent >= 100
            then cast((20000 * total_received + total_sent) / nullif(2 * total_sent, 0) as bigint)
    end as received_rate_bp,
    case
        when total_impression_base >= 100
            then cast(
                (20000 * total_impressions + total_impression_base)
                / nullif(2 * total_impression_base, 0) as bigint)
    end as impression_rate_bp,
    case
        when total_open_base >= 100
            then cast(
                (20000 * total_opened + total_open_base)
                / nullif(2 * total_open_base, 0) as bigint)
    end as open_rate_bp,
    total_impression_base as impression_base,
    total_open_base as open_base,
    total_failure_base as failure_base,
    total_failures_in_base as failures_in_base
from totals
order by platform, image
