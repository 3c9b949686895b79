-- frequency
-- How many pushes people get in a week, and whether many are opened less. One row for each number
-- of pushes that a target got in a week from Monday to Sunday, UTC, or in the whole period. It
-- reads messages, so it takes seconds for millions; messages without a known target are left out.
--
-- words: fatigue, pushes per user, per week, how often, cap
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :project   text                     default null  one Firebase project
--   :campaign  text                     default null  one campaign or label
--   :by        week|period              default week  the time in which pushes are counted
--
-- columns
--   pushes     integer  accepted sends to the target in the week or period; 10: ten and more
--   weeks      integer  so many times a target had such a week or period
--   targets    integer  different targets
--   sent       integer  FCM accepted them
--   opened     integer  opened within the window
--   open_rate  rate     opened / open_base
--   open_base  integer  sent, not silent
--
-- example: pushfunnel sql frequency --param platform=android

with sends as (
    select
        target_hash,
        -- A Monday is 345,600,000 ms after the start of 1970.
        case
            when coalesce(:by, 'week') = 'week'
                then (sent_ms - 345600000) - (sent_ms - 345600000) % 604800000
            else 0
        end as week_ms,
        opened,
        open_base
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
    select null, 0, 0, 0
    where 1 = 0
),

weeks_of_targets as (
    select
        target_hash,
        week_ms,
        count(*) as week_sent,
        sum(opened) as week_opened,
        sum(open_base) as week_base
    from sends
    group by target_hash, week_ms
),

targets_of_numbers as (
    select
        target_hash,
        case when week_sent > 10 then 10 else week_sent end as week_pushes,
        count(*) as number_weeks,
        sum(week_sent) as number_sent,
        sum(week_opened) as number_opened,
        sum(week_base) as number_base
    from weeks_of_targets
    group by 1, 2
),

totals as (
    select
        week_pushes,
        sum(number_weeks) as total_weeks,
        count(*) as total_targets,
        sum(number_sent) as total_sent,
        sum(number_opened) as total_opened,
        sum(number_base) as total_base
    from targets_of_numbers
    group by week_pushes
)

select
    week_pushes as pushes,
    total_weeks as weeks,
    total_targets as targets,
    total_sent as sent,
    total_opened as opened,
    1e0 * total_opened / nullif(total_base, 0) as open_rate,
    total_base as open_base
from totals
order by pushes
