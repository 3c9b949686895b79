-- latency
-- How long messages take to arrive, to be shown, to be opened or to lead to a conversion:
-- percentiles, and the share within some seconds. One row for each group, by its word. It reads
-- messages, so it takes seconds for millions; late opens count too.
--
-- words: percentile, median, p50, p95, delay, speed, delivery time, within seconds, slow, fast
-- parameters
--   :since     hour                                  default null      first day or hour, UTC
--   :until     hour                                  default null      day or hour after the last
--   :platform  android|ios|web|unknown               default null      one platform
--   :project   text                                  default null      one Firebase project
--   :campaign  text                                  default null      one campaign or label
--   :stage     received|shown|opened|converted       default received  the step to measure
--   :by        platform|campaign|image|send_day|all  default platform  what rows are by
--   :within    integer                               default 60        seconds of within_share
--
-- columns
--   slice         text     the platform, campaign, class of image or day; all
--   messages      integer  messages that got there
--   p50_seconds   real     half of them took no longer: below 0 by a wrong clock
--   p75_seconds   real     three of four took no longer
--   p95_seconds   real     19 of 20 took no longer
--   within        integer  messages that got there in at most :within seconds
--   within_share  share    within / base
--   base          integer  what could get there: sent, impression_base or open_base
--
-- example: pushfunnel sql latency --param by=campaign --param stage=opened

with times as (
    select
        case coalesce(:by, 'platform')
            when 'platform' then platform
            when 'campaign' then campaign
            when 'image' then image
            when 'send_day' then send_day
            else 'all'
        end as slice_word,
        case coalesce(:stage, 'received')
            when 'received' then 1
            when 'shown' then impression_base
            when 'converted' then 1
            else open_base
        end as in_base,
        case coalesce(:stage, 'received')
            when 'received' then received_ms
            when 'shown' then shown_ms
            when 'converted' then case when converted = 1 then converted_ms end
            else case when opened + late = 1 then opened_ms end
        end - sent_ms as delay_ms
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
    select null, 0, 0
    where 1 = 0
),

delays as (
    select
        slice_word,
        delay_ms,
        count(delay_ms) as delay_count,
        sum(in_base) as delay_base
    from times
    group by slice_word, delay_ms
),

running as (
    select
        slice_word,
        delay_ms,
        sum(delay_count) over (
            partition by slice_word
            order by delay_ms nulls first
            rows between unbounded preceding and current row
        ) as so_far,
        sum(delay_count) over (partition by slice_word) as total_count,
        delay_base
    from delays
),

totals as (
    select
        slice_word,
        max(so_far) as total_messages,
        min(case when 100 * so_far >= 50 * total_count then delay_ms end) as p50_ms,
        min(case when 100 * so_far >= 75 * total_count then delay_ms end) as p75_ms,
        min(case when 100 * so_far >= 95 * total_count then delay_ms end) as p95_ms,
        max(
            case
                when delay_ms <= 1000 * coalesce(cast(:within as bigint), 60) then so_far else 0
            end
        ) as total_within,
        sum(delay_base) as total_base
    from running
    group by slice_word
)

select
    slice_word as slice,
    total_messages as messages,
    1e0 * p50_ms / nullif(1000, 0) as p50_seconds,
    1e0 * p75_ms / nullif(1000, 0) as p75_seconds,
    1e0 * p95_ms / nullif(1000, 0) as p95_seconds,
    total_within as within,
    1e0 * total_within / nullif(total_base, 0) as within_share,
    total_base as base
from totals
order by slice
