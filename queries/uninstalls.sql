-- uninstalls
-- After which campaigns people uninstall the app. FCM shows it at the next send: it refuses the
-- token as UNREGISTERED. So only accepted sends with a later answer for the same target count: one
-- that accepts, or this refusal. One row for each campaign with such sends, most uninstalls first.
-- It reads messages, so it takes seconds for millions; those without a known target are left out.
--
-- words: uninstall, uninstalled, unregistered, churn, opt out, lost users
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last, of answers too
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--   :hours     integer                  default 24    the next answer comes within so many hours
--
-- columns
--   campaign            text     campaign or label, '(none)' without one
--   checked             integer  accepted sends with a next answer within :hours
--   uninstalled         integer  those whose next answer was UNREGISTERED
--   uninstall_share     share    uninstalled / checked
--   others_checked      integer  the same of all other campaigns together
--   others_uninstalled  integer  the same of all other campaigns together
--   others_share        share    others_uninstalled / others_checked
--
-- example: pushfunnel sql uninstalls --since -28d --param hours=6

with answers as (
    select
        target_hash,
        platform,
        campaign,
        sent_ms,
        sent
    from messages
    where
        attempted = 1
        and target_hash is not null
        and (:since is null or send_day >= substr(:since, 1, 10))
        and (:until is null or send_day <= substr(:until, 1, 10))
        and (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (sent = 1 or error_code = 'UNREGISTERED')
    union all
    -- This row does not exist: a union keeps SQLite from sorting every column that is read.
    select null, null, null, 0, 0
    where 1 = 0
),

with_next as (
    select
        platform,
        campaign,
        sent,
        -- From the newest back: the row before is the next answer.
        lag(sent, 1, -1) over (
            partition by target_hash
            order by sent_ms desc, sent, campaign desc
        ) as next_sent,
        lag(sent_ms, 1, -1) over (
            partition by target_hash
            order by sent_ms desc, sent, campaign desc
        ) - sent_ms as next_after_ms
    from answers
),

counts as (
    select
        campaign,
        count(*) as total_checked,
        sum(1 - next_sent) as total_uninstalled
    from with_next
    where
        sent = 1
        and next_sent >= 0
        and next_after_ms <= 3600000 * coalesce(cast(:hours as bigint), 24)
        and (:platform is null or platform = :platform)
    group by campaign
),

beside_others as (
    select
        campaign,
        total_checked,
        total_uninstalled,
        sum(total_checked) over () - total_checked as rest_checked,
        sum(total_uninstalled) over () - total_uninstalled as rest_uninstalled
    from counts
)

select
    campaign,
    total_checked as checked,
    total_uninstalled as uninstalled,
    1e0 * total_uninstalled / nullif(total_checked, 0) as uninstall_share,
    rest_checked as others_checked,
    rest_uninstalled as others_uninstalled,
    1e0 * rest_uninstalled / nullif(rest_checked, 0) as others_share
from beside_others
where (:campaign is null or campaign = :campaign)
order by uninstalled desc, campaign
