-- recipients
-- How many different people got pushes and opened them: targets, by their hashes. One row for each
-- group, by its word. It reads messages, so it takes seconds for millions.
--
-- words: unique, distinct, users, people, devices, instances, openers, reach
-- parameters
--   :since     hour                                  default null      first day or hour, UTC
--   :until     hour                                  default null      day or hour after the last
--   :platform  android|ios|web|unknown               default null      one platform
--   :project   text                                  default null      one Firebase project
--   :campaign  text                                  default null      one campaign or label
--   :by        platform|campaign|image|send_day|all  default campaign  what rows are by
--
-- columns
--   slice          text     the platform, campaign, class of image or day; all
--   sent           integer  FCM accepted them
--   known_sent     integer  those whose target is known
--   targets        integer  different targets of those
--   reached        integer  targets with a received message
--   openers        integer  targets that opened a message within the window
--   opener_rate    rate     openers / shown_targets
--   shown_targets  integer  targets with a message in open_base
--
-- example: pushfunnel sql recipients --param since=2025-11-01

with sends as (
    select
        case coalesce(:by, 'campaign')
            when 'platform' then platform
            when 'campaign' then campaign
            when 'image' then image
            when 'send_day' then send_day
            else 'all'
        end as slice_word,
        target_hash,
        received,
        opened,
        open_base
    from messages
    where
        sent = 1
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

targets_of_slices as (
    select
        slice_word,
        target_hash,
        count(*) as target_sent,
        max(received) as is_reached,
        max(opened) as is_opener,
        max(open_base) as is_shown
    from sends
    group by target_hash, slice_word
),

totals as (
    select
        slice_word,
        sum(target_sent) as total_sent,
        sum(case when target_hash is not null then target_sent else 0 end) as total_known,
        count(target_hash) as total_targets,
        sum(case when target_hash is not null then is_reached else 0 end) as total_reached,
        sum(case when target_hash is not null then is_opener else 0 end) as total_openers,
        sum(case when target_hash is not null then is_shown else 0 end) as total_shown
    from targets_of_slices
    group by slice_word
)

select
    slice_word as slice,
    total_sent as sent,
    total_known as known_sent,
    total_targets as targets,
    total_reached as reached,
    total_openers as openers,
    1e0 * total_openers / nullif(total_shown, 0) as opener_rate,
    total_shown as shown_targets
from totals
order by slice
