-- The database's own views below those for people (`views.sql`), and the views that only a
-- database has.

create view base_settings as
select
    cast(setting as integer) as window_hours,
    coalesce(
        (
            select cast(settings.setting as integer) from settings
            where settings.name = 'conversion_hours'
        ),
        $CONVERSION_HOURS
    ) as conversion_hours
from settings
where name = 'window_hours';

-- Without a name of its own inside: the guard of queries lets this view read settings by its name.
create view base_newest as
select
    max(case name when 'newest_send_ms' then cast(setting as integer) end) as send_ms,
    max(case name when 'newest_event_ms' then cast(setting as integer) end) as event_ms,
    max(case name when 'newest_send_ms' then $NEWEST_CLOCK / 3600000 end) as send_hours
from settings;

-- One row for each state, with the words of its send. day_keys comes first, and the states of one of
-- its rows are read by their key: so a condition on send_day leaves out all other days.
--
-- Every function is one of DuckDB, too: it then computes the views itself.
create view base_messages as
select
    states.day as day,
    states.k as k,
    states.tail as tail,
    states.facts as facts,
    $ASKED_ID
    case
        -- Bit 62 beside the sign: the key is a hash of the ID.
        when states.k >= -4611686018427387904 and states.k < 0 then (
            select message_ids.message_id from message_ids
            where message_ids.day = states.day and message_ids.k = states.k
                and message_ids.tail = states.tail)
        when states.k < 0 then
            printf('%08x-%04x-4%03x-%04x-%012x',
                (states.k >> 28) & 4294967295, (states.k >> 12) & 65535, states.k & 4095,
                (states.tail >> 48) & 65535, states.tail & 281474976710655)
        when states.k & 3 = 0 then printf('0:%016d%%%016x', states.k >> 2, states.tail)
        when states.k & 3 = 1 then printf('%016d', states.k >> 2)
    end as message_id,
    coalesce(segments.target_kind, 'unknown') as target_kind,
    coalesce(segments.platform, 'unknown') as platform,
    coalesce(segments.platform_source, 'none') as platform_source,
    coalesce(segments.campaign, '(none)') as campaign,
    coalesce(segments.project, '(none)') as project,
    coalesce(segments.image, 'unknown') as image,
    coalesce(segments.image_status, 'unknown') as image_status,
    coalesce(segments.silent, 0) as silent,
    case
        when states.sent_at is not null
            then $SENT_DAY || printf('T%02d:%02d:%02d.%03dZ',
                cast((states.sent_at % 86400000 - states.sent_at % 3600000) / 3600000 as bigint),
                cast((states.sent_at % 3600000 - states.sent_at % 60000) / 60000 as bigint),
                cast((states.sent_at % 60000 - states.sent_at % 1000) / 1000 as bigint),
                states.sent_at % 1000)
    end as sent_at,
    states.sent_at as sent_ms,
    day_keys.send_day as send_day,
    day_keys.send_day || substr(
        'T00T01T02T03T04T05T06T07T08T09T10T11T12T13T14T15T16T17T18T19T20T21T22T23',
        1 + 3 * cast(
            ($SEND_CLOCK - $SEND_CLOCK % 3600000 - day_keys.from_ms) / 3600000 as bigint),
        3) as send_hour,
    (select window_hours from base_settings) * 3600000 as window_ms,
    (select conversion_hours from base_settings) * 3600000 as conversion_window_ms,
    $ERROR_COLUMNS,
    case
        when (states.facts & $FACT_EVENTS) = $FACT_RECEIPT then states.receipt_at
        when (states.facts & $FACT_EVENTS) <> 0 then $EARLIEST_EVENT
    end as received_ms,
    $EVENT_TIMES,
    $CONVERSION_COLUMNS,
    $SEND_COLUMNS,
    $OBSERVED_COLUMNS,
    states.target_hash & $TARGET_HASH_BITS as target_hash
from $ASKED
day_keys
cross join states
left join send_profiles on send_profiles.id = states.profile
left join segments on segments.id = states.segment
left join observed_profiles on observed_profiles.id = states.observed
left join send_errors on send_errors.id = states.error
where
    states.day = day_keys.day
    and states.k between day_keys.first_k and day_keys.last_k
    and $SEND_CLOCK between day_keys.from_ms and day_keys.from_ms + 86399999
    $ASKED_KEY;

-- Counts, with words for the numbers that they refer to.

create view base_funnel as
select
    funnel_cells.send_hour as send_hour,
    segments.platform as platform,
    segments.platform_source as platform_source,
    segments.campaign as campaign,
    segments.project as project$SEGMENT_DIMENSIONS,
    segments.image as image,
    segments.image_status as image_status,
    segments.silent as silent,
    $FUNNEL_COUNTS
from funnel_cells
inner join segments on segments.id = funnel_cells.segment
where funnel_cells.attempted > 0;

create view base_funnel_days as
select
    funnel_day_cells.send_day as send_day,
    segments.platform as platform,
    segments.platform_source as platform_source,
    segments.campaign as campaign,
    segments.project as project$SEGMENT_DIMENSIONS,
    segments.image as image,
    segments.silent as silent,
    $FUNNEL_COUNTS
from funnel_day_cells
inner join segments on segments.id = funnel_day_cells.segment
where funnel_day_cells.attempted > 0;

create view base_hours as
select distinct
    send_hour,
    substr(send_hour, 1, 10) as local_day,
    cast(substr(send_hour, 12, 2) as integer) as local_hour,
    (cast(strftime('%w', substr(send_hour, 1, 10)) as integer) + 6) % 7 + 1 as weekday,
    date(substr(send_hour, 1, 10), 'weekday 0', '-6 days') as week
from funnel_cells
where attempted > 0;

create view base_delay_classes as
select
    bucket,
    from_seconds,
    to_seconds,
    case
        when coalesce(from_seconds, -1) < 0 then 0
        -- DuckDB divides integers as reals.
        when from_seconds < 86400 then (from_seconds - from_seconds % 3600) / 3600
    end as whole_hours
from delay_buckets;

create view base_delays as
select
    delay_cells.send_hour as send_hour,
    segments.platform as platform,
    segments.campaign as campaign,
    segments.project as project$SEGMENT_DIMENSIONS,
    segments.image as image,
    delay_cells.stage_bucket as stage_bucket,
    delay_cells.messages as messages
from delay_cells
inner join segments on segments.id = delay_cells.segment
where delay_cells.messages > 0;

create view base_delay_days as
select
    send_day,
    case platform when 0 then 'android' when 1 then 'ios' when 2 then 'web' else 'unknown' end
        as platform,
    stage_bucket,
    messages
from delay_day_cells
where messages > 0;

create view base_arrivals as
select
    arrival_hour,
    case platform when 0 then 'android' when 1 then 'ios' when 2 then 'web' else 'unknown' end
        as platform,
    messages
from arrival_cells
where messages > 0;

create view base_arrival_hours as
select
    cast(strftime('%s', substr(arrival_hour, 1, 10) || ' ' || substr(arrival_hour, 12, 2) || ':00')
        as integer) / 3600 as hours,
    -- Only a damaged row has more.
    sum(case when messages < 1099511627776 then messages else 1099511627776 end) as messages
from base_arrivals
where arrival_hour > (
    select strftime('%Y-%m-%dT%H', 3600 * (send_hours - 48), 'unixepoch') from base_newest)
group by arrival_hour;

create view base_failures as
select
    failure_cells.send_hour as send_hour,
    segments.platform as platform,
    segments.campaign as campaign,
    segments.project as project$SEGMENT_DIMENSIONS,
    segments.image as image,
    send_errors.code as error_code,
    send_errors.apns_reason as apns_reason,
    failure_cells.messages as messages
from failure_cells
inner join segments on segments.id = failure_cells.segment
inner join send_errors on send_errors.id = failure_cells.error
where failure_cells.messages > 0;

create view base_conversions as
select
    conversion_cells.send_hour as send_hour,
    segments.platform as platform,
    segments.campaign as campaign,
    segments.project as project$SEGMENT_DIMENSIONS,
    segments.image as image,
    amounts.currency as conversion_currency,
    amounts.millionths as conversion_millionths,
    conversion_cells.converted as converted,
    conversion_cells.opened as opened,
    conversion_cells.late as late
from conversion_cells
inner join segments on segments.id = conversion_cells.segment
left join amounts on amounts.id = conversion_cells.amount
where conversion_cells.converted + conversion_cells.late > 0;

create view base_client_cells as
select
    client_cells.send_hour as send_hour,
    segments.platform as platform,
    segments.campaign as campaign,
    segments.project as project$SEGMENT_DIMENSIONS,
    segments.image as image,
    segments.silent as silent,
    $OBSERVED_COLUMNS,
    client_cells.received as received,
    client_cells.impressions as impressions,
    client_cells.opened as opened
from client_cells
inner join segments on segments.id = client_cells.segment
inner join observed_profiles on observed_profiles.id = client_cells.observed
where client_cells.received > 0;

create view base_topic_sends as
select
    topic_send_cells.send_hour as send_hour,
    segments.topic as topic,
    segments.campaign as campaign,
    topic_send_cells.sent as sent,
    topic_send_cells.failed as failed
from topic_send_cells
inner join segments on segments.id = topic_send_cells.segment
where topic_send_cells.sent + topic_send_cells.failed > 0;

create view base_topic_receipts as
select
    topic_receipt_cells.send_hour as send_hour,
    $OBSERVED_COLUMNS,
    topic_receipt_cells.received as received,
    topic_receipt_cells.opened as opened
from topic_receipt_cells
inner join observed_profiles on observed_profiles.id = topic_receipt_cells.observed
where topic_receipt_cells.received > 0;

create view base_orphans as
select
    orphan_cells.send_hour as send_hour,
    $OBSERVED_COLUMNS,
    orphan_cells.messages as messages,
    orphan_cells.events as events,
    orphan_cells.opened as opened
from orphan_cells
inner join observed_profiles on observed_profiles.id = orphan_cells.observed
where orphan_cells.messages > 0;

create view base_labels as
select
    label_cells.event_hour as event_hour,
    $OBSERVED_COLUMNS,
    label_cells.kind as kind,
    label_cells.events as events
from label_cells
inner join observed_profiles on observed_profiles.id = label_cells.observed
where label_cells.events > 0;

create view base_validated as
select
    validated_cells.send_hour as send_hour,
    segments.platform as platform,
    segments.campaign as campaign,
    segments.project as project$SEGMENT_DIMENSIONS,
    validated_cells.messages as messages
from validated_cells
inner join segments on segments.id = validated_cells.segment
where validated_cells.messages > 0;

create view base_files as
select
    path,
    state,
    problem,
    size,
    $LINE_COUNTS,
    1 as files,
    facts
from ledger_files
union all
select
    strftime('%Y-%m-%d', day * 86400, 'unixepoch') as path,
    'pruned' as state,
    null as problem,
    size,
    $LINE_COUNTS,
    files,
    facts
from pruned_files;

create view base_rejects as
select
    ledger_files.path as path,
    rejected_lines.line as line,
    rejected_lines.byte as byte,
    rejected_lines.reason as reason,
    rejected_lines.keys as keys,
    rejected_lines.expected as expected,
    rejected_lines.excerpt as excerpt
from rejected_lines
inner join ledger_files on ledger_files.id = rejected_lines.file;

create view base_ledger as
select * from totals;

create view base_retention as
select
    strftime('%Y-%m-%d', horizon_day * 86400, 'unixepoch') as horizon_day,
    messages as pruned_messages,
    strftime('%Y-%m-%d', counts_day * 86400, 'unixepoch') as counts_day
from pruned;

-- view: alerts
-- Incidents that `pushfunnel alert` has found, one row each, oldest first by id.
-- key: id
--
--   id                  integer  counted from 1
--   alert_id            text     the same for every incident of a rule and slice
--   rule                text     delivered, opened, sends, failed, freshness, or your own rule
--   slice               text     what is hit: platform=…, campaign=… and others; empty is everything
--   state               text     firing, reopened, silenced, inhibited (by another), accepted, resolved
--   severity            text     warning, or critical from a drop of a half on
--   starts_at           text     the first hour that lacked events, ISO 8601, UTC
--   updated_at          text     end of the last hour that was judged
--   ends_at             text     when events came as expected again; null while it goes on
--   window_hours        integer  length of the window that the two counts are of
--   observed            integer  events in the window
--   expected            integer  events that were expected there
--   worst_drop          real     the largest share that was missing, from 0 to 1
--   summary             text     one sentence
--   command             text     what shows more
--   told_at             text     when somebody was told last; null: nobody was
--   told_count          integer  how often
--   total_observed      integer  events from the start to updated_at; null: not counted
--   total_expected      integer  events that were expected there
--   part_of             integer  the incident that it is a part of; null: it is one of its own
--   accepted_at         text     when `pushfunnel alert accept` made it normal; null: it is not
--   comment             text     why it was accepted
create view alerts as
select
    id,
    alert_id,
    rule,
    slice,
    state,
    severity,
    strftime('%Y-%m-%dT%H:%M:%SZ', starts_ms / 1000, 'unixepoch') as starts_at,
    strftime('%Y-%m-%dT%H:%M:%SZ', updated_ms / 1000, 'unixepoch') as updated_at,
    strftime('%Y-%m-%dT%H:%M:%SZ', ends_ms / 1000, 'unixepoch') as ends_at,
    window_hours,
    cast(round(observed) as integer) as observed,
    cast(round(expected) as integer) as expected,
    round(worst_drop, 4) as worst_drop,
    summary,
    command,
    strftime('%Y-%m-%dT%H:%M:%SZ', told_ms / 1000, 'unixepoch') as told_at,
    told_count,
    cast(round(total_observed) as integer) as total_observed,
    cast(round(total_expected) as integer) as total_expected,
    part_of,
    strftime('%Y-%m-%dT%H:%M:%SZ', accepted_ms / 1000, 'unixepoch') as accepted_at,
    comment
from alert_incidents;

-- view: alert_silences
-- Alerts that nobody is told of for a while, one row for each silence, past ones too.
-- key: id
--
--   id                  integer  what `pushfunnel alert silence --end` takes
--   rule                text     delivered, opened, sends, failed, freshness, your own, or * for all
--   slice               text     dimension=word, separated by commas; empty is everything
--   since               text     from when on, ISO 8601, UTC
--   until               text     up to when
--   comment             text     why
create view alert_silences as
select
    id,
    rule,
    slice,
    strftime('%Y-%m-%dT%H:%M:%SZ', since_ms / 1000, 'unixepoch') as since,
    strftime('%Y-%m-%dT%H:%M:%SZ', until_ms / 1000, 'unixepoch') as until,
    comment
from alert_silence_rows;

-- view: notes
-- What happened on days, in the words of `pushfunnel note`, one row for each note.
-- key: id
--
--   id                  integer  what `pushfunnel note --delete` takes
--   day                 text     YYYY-MM-DD, in the zone of the reader's reports
--   note                text     the words
create view notes as
select
    id,
    day,
    note
from note_rows;
