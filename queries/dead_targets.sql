-- dead_targets
-- Sends to targets that FCM has refused as UNREGISTERED: tokens to be deleted. One row for each
-- platform, by name. It reads messages, so it takes seconds for millions; a refusal before the
-- period counts. Null where no hash of any target is kept.
--
-- words: uninstall, uninstalled, unregistered, stale tokens, clean up, bounce
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :project   text                     default null  one Firebase project
--   :campaign  text                     default null  one campaign or label
--
-- columns
--   platform                  text     android, ios, web, unknown; from the send side
--   attempted                 integer  sends in the log to a token or installation
--   refused_targets           integer  targets refused as UNREGISTERED in the period
--   sent_after_refusal        integer  sends to a target after its first such refusal
--   sent_after_refusal_share  share    sent_after_refusal / known_attempted
--   known_attempted           integer  those whose target is known
--
-- example: pushfunnel sql dead_targets --param since=2025-11-01

with first_refusals as (
    select
        target_hash,
        min(sent_ms) as refused_ms
    from messages
    where
        status = 'failed'
        and target_hash is not null
        and error_code = 'UNREGISTERED'
    group by target_hash
),

sends as (
    select
        messages.platform as platform,
        case when messages.error_code = 'UNREGISTERED' then messages.target_hash end
            as refused_hash,
        case when messages.sent_ms > first_refusals.refused_ms then 1 else 0 end as is_after,
        case when messages.target_hash is not null then 1 else 0 end as is_known,
        case
            when messages.target_hash is null and messages.target_kind in ('token', 'fid') then 1
            else 0
        end as is_unknown
    from messages
    left join first_refusals on first_refusals.target_hash = messages.target_hash
    where
        messages.attempted = 1
        and (:since is null or messages.send_day >= substr(:since, 1, 10))
        and (:until is null or messages.send_day <= substr(:until, 1, 10))
        and (:since is null or messages.send_hour >= :since)
        and (:until is null or messages.send_hour < :until)
        and (:platform is null or messages.platform = :platform)
        and (:project is null or messages.project = :project)
        and (:campaign is null or messages.campaign = :campaign)
    union all
    -- This row does not exist: a union keeps SQLite from sorting every column that is read.
    select null, null, 0, 0, 0
    where 1 = 0
),

totals as (
    select
        platform,
        count(*) as total_attempted,
        count(distinct refused_hash) as total_targets,
        sum(is_after) as total_after,
        count(*) - sum(is_unknown) as total_known,
        -- Some targets are known, or nobody named any.
        max(is_known) >= max(is_unknown) as can_tell
    from sends
    group by platform
)

select
    platform,
    total_attempted as attempted,
    case when can_tell then total_targets end as refused_targets,
    case when can_tell then total_after end as sent_after_refusal,
    case when can_tell then 1e0 * total_after / nullif(total_known, 0) end
        as sent_after_refusal_share,
    case when can_tell then total_known end as known_attempted
from totals
order by platform
