-- failures
-- Why FCM refused sends. One row for each platform, error and APNs reason, most frequent first
-- within the platform.
--
-- words: errors, refused, rejected by FCM, bounce, bounced, quota
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :project   text                     default null  one Firebase project
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   platform         text     android, ios, web, unknown; from the send side
--   error_code       text     FCM's word, such as UNREGISTERED
--   apns_reason      text     what APNs said, such as BadDeviceToken; null otherwise
--   failed           integer  sends that FCM refused, those to topics too
--   failed_share     share    failed / platform_failed
--   platform_failed  integer  all of the platform that FCM refused
--
-- example: pushfunnel sql failures --param since=2025-11-01

with error_totals as (
    select
        platform,
        error_code,
        apns_reason,
        sum(failed) as total_failed
    from failure_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by platform, error_code, apns_reason
),

with_platform_totals as (
    select
        platform,
        error_code,
        apns_reason,
        total_failed,
        sum(total_failed) over (partition by platform) as platform_failed
    from error_totals
)

select
    platform,
    error_code,
    apns_reason,
    total_failed as failed,
    1e0 * total_failed / nullif(platform_failed, 0) as failed_share,
    platform_failed
from with_platform_totals
order by platform, failed desc, error_code, apns_reason nulls first
