-- dead_targets
-- Sends to targets that FCM has refused as UNREGISTERED: tokens to be deleted. One row for each
-- platform, by name. It reads messages, so it takes seconds for millions; a refusal before the
-- period counts.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--
-- columns
--   platform                     text     android, ios, web, unknown; from the send side
--   attempted                    integer  sends in the log to a token or installation
--   refused_targets              integer  targets refused as UNREGISTERED in the period
--   sent_after_refusal           integer  sends to a target after its first such refusal
--   sent_after_refusal_share_bp  integer  those of attempted, in basis points; null below 100
--
-- example: pushfunnel sql dead_targets --param since=2025-11-01

with first_refusals as (
    select
        target_hash,
        min(sent_ms) as refused_ms
    from messages
    where
        error_code = 'UNREGISTERED'
        and status = 'failed'
        and target_hash is not null
    group by target_hash
),

sends as (
    select
        messages.platform as platform,
        case
            when messages.status = 'failed' and messages.error_code = 'UNREGISTERED'
                then messages.target_hash
        end as refused_hash,
        case when messages.sent_ms > first_refusals.refused_ms then 1 else 0 end as is_after
    from messages
    left join first_refusals on first_refusals.target_hash = messages.target_hash
    where
        messages.status in ('sent', 'failed')
        and messages.target_kind not in ('topic', 'condition')
        and messages.sent_hour >= coalesce(:since, '')
        and messages.sent_hour < coalesce(:until, '9999')
        and (:platform is null or messages.platform = :platform)
        and (:campaign is null or messages.campaign = :campaign)
),

totals as (
    select
        platform,
        count(*) as total_attempted,
        count(distinct refused_hash) as total_targets,
        sum(is_after) as total_after
    from sends
    group by platform
)

select
    platform,
    total_attempted as attempted,
    total_targets as refused_targets,
    total_after as sent_after_refusal,
    case
        when total_attempted >= 100
            then cast(
                (20000 * total_after + total_attempted)
                / nullif(2 * total_attempted, 0) as bigint)
    end as sent_after_refusal_share_bp
from totals
order by platform
