-- retries
-- Whether sends that FCM refused were tried again, and accepted. One row for each error code, most
-- refused first. It reads messages, so it takes seconds for millions; sends without a known target
-- are left out.
--
-- words: retry, retried, again, refused, failed, errors, bounce
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--   :minutes   integer                  default 60    a later send is a retry up to this
--
-- columns
--   error_code       text     FCM's word, such as UNAVAILABLE
--   refused          integer  sends to a known target that FCM refused
--   retried          integer  those with a later send to the same target and campaign
--   succeeded        integer  those with a later send that FCM accepted
--   succeeded_share  share    succeeded / refused
--
-- example: pushfunnel sql retries --param minutes=10

with refused_targets as (
    select distinct
        target_hash,
        campaign
    from messages
    where
        status = 'failed'
        and target_hash is not null
        and attempted = 1
        and (:since is null or send_day >= substr(:since, 1, 10))
        and (:until is null or send_day <= substr(:until, 1, 10))
        and (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
),

sends as (
    select
        target_hash,
        campaign,
        sent_ms,
        sent,
        error_code
    from messages
    where
        attempted = 1
        and target_hash in (select target_hash from refused_targets)
        and (:since is null or send_day >= substr(:since, 1, 10))
        and (:until is null or send_day <= substr(:until, 1, 10))
        and (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
),

later_sends as (
    select
        sends.sent as sent,
        sends.sent_ms as sent_ms,
        sends.error_code as error_code,
        min(sends.sent_ms) over (
            partition by sends.target_hash, sends.campaign
            order by sends.sent_ms desc, sends.sent, sends.error_code
            rows between unbounded preceding and 1 preceding
        ) as next_ms,
        min(case when sends.sent = 1 then sends.sent_ms end) over (
            partition by sends.target_hash, sends.campaign
            order by sends.sent_ms desc, sends.sent, sends.error_code
            rows between unbounded preceding and 1 preceding
        ) as accepted_ms
    from sends
    inner join refused_targets
        on refused_targets.target_hash = sends.target_hash
        and refused_targets.campaign = sends.campaign
),

totals as (
    select
        error_code,
        count(*) as total_refused,
        sum(
            case
                when next_ms - sent_ms <= 60000 * coalesce(cast(:minutes as bigint), 60) then 1
                else 0
            end
        ) as total_retried,
        sum(
            case
                when accepted_ms - sent_ms <= 60000 * coalesce(cast(:minutes as bigint), 60) then 1
                else 0
            end
        ) as total_succeeded
    from later_sends
    where sent = 0
    group by error_code
)

select
    error_code,
    total_refused as refused,
    total_retried as retried,
    total_succeeded as succeeded,
    1e0 * total_succeeded / nullif(total_refused, 0) as succeeded_share
from totals
order by refused desc, error_code
