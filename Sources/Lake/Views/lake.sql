-- A lake's own views below those for people (`views.sql`), made of merged states.
--
-- They resolve the words of a message as Segment does, and count it as Contributor does; a test
-- compares the rows of every view with those of a database. For that test they are SQL that SQLite
-- can run, but for whole (division without remainder), flipped (the highest bit), hour_text,
-- time_text, bit_count and least (which ignores nulls).

create view base_delay_classes as
with classes (bucket, from_seconds, to_seconds) as (values $BUCKETS)

select
    bucket,
    from_seconds,
    to_seconds,
    case
        when coalesce(from_seconds, -1) < 0 then 0
        when from_seconds < 86400 then whole(from_seconds, 3600)
    end as whole_hours
from classes;

-- One row for each state, with what it is counted under and as.
create view settled as
with outcomes as (
    select
        merged_states.*,
        case when (facts & $FACT_ATTEMPTED) <> 0 then 1 else 0 end as is_send,
        case when (facts & $FACT_SENT) <> 0 then 1 else 0 end as is_sent,
        case when (facts & $FACT_SENT) = 0 and (facts & $FACT_FAILED) <> 0 then 1 else 0 end
            as is_failed,
        case when (facts & $FACT_ATTEMPTED) = 0 and (facts & $FACT_VALIDATED) <> 0 then 1 else 0 end
            as is_validated,
        case when (facts & $FACT_LABEL_ONLY) <> 0 then 1 else 0 end as is_label,
        bit_count(facts & $FACT_EVENTS) as event_count,
        case
            when k < -4611686018427387904 then 2
            when k >= 0 and (k & 3) = 0 then 0
            when k >= 0 and (k & 3) = 1 then 1
        end as id_platform,
        case
            when (facts & $FACT_SENT) = 0 and (facts & $FACT_FAILED) <> 0
                and error_apns_reason is not null then 1
        end as apns_platform,
        case when k >= 0 then whole(k, 4000) end as key_ms,
        least($EVENT_COLUMNS) as received_ms,
        case coalesce(target, 4)
            when 0 then 'token' when 1 then 'fid' when 2 then 'topic' when 3 then 'condition'
            else 'unknown'
        end as target_kind,
        case when target in (2, 3) then 1 else 0 end as is_fan_out,
        case
            when (android_label is null or ios_label is null or android_label = ios_label)
                and (android_label is null or web_label is null or android_label = web_label)
                and (ios_label is null or web_label is null or ios_label = web_label)
                then coalesce(android_label, ios_label, web_label)
        end as agreed_label
    from merged_states
),

platforms as (
    select
        outcomes.*,
        coalesce(
            explicit_platform, exported_platform, id_platform, apns_platform, addressed_platform, 3
        ) as platform_rank,
        case
            when explicit_platform is not null then 'explicit'
            when addressed_platform
                = coalesce(exported_platform, id_platform, apns_platform, addressed_platform)
                then 'addressed'
            when exported_platform is not null then 'exported'
            when id_platform is not null then 'id_shape'
            when apns_platform is not null then 'apns_error'
            else 'none'
        end as platform_source
    from outcomes
),

words as (
    select
        platforms.*,
        case platform_rank
            when 0 then 'android' when 1 then 'ios' when 2 then 'web' else 'unknown'
        end as platform,
        coalesce(
            campaign,
            case platform_rank
                when 0 then coalesce(android_label, message_label)
                when 1 then coalesce(ios_label, message_label)
                when 2 then coalesce(web_label, message_label)
                else coalesce(message_label, agreed_label)
            end,
            exported_label,
            '(none)') as send_campaign,
        case coalesce(
            case platform_rank
                when 0 then android_image when 1 then ios_image when 2 then web_image
                else unknown_image
            end, 10)
            $IMAGE_STATUSES
        end as image_status,
        case
            when case platform_rank
                when 0 then android_display when 1 then ios_display when 2 then web_display
                else unknown_display
            end = 1 then 1
            else 0
        end as silent,
        case when is_fan_out = 1 then topic end as send_topic,
        coalesce(sent_ms, key_ms, received_ms) as cohort_ms
    from platforms
)

select
    words.*,
    case when image_status in ('no_image', 'unknown') then image_status else 'image' end as image,
    case when is_sent = 1 then received_ms end as received_stage_ms,
    case
        when is_sent = 1 and silent = 0
            then least(
                impression_ms,
                case
                    when platform_rank = 0
                        and (
                            (facts & $FACT_BACKGROUND_DISPLAY) <> 0
                            or ((facts & $FACT_UNSTATED_DISPLAY) <> 0
                                and (facts & $FACT_FOREGROUND) = 0))
                        then receipt_ms
                end)
    end as impression_stage_ms,
    case when is_sent = 1 and silent = 0 then opened_ms end as opened_stage_ms,
    case
        when is_sent = 1 and silent = 0 and opened_ms - sent_ms <= $WINDOW_MS then 1 else 0
    end as is_opened
from words;

-- Counts by the words of a send or of what devices tell: what ingest keeps in the database.

create view send_cells as
select
    $SEND_CELL,
    count(*) as attempted,
    sum(is_sent) as sent,
    sum(is_failed) as failed,
    count(*) filter (where received_stage_ms is not null) as received,
    count(*) filter (where is_sent = 1 and (facts & $FACT_RECEIPT) <> 0) as receipts,
    count(*) filter (where is_opened = 1 and receipt_ms <= opened_ms) as receipts_before_open,
    count(*) filter (where impression_stage_ms is not null) as impressions,
    sum(is_opened) as opened,
    count(*) filter (where opened_stage_ms is not null and is_opened = 0) as late,
    count(*) filter (where is_sent = 1 and silent = 0 and (facts & $FACT_DISMISS) <> 0)
        as dismissed,
    count(*) filter (where is_sent = 1 and silent = 0 and (facts & $FACT_PHANTOM_OPEN) <> 0)
        as phantom,
    count(*) filter (
        where is_sent = 1 and platform_rank <> 3 and observed_platforms <> 0
            and (
                observed_platforms
                & case platform_rank when 0 then 1 when 1 then 2 else 4 end) = 0)
        as platform_conflicts,
    sum(event_count) as events,
    count(*) filter (where is_sent = 1 and priority_lowered is not null) as priority_told,
    count(*) filter (where is_sent = 1 and priority_lowered = 1) as priority_lowered,
    count(*) filter (where is_sent = 1 and silent = 0 and (facts & $FACT_CLIENT_LOG) <> 0)
        as impression_base
from settled
where is_send = 1 and is_fan_out = 0
group by $SEND_KEYS;

create view delay_cells as
with stages (stage) as (values (0), (1), (2)),

moments as (
    select
        settled.*,
        stages.stage as stage,
        case stages.stage
            when 0 then settled.received_stage_ms
            when 1 then settled.impression_stage_ms
            else settled.opened_stage_ms
        end as moment_ms
    from settled
    cross join stages
    where settled.is_sent = 1 and settled.is_fan_out = 0 and settled.received_ms is not null
),

delays as (
    select
        moments.*,
        moment_ms - sent_ms as delay_ms,
        whole(moment_ms, 3600000) - whole(sent_ms, 3600000) as clock_hours
    from moments
    where moment_ms is not null
),

buckets as (
    select
        delays.*,
        stage * 256
            + $BUCKET
            + case
                when delay_ms >= 0 and delay_ms < 86400000
                    and clock_hours > whole(delay_ms, 3600000) then 1024
                else 0
            end as stage_bucket
    from delays
)

select
    $SEND_CELL,
    stage_bucket,
    count(*) as messages
from buckets
group by $SEND_KEYS, stage_bucket;

create view failure_cells as
select
    $SEND_CELL,
    error_code,
    error_apns_reason,
    error_http_status,
    count(*) as messages
from settled
where is_failed = 1 and is_fan_out = 0
group by $SEND_KEYS, error_code, error_apns_reason, error_http_status;

create view topic_send_cells as
select
    $SEND_CELL,
    sum(is_sent) as sent,
    sum(is_failed) as failed,
    sum(event_count) as events
from settled
where is_send = 1 and is_fan_out = 1
group by $SEND_KEYS;

create view topic_receipt_cells as
select
    whole(cohort_ms, 3600000) as hours,
    $OBSERVED_NAMES,
    count(*) as received,
    count(*) filter (where (facts & $FACT_OPEN) <> 0) as opened
from settled
where observed_topic is not null and is_label = 0
group by whole(cohort_ms, 3600000), $OBSERVED_NAMES;

create view orphan_cells as
select
    whole(cohort_ms, 3600000) as hours,
    $OBSERVED_NAMES,
    count(*) as messages,
    sum(event_count) as events,
    count(*) filter (where (facts & $FACT_OPEN) <> 0) as opened
from settled
where event_count > 0 and is_send = 0 and is_validated = 0 and is_label = 0
group by whole(cohort_ms, 3600000), $OBSERVED_NAMES;

create view label_cells as
with kinds (kind) as (values $EVENT_NUMBERS),

moments as (
    select
        settled.*,
        kinds.kind as kind,
        case kinds.kind $EVENT_MOMENTS end as moment_ms
    from settled
    cross join kinds
    where settled.is_label = 1
)

select
    whole(moment_ms, 3600000) as hours,
    $OBSERVED_NAMES,
    kind,
    count(*) as events
from moments
where moment_ms is not null
group by whole(moment_ms, 3600000), $OBSERVED_NAMES, kind;

create view validated_cells as
select
    $SEND_CELL,
    count(*) as messages
from settled
where is_validated = 1
group by $SEND_KEYS;

-- What the views for people read.

create view base_messages as
select
    facts,
    message_id,
    $SEND_WORDS,
    time_text(sent_ms) as sent_at,
    sent_ms,
    hour_text(whole(sent_ms, 3600000)) as sent_hour,
    received_ms,
    $EVENT_COLUMNS,
    $SEND_NAMES,
    $OBSERVED_NAMES,
    $ERROR_NAMES,
    flipped(target_order) as target_hash
from settled;

create view base_funnel as
select hour_text(hours) as send_hour, send_cells.* from send_cells;

create view base_delays as
select hour_text(hours) as send_hour, delay_cells.* from delay_cells;

create view base_delay_days as
select
    substr(send_hour, 1, 10) as send_day,
    platform,
    stage_bucket & 1023 as stage_bucket,
    sum(messages) as messages
from base_delays
group by 1, 2, 3;

create view base_failures as
select
    hour_text(hours) as send_hour,
    error_apns_reason as apns_reason,
    failure_cells.*
from failure_cells
where error_code is not null;

create view base_topic_sends as
select hour_text(hours) as send_hour, topic_send_cells.* from topic_send_cells;

create view base_topic_receipts as
select hour_text(hours) as send_hour, topic_receipt_cells.* from topic_receipt_cells;

create view base_orphans as
select hour_text(hours) as send_hour, orphan_cells.* from orphan_cells;

create view base_labels as
select hour_text(hours) as event_hour, label_cells.* from label_cells;

create view base_validated as
select hour_text(hours) as send_hour, validated_cells.* from validated_cells;

create view ledger_files as
select
    path,
    state,
    problem,
    size_bytes as size,
    lines,
    new,
    duplicate,
    rejected,
    blank,
    past_retention,
    coalesce(foreign_lines, 0) as foreign_lines,
    coalesce(unproven_events, 0) as unproven_events
from ledger_lines;

create view base_ledger as
with logs as (
    select
        count(*) as files,
        coalesce(sum(lines), 0) as lines,
        coalesce(sum(rejected), 0) as rejected,
        coalesce(sum(blank), 0) as blank,
        coalesce(sum(past_retention), 0) as past_retention,
        coalesce(sum(foreign_lines), 0) as foreign_lines,
        coalesce(sum(unproven_events), 0) as unproven_events
    from ledger_lines
),

-- Of every kind of record, each message's first is new; of a batch, one line.
records as (
    select coalesce(sum(bit_count(facts & $FACT_LINES)), 0) as new
    from settled
),

joined as (
    select coalesce(sum(events), 0) as matched
    from (
        select events from send_cells
        union all
        select events from topic_send_cells
    ) as cells
),

orphans as (
    select coalesce(sum(events), 0) as orphan
    from orphan_cells
)

select
    logs.*,
    records.new as new,
    logs.lines - records.new - logs.rejected - logs.foreign_lines - logs.blank as duplicate,
    joined.matched as matched,
    orphans.orphan as orphan
from logs
cross join records
cross join joined
cross join orphans;

create view base_retention as
select
    nullif('', '') as horizon_day,
    0 as pruned_messages;

create view base_rejects as
select * from reject_lines where line is not null;

create view reject_totals as
with distinct_lines as (
    select
        line_hash,
        min(reason) as reason
    from reject_lines
    where line_hash is not null
    group by line_hash
)

select
    reason,
    count(*) as rejected
from distinct_lines
group by reason;
