-- never_openers
-- Targets that got pushes and opened none of them. One row for each platform, by name. It reads
-- messages, so it takes seconds for millions; messages without a known target are left out.
--
-- words: inactive, dormant, never opened, users, churn
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :project   text                     default null  one Firebase project
--   :campaign  text                     default null  one campaign or label
--   :sends     integer                  default 5     targets with at least so many
--
-- columns
--   platform        text     android, ios, web, unknown; from the send side
--   targets         integer  targets with at least :sends messages in open_base
--   never_received  integer  those with no received message
--   never_opened    integer  those with no open, not even a late one
--   never_share     share    never_opened / targets
--
-- example: pushfunnel sql never_openers --param sends=10

with sends as (
    select
        platform,
        target_hash,
        open_base,
        received,
        opened + late as is_opened
    from messages
    where
        sent = 1
        and target_hash is not null
        and (:since is null or send_day >= substr(:since, 1, 10))
        and (:until is null or send_day <= substr(:until, 1, 10))
        and (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
    union all
    -- This row does not exist: a union keeps SQLite from sorting every column that is read.
    select null, null, 0, 0, 0
    where 1 = 0
),

messages_of_targets as (
    select
        platform,
        target_hash,
        sum(open_base) as target_base,
        max(received) as is_received,
        max(is_opened) as is_opener
    from sends
    group by target_hash, platform
),

totals as (
    select
        platform,
        count(*) as total_targets,
        sum(1 - is_received) as total_not_received,
        sum(1 - is_opener) as total_never
    from messages_of_targets
    where
        target_base > 0
        and target_base >= coalesce(cast(:sends as bigint), 5)
    group by platform
)

select
    platform,
    total_targets as targets,
    total_not_received as never_received,
    total_never as never_opened,
    1e0 * total_never / nullif(total_targets, 0) as never_share
from totals
order by platform
