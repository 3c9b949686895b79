-- Counts by the words of a send: what ingest keeps in the database. $LAKE_DAY is empty, or the day
-- of the lake that holds the message: counts of days are kept.

create view send_cells as
select
    $LAKE_DAY hours,
    $SEGMENT_COLUMNS,
    $FUNNEL_OF_MESSAGES
from base_counts
where funnel_attempted = 1
group by $LAKE_DAY hours, $SEGMENT_COLUMNS;

create view delay_cells as
with stages (stage) as (values (0), (1), (2), (3)),

moments as (
    select
        base_counts.*,
        stages.stage as stage,
        case stages.stage
            when 0 then received_ms
            when 1 then shown_ms
            when 2 then case when funnel_open_base = 1 then opened_ms end
            else case when funnel_converted = 1 then converted_ms end
        end as moment_ms
    from base_counts
    cross join stages
    where funnel_received = 1
),

delays as (
    select
        moments.*,
        moment_ms - sent_ms as delay_ms,
        whole($MOMENT_CLOCK, 3600000) - hours as clock_hours
    from moments
    where moment_ms is not null
),

buckets as (
    select
        delays.*,
        stage * 256
            + $BUCKET
            + case
                -- Two bits, of which 3 stands for -1.
                when delay_ms >= 0 and delay_ms < 86400000
                    then 1024 * ((clock_hours - whole(delay_ms, 3600000)) & 3)
                else 0
            end as stage_bucket
    from delays
)

select
    $LAKE_DAY hours,
    $SEGMENT_COLUMNS,
    stage_bucket,
    count(*) as messages
from buckets
group by $LAKE_DAY hours, $SEGMENT_COLUMNS, stage_bucket;

create view failure_cells as
select
    $LAKE_DAY hours,
    $SEGMENT_COLUMNS,
    error_code,
    error_apns_reason,
    error_http_status,
    sum(funnel_failed) as messages
from base_counts
where funnel_failed = 1
group by $LAKE_DAY hours, $SEGMENT_COLUMNS, error_code, error_apns_reason, error_http_status;

create view conversion_cells as
select
    $LAKE_DAY hours,
    $SEGMENT_COLUMNS,
    conversion_millionths,
    conversion_currency,
    sum(funnel_converted) as converted,
    sum(funnel_converted_opened) as opened,
    sum(funnel_converted_late) as late
from base_counts
where funnel_converted + funnel_converted_late = 1
group by $LAKE_DAY hours, $SEGMENT_COLUMNS, conversion_millionths, conversion_currency;

create view client_cells as
select
    $LAKE_DAY hours,
    $SEGMENT_COLUMNS,
    $OBSERVED_NAMES,
    sum(funnel_received) as received,
    sum(funnel_impressions) as impressions,
    sum(funnel_opened) as opened
from base_counts
where funnel_received = 1 and coalesce($CLIENT_VALUES) is not null
group by $LAKE_DAY hours, $SEGMENT_COLUMNS, $OBSERVED_NAMES;

create view topic_send_cells as
select
    $LAKE_DAY hours,
    $SEGMENT_COLUMNS,
    topic,
    sum(topic_sent) as sent,
    sum(topic_failed) as failed,
    sum(event_count) as events
from base_counts
where is_send = 1 and is_fan_out = 1
group by $LAKE_DAY hours, $SEGMENT_COLUMNS, topic;

create view topic_receipt_cells as
select
    $LAKE_DAY hours,
    $OBSERVED_NAMES,
    sum(topic_received) as received,
    sum(topic_opened) as opened
from base_counts
where topic_received = 1
group by $LAKE_DAY hours, $OBSERVED_NAMES;

create view orphan_cells as
select
    $LAKE_DAY hours,
    $OBSERVED_NAMES,
    sum(orphan_messages) as messages,
    sum(orphan_events) as events,
    sum(orphan_opened) as opened
from base_counts
where orphan_messages = 1
group by $LAKE_DAY hours, $OBSERVED_NAMES;

create view label_cells as
with kinds (kind) as (values $EVENT_NUMBERS),

moments as (
    select
        base_counts.*,
        kinds.kind as kind,
        case kinds.kind $EVENT_MOMENTS end as moment_ms
    from base_counts
    cross join kinds
    where is_label = 1
)

select
    $LAKE_DAY whole($MOMENT_CLOCK, 3600000) as hours,
    $OBSERVED_NAMES,
    kind,
    count(*) as events
from moments
where moment_ms is not null
group by $LAKE_DAY whole($MOMENT_CLOCK, 3600000), $OBSERVED_NAMES, kind;

create view validated_cells as
select
    $LAKE_DAY hours,
    $SEGMENT_COLUMNS,
    send_topic as topic,
    count(*) as messages
from base_counts
where is_validated = 1
group by $LAKE_DAY hours, $SEGMENT_COLUMNS, send_topic;

-- What the views for people read.

create view base_funnel as
select hour_text(hours) as send_hour, send_cells.* from send_cells;

create view base_funnel_days as
select substr(hour_text(hours), 1, 10) as send_day, send_cells.* from send_cells;

create view base_hours as
with sent_hours as (
    select distinct
        hours,
        -- 1970 began on a Thursday.
        (whole(hours, 24) + 3) % 7 as days_since_monday
    from send_cells
)

select
    hour_text(hours) as send_hour,
    substr(hour_text(hours), 1, 10) as local_day,
    hours % 24 as local_hour,
    days_since_monday + 1 as weekday,
    substr(hour_text(hours - 24 * days_since_monday), 1, 10) as week
from sent_hours;

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

create view arrival_cells as
select
    delay_cells.hours + whole(base_delay_classes.from_seconds, 3600)
    + case delay_cells.stage_bucket & 3072 when 1024 then 1 when 2048 then 2 when 3072 then -1
        else 0 end as hours,
    delay_cells.platform as platform,
    sum(delay_cells.messages) as messages
from delay_cells
inner join base_delay_classes on base_delay_classes.bucket = (delay_cells.stage_bucket & 255)
where base_delay_classes.from_seconds >= 0 and (delay_cells.stage_bucket & 768) <> 768
group by 1, 2;

create view base_arrivals as
select
    hour_text(hours) as arrival_hour,
    platform,
    messages
from arrival_cells;

create view base_arrival_hours as
select
    hours,
    sum(messages) as messages
from arrival_cells
group by hours;

create view base_failures as
select
    hour_text(hours) as send_hour,
    error_apns_reason as apns_reason,
    failure_cells.*
from failure_cells
where error_code is not null;

create view base_conversions as
select hour_text(hours) as send_hour, conversion_cells.* from conversion_cells;

create view base_client_cells as
select hour_text(hours) as send_hour, client_cells.* from client_cells;

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

create view base_files as
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
    coalesce(unproven_events, 0) as unproven_events,
    1 as files
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
    from base_counts
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
    0 as pruned_messages,
    nullif('', '') as counts_day;

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
