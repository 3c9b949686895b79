-- repeated_sends
-- Sends that FCM accepted for the same target, campaign and message type within minutes: people got
-- them twice. One row for each platform and campaign that has some, most first; above them, one
-- with nulls for each platform of whose targets no hash is kept. It reads messages, so it takes
-- seconds for millions.
--
-- words: duplicate, double, twice, spam
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :project   text                     default null  one Firebase project
--   :campaign  text                     default null  one campaign or label
--   :minutes   integer                  default 10    no further apart than this
--
-- columns
--   platform  text     android, ios, web, unknown; from the send side
--   campaign  text     campaign or label, '(none)' without one
--   repeats   integer  sends that follow one of the period so closely
--   targets   integer  targets that got such
--
-- example: pushfunnel sql repeated_sends --param minutes=60

-- Numbers as small as can be, for there is one row for each send: a part of the hash, and seconds.
with known_targets as (
    select
        target_hash % 2147483647 as target_part,
        cast(sent_ms / nullif(1000, 0) as bigint) as sent_seconds
    from messages
    where
        status = 'sent'
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
    select 0, 0
    where 1 = 0
),

close_sends as (
    select
        target_part,
        sent_seconds,
        lag(sent_seconds, 1, -1) over (
            partition by target_part
            order by sent_seconds
        ) as previous_seconds
    from known_targets
),

-- The few targets that may have two sends so close, and rarely another one: only these sends are
-- sorted with their texts. A second more, for engines that round.
close_targets as (
    select distinct target_part
    from close_sends
    where
        previous_seconds >= 0
        and sent_seconds - previous_seconds <= 60 * coalesce(cast(:minutes as bigint), 10) + 1
),

sends as (
    select
        platform,
        campaign,
        message_type,
        target_hash,
        sent_ms
    from messages
    where
        sent = 1
        and target_hash % 2147483647 in (select target_part from close_targets)
        and (:since is null or send_day >= substr(:since, 1, 10))
        and (:until is null or send_day <= substr(:until, 1, 10))
        and (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
),

with_previous as (
    select
        platform,
        campaign,
        target_hash,
        sent_ms,
        lag(sent_ms, 1, -1) over (
            partition by target_hash, campaign, platform, message_type
            order by sent_ms
        ) as previous_ms
    from sends
),

repeats_of_campaigns as (
    select
        platform,
        campaign,
        count(*) as total_repeats,
        count(distinct target_hash) as total_targets
    from with_previous
    where
        previous_ms >= 0
        and sent_ms - previous_ms <= 60000 * coalesce(cast(:minutes as bigint), 10)
    group by platform, campaign
),

platforms as (
    select platform
    from funnel_hourly
    where
        sent > 0
        and (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
    group by platform
),

-- Both searches end at the first message that they find.
unknown_platforms as (
    select platform
    from platforms
    where
        exists (
            select 1
            from messages
            where
                messages.platform = platforms.platform
                and sent = 1
                and target_kind in ('token', 'fid')
                and (:since is null or send_day >= substr(:since, 1, 10))
                and (:until is null or send_day <= substr(:until, 1, 10))
                and (:since is null or send_hour >= :since)
                and (:until is null or send_hour < :until)
                and (:project is null or project = :project)
                and (:campaign is null or campaign = :campaign)
        )
        and not exists (
            select 1
            from messages
            where
                messages.platform = platforms.platform
                and sent = 1
                and target_kind in ('token', 'fid')
                and target_hash is not null
                and (:since is null or send_day >= substr(:since, 1, 10))
                and (:until is null or send_day <= substr(:until, 1, 10))
                and (:since is null or send_hour >= :since)
                and (:until is null or send_hour < :until)
                and (:project is null or project = :project)
                and (:campaign is null or campaign = :campaign)
        )
),

all_rows as (
    select
        platform,
        campaign,
        total_repeats as repeats,
        total_targets as targets
    from repeats_of_campaigns
    union all
    select
        platform,
        null as campaign,
        null as repeats,
        null as targets
    from unknown_platforms
)

select
    platform,
    campaign,
    repeats,
    targets
from all_rows
order by repeats desc nulls first, platform, campaign nulls first
