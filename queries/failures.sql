-- failures
-- Why FCM refused sends. One row for each platform, error and APNs reason, most frequent first
-- within the platform.
--
-- parameters
--   :since     hour                     default null  first day, UTC; an hour stands for its day
--   :until     hour                     default null  day after the last; an hour: its day too
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--
-- columns
--   platform         text     android, ios, web, unknown; from the send side
--   error_code       text     FCM's word, such as UNREGISTERED
--   apns_reason      text     what APNs said, such as BadDeviceToken; null otherwise
--   failed           integer  sends that FCM refused
--   failed_share_bp  integer  failed of the platform's, in basis points; null below 100 of these
--
-- example: pushfunnel sql failures --param since=2026-11-01

with error_totals as (
    select
        platform,
        error_code,
        apns_reason,
        sum(failed) as total_failed
    from failure_daily
    where
        (:since is null or send_day >= substr(:since, 1, 10))
        and (:until is null or send_day < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
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
    case
        when platform_failed >= 100
            then cast(10000 * total_failed / nullif(platform_failed, 0) as bigint)
    end as failed_share_bp
from with_platform_totals
order by platform, failed desc, error_code, apns_reason nulls first
