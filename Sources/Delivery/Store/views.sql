-- view: messages
-- One row for each message ID, failed send and validated request, sends and orphans alike; of
-- those from before the horizon of `pushfunnel prune`, see retention, none.
--
--   message_id          the ID, without projects/…/messages/; null for failed sends, which have none
--   status              sent, failed, validated, or orphan (events without a known send)
--   target_kind         token, fid, topic, condition, unknown
--   topic               topic or condition of the send, else the topic that a device tells
--   platform            android, ios, web, unknown; from the send side only
--   platform_source     explicit, addressed, exported, id_shape, apns_error, none
--   campaign            campaign or label of the send, '(none)' without one
--   image               image, no_image, unknown
--   image_status        ok, or why the image cannot show
--   silent              1 when there is nothing to show, else 0
--   sent_at             when it was sent, ISO 8601, UTC
--   sent_ms             the same, ms since 1970
--   sent_hour           YYYY-MM-DDTHH
--   sent_day            YYYY-MM-DD
--   sent_source         log, or message_id: no log says when, the ID does; null without a send
--   error_code          why FCM refused it
--   apns_reason         what APNs said to that
--   http_status         the HTTP status of the answer, where it was logged
--   received_ms         earliest client event of any kind
--   receipt_ms          earliest explicit receipt
--   foreground_ms       earliest arrival while the app was in the foreground
--   impression_ms       earliest explicit impression
--   opened_ms           earliest open
--   dismissed_ms        earliest dismissal
--   phantom_open_ms     earliest open that the Apple SDK logged without a tap
--   observed_platform   what client events say: android, ios, web, several joined by +, or null
--   observed_label      label or Composer campaign that client events tell
--   priority            high or normal
--   priority_lowered    1 when Android delivered at a lower priority than asked for
--   ttl_seconds         time to live
--   collapsible         1 when a later message may replace it
--   click_action        Android click action, Apple category, or link (web)
--   message_type        notification, data, notification+data
--   target_hash         keyed hash of the token or installation ID
create view messages as
select
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
    case
        when states.facts & $FACT_SENT then 'sent'
        when states.facts & $FACT_FAILED then 'failed'
        when states.facts & $FACT_VALIDATED then 'validated'
        else 'orphan'
    end as status,
    coalesce(segments.target_kind, 'unknown') as target_kind,
    coalesce(send_profiles.topic, observed_profiles.topic) as topic,
    coalesce(segments.platform, 'unknown') as platform,
    coalesce(segments.platform_source, 'none') as platform_source,
    coalesce(segments.campaign, '(none)') as campaign,
    coalesce(segments.image, 'unknown') as image,
    coalesce(segments.image_status, 'unknown') as image_status,
    coalesce(segments.silent, 0) as silent,
    strftime('%Y-%m-%dT%H:%M:%S', states.sent_at / 1000, 'unixepoch')
        || printf('.%03dZ', states.sent_at % 1000) as sent_at,
    states.sent_at as sent_ms,
    strftime('%Y-%m-%dT%H', states.sent_at / 1000, 'unixepoch') as sent_hour,
    strftime('%Y-%m-%d', states.sent_at / 1000, 'unixepoch') as sent_day,
    case when states.sent_at is null then null
        when states.facts & $FACT_TIME_OF_ID then 'message_id' else 'log' end as sent_source,
    case when states.facts & $FACT_SENT = 0 then send_errors.code end as error_code,
    case when states.facts & $FACT_SENT = 0 then send_errors.apns_reason end as apns_reason,
    case when states.facts & $FACT_SENT = 0 then send_errors.http_status end as http_status,
    nullif(min(
        coalesce(states.receipt_at, 9223372036854775807),
        coalesce(states.foreground_at, 9223372036854775807),
        coalesce(states.impression_at, 9223372036854775807),
        coalesce(states.opened_at, 9223372036854775807),
        coalesce(states.dismissed_at, 9223372036854775807),
        coalesce(states.phantom_open_at, 9223372036854775807)
    ), 9223372036854775807) as received_ms,
    states.receipt_at as receipt_ms,
    states.foreground_at as foreground_ms,
    states.impression_at as impression_ms,
    states.opened_at as opened_ms,
    states.dismissed_at as dismissed_ms,
    states.phantom_open_at as phantom_open_ms,
    case observed_profiles.platforms
        when 1 then 'android' when 2 then 'ios' when 3 then 'android+ios' when 4 then 'web'
        when 5 then 'android+web' when 6 then 'ios+web' when 7 then 'android+ios+web'
    end as observed_platform,
    coalesce(observed_profiles.label, observed_profiles.composer_name,
        observed_profiles.composer_id) as observed_label,
    send_profiles.priority as priority,
    observed_profiles.is_priority_lowered as priority_lowered,
    send_profiles.ttl_seconds as ttl_seconds,
    send_profiles.is_collapsible as collapsible,
    send_profiles.click_action as click_action,
    send_profiles.message_type as message_type,
    states.target_hash as target_hash
from states
left join send_profiles on send_profiles.id = states.profile
left join segments on segments.id = states.segment
left join observed_profiles on observed_profiles.id = states.observed
left join send_errors on send_errors.id = states.error
-- Batch lines and label events are no messages.
where states.facts & $FACT_MESSAGES and states.facts & $FACT_LABEL_ONLY = 0;

-- view: funnel_hourly
-- How far sends got, by the hour they were sent in. One row for each hour and combination of the
-- words below; topic sends and validated requests are not here. Sum over what you do not need.
--
--   send_hour           YYYY-MM-DDTHH, UTC
--   send_day            YYYY-MM-DD, UTC
--   platform            android, ios, web, unknown
--   platform_source     explicit, addressed, exported, id_shape, apns_error, none
--   campaign            campaign or label, '(none)' without one
--   image               image, no_image, unknown
--   image_status        ok, or why the image cannot show
--   silent              1 when there is nothing to show, else 0
--   attempted           sends in the log: sent + failed
--   sent                FCM accepted them
--   failed              FCM refused them
--   received            at least one client event proves arrival
--   receipts            those with an explicit receipt
--   receipts_before_open  opened ones with a receipt at or before the open: receipt coverage
--   impressions         shown
--   impression_base     what impressions are a share of: a client log reports them, not silent
--   opened              opened within the window (72 h)
--   open_base           what opens are a share of: sent, not silent
--   late                opened after it
--   dismissed           dismissed by the user
--   phantom             opens that the Apple SDK logged without a tap
--   platform_conflicts  client events name another platform than the send
--   events              distinct client events
--   priority_told       devices told both the priority asked for and the one delivered at
--   priority_lowered    those delivered at a lower one
--   failure_base        attempted, with a platform that is known whatever FCM answered
--   failures_in_base    those of failure_base that FCM refused
create view funnel_hourly as
select
    funnel_cells.send_hour as send_hour,
    substr(funnel_cells.send_hour, 1, 10) as send_day,
    segments.platform as platform,
    segments.platform_source as platform_source,
    segments.campaign as campaign,
    segments.image as image,
    segments.image_status as image_status,
    segments.silent as silent,
    funnel_cells.attempted as attempted,
    funnel_cells.sent as sent,
    funnel_cells.failed as failed,
    funnel_cells.received as received,
    funnel_cells.receipts as receipts,
    funnel_cells.receipts_before_open as receipts_before_open,
    funnel_cells.impressions as impressions,
    funnel_cells.impression_base as impression_base,
    funnel_cells.opened as opened,
    case when segments.silent = 0 then funnel_cells.sent else 0 end as open_base,
    funnel_cells.late as late,
    funnel_cells.dismissed as dismissed,
    funnel_cells.phantom as phantom,
    funnel_cells.platform_conflicts as platform_conflicts,
    funnel_cells.events as events,
    funnel_cells.priority_told as priority_told,
    funnel_cells.priority_lowered as priority_lowered,
    case when segments.platform_source in ('explicit', 'addressed')
        then funnel_cells.attempted else 0 end as failure_base,
    case when segments.platform_source in ('explicit', 'addressed')
        then funnel_cells.failed else 0 end as failures_in_base
from funnel_cells
inner join segments on segments.id = funnel_cells.segment
where funnel_cells.attempted > 0;

-- view: funnel_daily
-- funnel_hourly by UTC day. One row for each day and combination of the words below.
--
--   send_day            YYYY-MM-DD, UTC
--   platform            android, ios, web, unknown
--   campaign            campaign or label, '(none)' without one
--   image               image, no_image, unknown
--   silent              1 when there is nothing to show, else 0
--   attempted           sends in the log: sent + failed
--   sent                FCM accepted them
--   failed              FCM refused them
--   received            at least one client event proves arrival
--   receipts            those with an explicit receipt
--   receipts_before_open  opened ones with a receipt at or before the open
--   impressions         shown
--   impression_base     a client log reports them, not silent
--   opened              opened within the window
--   open_base           sent, not silent
--   late                opened after it
--   dismissed           dismissed by the user
--   phantom             opens that the Apple SDK logged without a tap
--   priority_told       devices told both the priority asked for and the one delivered at
--   priority_lowered    those delivered at a lower one
--   failure_base        attempted, with a platform that is known whatever FCM answered
--   failures_in_base    those of failure_base that FCM refused
create view funnel_daily as
select
    send_day,
    platform,
    campaign,
    image,
    silent,
    sum(attempted) as attempted,
    sum(sent) as sent,
    sum(failed) as failed,
    sum(received) as received,
    sum(receipts) as receipts,
    sum(receipts_before_open) as receipts_before_open,
    sum(impressions) as impressions,
    sum(impression_base) as impression_base,
    sum(opened) as opened,
    sum(open_base) as open_base,
    sum(late) as late,
    sum(dismissed) as dismissed,
    sum(phantom) as phantom,
    sum(priority_told) as priority_told,
    sum(priority_lowered) as priority_lowered,
    sum(failure_base) as failure_base,
    sum(failures_in_base) as failures_in_base
from funnel_hourly
group by 1, 2, 3, 4, 5;

-- view: delay_hourly
-- How long after the send messages got somewhere. One row for each send hour, words, class of
-- delay and hours_later that has messages.
--
--   send_hour           YYYY-MM-DDTHH, UTC
--   send_day            YYYY-MM-DD, UTC
--   platform            android, ios, web, unknown
--   campaign            campaign or label
--   image               image, no_image, unknown
--   stage               received, impression, opened (late opens too)
--   from_seconds        start of the class, below 0 by a wrong clock; null: over a day before
--   to_seconds          its end, not in it; null for the last class
--   hours_later         clock hours from the send to arrival, 0 to 24; null from a day after it on
--   messages            how many
create view delay_hourly as
select
    delay_cells.send_hour as send_hour,
    substr(delay_cells.send_hour, 1, 10) as send_day,
    segments.platform as platform,
    segments.campaign as campaign,
    segments.image as image,
    case (delay_cells.stage_bucket >> 8) & 3
        when 0 then 'received' when 1 then 'impression' else 'opened' end as stage,
    delay_buckets.from_seconds as from_seconds,
    delay_buckets.to_seconds as to_seconds,
    case
        when coalesce(delay_buckets.from_seconds, -1) < 0 then 0
        when delay_buckets.from_seconds < 86400
            then delay_buckets.from_seconds / 3600 + (delay_cells.stage_bucket >> 10)
    end as hours_later,
    delay_cells.messages as messages
from delay_cells
inner join segments on segments.id = delay_cells.segment
inner join delay_buckets on delay_buckets.bucket = (delay_cells.stage_bucket & 255)
where delay_cells.messages > 0;

-- view: delay_daily
-- How long after the send messages got somewhere, by UTC day and platform alone: some hundred rows
-- a day, where delay_hourly has tens of thousands. One row for each send day, platform, stage and
-- class of delay that has messages.
--
--   send_day            YYYY-MM-DD, UTC
--   platform            android, ios, web, unknown
--   stage               received, impression, opened (late opens too)
--   from_seconds        start of the class, as in delay_hourly
--   to_seconds          its end, not in it; null for the last class
--   messages            how many
create view delay_daily as
select
    delay_day_cells.send_day as send_day,
    case delay_day_cells.platform
        when 0 then 'android' when 1 then 'ios' when 2 then 'web' else 'unknown'
    end as platform,
    case delay_day_cells.stage_bucket >> 8
        when 0 then 'received' when 1 then 'impression' else 'opened' end as stage,
    delay_buckets.from_seconds as from_seconds,
    delay_buckets.to_seconds as to_seconds,
    delay_day_cells.messages as messages
from delay_day_cells
inner join delay_buckets on delay_buckets.bucket = (delay_day_cells.stage_bucket & 255)
where delay_day_cells.messages > 0;

-- view: failure_hourly
-- Why FCM refused sends. One row for each hour, words and error.
--
--   send_hour           YYYY-MM-DDTHH, UTC
--   send_day            YYYY-MM-DD, UTC
--   platform            android, ios, web, unknown
--   campaign            campaign or label
--   image               image, no_image, unknown
--   error_code          FCM's word, such as UNREGISTERED
--   apns_reason         what APNs said, such as BadDeviceToken; null otherwise
--   failed              how many sends; those to topics are in topic_hourly
create view failure_hourly as
select
    failure_cells.send_hour as send_hour,
    substr(failure_cells.send_hour, 1, 10) as send_day,
    segments.platform as platform,
    segments.campaign as campaign,
    segments.image as image,
    send_errors.code as error_code,
    send_errors.apns_reason as apns_reason,
    failure_cells.messages as failed
from failure_cells
inner join segments on segments.id = failure_cells.segment
inner join send_errors on send_errors.id = failure_cells.error
where failure_cells.messages > 0;

-- view: failure_daily
-- failure_hourly by UTC day. One row for each day, words and error.
--
--   send_day            YYYY-MM-DD, UTC
--   platform            android, ios, web, unknown
--   campaign            campaign or label
--   error_code          FCM's word, such as UNREGISTERED
--   apns_reason         what APNs said, such as BadDeviceToken; null otherwise
--   failed              how many sends
create view failure_daily as
select
    send_day,
    platform,
    campaign,
    error_code,
    apns_reason,
    sum(failed) as failed
from failure_hourly
group by 1, 2, 3, 4, 5;

-- view: topic_sides
-- topic_hourly before its two sides are added up, requests in rows of their own and what devices
-- tell in others. For sums over a period, which it gives without reading other hours.
--
--   send_hour           YYYY-MM-DDTHH, UTC; of a device's message, the moment inside its ID
--   send_day            YYYY-MM-DD, UTC
--   topic               topic, or the text of a condition
--   campaign            campaign or label
--   sent                requests that FCM accepted
--   failed              requests that FCM refused
--   received            devices' messages that name the topic
--   opened              those that were opened
create view topic_sides as
select
    topic_send_cells.send_hour as send_hour,
    substr(topic_send_cells.send_hour, 1, 10) as send_day,
    coalesce(segments.topic, '(unknown)') as topic,
    segments.campaign as campaign,
    topic_send_cells.sent as sent,
    topic_send_cells.failed as failed,
    0 as received,
    0 as opened
from topic_send_cells
inner join segments on segments.id = topic_send_cells.segment
where topic_send_cells.sent + topic_send_cells.failed > 0
union all
select
    topic_receipt_cells.send_hour,
    substr(topic_receipt_cells.send_hour, 1, 10),
    observed_profiles.topic,
    coalesce(observed_profiles.label, observed_profiles.composer_name,
        observed_profiles.composer_id, '(none)'),
    0,
    0,
    topic_receipt_cells.received,
    topic_receipt_cells.opened
from topic_receipt_cells
inner join observed_profiles on observed_profiles.id = topic_receipt_cells.observed
where topic_receipt_cells.received > 0;

-- view: topic_hourly
-- Sends to topics and conditions, and what devices tell of topics. A topic send reaches an
-- unknown number of devices under IDs of their own, so there is no rate. One row for each hour,
-- topic and campaign.
--
--   send_hour           YYYY-MM-DDTHH, UTC; of a device's message, the moment inside its ID
--   send_day            YYYY-MM-DD, UTC
--   topic               topic, or the text of a condition
--   campaign            campaign or label
--   sent                requests that FCM accepted
--   failed              requests that FCM refused
--   received            devices' messages that name the topic
--   opened              those that were opened
create view topic_hourly as
select
    send_hour,
    send_day,
    topic,
    campaign,
    sum(sent) as sent,
    sum(failed) as failed,
    sum(received) as received,
    sum(opened) as opened
from topic_sides
group by 1, 2, 3, 4;

-- view: topic_daily
-- topic_hourly by UTC day. One row for each day, topic and campaign.
--
--   send_day            YYYY-MM-DD, UTC
--   topic               topic, or the text of a condition
--   campaign            campaign or label
--   sent                requests that FCM accepted
--   failed              requests that FCM refused
--   received            devices' messages that name the topic
--   opened              those that were opened
create view topic_daily as
select
    send_day,
    topic,
    campaign,
    sum(sent) as sent,
    sum(failed) as failed,
    sum(received) as received,
    sum(opened) as opened
from topic_hourly
group by 1, 2, 3;

-- view: orphan_hourly
-- Messages with client events and no known send. One row for each hour, words and reason.
--
--   send_hour           YYYY-MM-DDTHH, UTC: the moment inside the ID, else the first event
--   send_day            YYYY-MM-DD, UTC
--   platform            what client events say, several joined by +, unknown without
--   campaign            label or Composer campaign that the events tell, '(none)' without
--   reason              topic (sent to a topic), composer (sent from the console), no_send
--   messages            how many messages
--   events              their distinct client events
--   opened              messages with an open
create view orphan_hourly as
select
    orphan_cells.send_hour as send_hour,
    substr(orphan_cells.send_hour, 1, 10) as send_day,
    case observed_profiles.platforms
        when 1 then 'android' when 2 then 'ios' when 3 then 'android+ios' when 4 then 'web'
        when 5 then 'android+web' when 6 then 'ios+web' when 7 then 'android+ios+web'
        else 'unknown'
    end as platform,
    coalesce(observed_profiles.label, observed_profiles.composer_name,
        observed_profiles.composer_id, '(none)') as campaign,
    case
        when observed_profiles.topic is not null then 'topic'
        when observed_profiles.composer_id is not null then 'composer'
        else 'no_send'
    end as reason,
    sum(orphan_cells.messages) as messages,
    sum(orphan_cells.events) as events,
    sum(orphan_cells.opened) as opened
from orphan_cells
inner join observed_profiles on observed_profiles.id = orphan_cells.observed
where orphan_cells.messages > 0
group by 1, 2, 3, 4, 5;

-- view: orphan_daily
-- orphan_hourly by UTC day. One row for each day, words and reason.
--
--   send_day            YYYY-MM-DD, UTC
--   platform            what client events say, several joined by +, unknown without
--   campaign            label or Composer campaign that the events tell, '(none)' without
--   reason              topic (sent to a topic), composer (sent from the console), no_send
--   messages            how many messages
--   events              their distinct client events
--   opened              messages with an open
create view orphan_daily as
select
    send_day,
    platform,
    campaign,
    reason,
    sum(messages) as messages,
    sum(events) as events,
    sum(opened) as opened
from orphan_hourly
group by 1, 2, 3, 4;

-- view: image_status_daily
-- Whether the images that sends asked for can show. One row for each day, words and status.
--
--   send_day            YYYY-MM-DD, UTC
--   platform            android, ios, web, unknown
--   campaign            campaign or label
--   image_status        ok, or why the image cannot show; no_image, unknown
--   sent                sends that FCM accepted
create view image_status_daily as
select
    send_day,
    platform,
    campaign,
    image_status,
    sum(sent) as sent
from funnel_hourly
group by 1, 2, 3, 4;

-- view: label_hourly
-- Client events that name no FCM message (Google Analytics rows, Android dismissals): by label,
-- never joined. One row for each hour, words and kind.
--
--   event_hour          YYYY-MM-DDTHH, UTC
--   event_day           YYYY-MM-DD, UTC
--   platform            what the events say, unknown without
--   campaign            label or Composer campaign, '(none)' without
--   kind                receipt, foreground, impression, open, dismiss, phantom_open
--   events              how many
create view label_hourly as
select
    label_cells.event_hour as event_hour,
    substr(label_cells.event_hour, 1, 10) as event_day,
    case observed_profiles.platforms
        when 1 then 'android' when 2 then 'ios' when 4 then 'web' else 'unknown'
    end as platform,
    coalesce(observed_profiles.label, observed_profiles.composer_name,
        observed_profiles.composer_id, '(none)') as campaign,
    case label_cells.kind
        when 0 then 'receipt' when 1 then 'foreground' when 2 then 'impression'
        when 3 then 'open' when 4 then 'dismiss' else 'phantom_open'
    end as kind,
    sum(label_cells.events) as events
from label_cells
inner join observed_profiles on observed_profiles.id = label_cells.observed
where label_cells.events > 0
group by 1, 2, 3, 4, 5;

-- view: validated_hourly
-- Requests with validate_only: checked by FCM, not sent. One row for each hour and words.
--
--   send_hour           YYYY-MM-DDTHH, UTC
--   send_day            YYYY-MM-DD, UTC
--   platform            android, ios, web, unknown
--   campaign            campaign or label
--   validated           how many requests
create view validated_hourly as
select
    validated_cells.send_hour as send_hour,
    substr(validated_cells.send_hour, 1, 10) as send_day,
    segments.platform as platform,
    segments.campaign as campaign,
    sum(validated_cells.messages) as validated
from validated_cells
inner join segments on segments.id = validated_cells.segment
where validated_cells.messages > 0
group by 1, 2, 3, 4;

-- view: validated_daily
-- validated_hourly by UTC day. One row for each day and words.
--
--   send_day            YYYY-MM-DD, UTC
--   platform            android, ios, web, unknown
--   campaign            campaign or label
--   validated           how many requests
create view validated_daily as
select
    send_day,
    platform,
    campaign,
    sum(validated) as validated
from validated_hourly
group by 1, 2, 3;

-- view: files
-- The ledger: one row for each file, or run of standard input, that was read.
--
--   path                from the root, or - for standard input
--   state               reading, complete, incomplete (cut short), broken (damaged behind a point)
--   problem             what ended it before its time
--   size_bytes          as stored, when last read
--   lines               lines read: new + duplicate + rejected + foreign_lines + blank
--   new                 lines that told something of a message for the first time
--   duplicate           lines that told what was known
--   rejected            lines that look like pushes and cannot be read: see rejects
--   blank               lines with nothing on them
--   past_retention      of the rejected: lines of messages from before the horizon
--   foreign_lines       lines of other systems: nothing in them is FCM's
--   unproven_events     of the foreign lines: an event word and a UUID, but nothing of FCM
create view files as
select
    path,
    state,
    problem,
    size as size_bytes,
    lines,
    new,
    duplicate,
    rejected,
    blank,
    past_retention,
    foreign_lines,
    unproven_events
from ledger_files;

-- view: ledger
-- All files together. One row.
--
--   files               files and runs of standard input
--   lines               lines read: new + duplicate + rejected + foreign_lines + blank
--   new                 lines that told something for the first time
--   duplicate           lines that told what was known
--   rejected            lines that look like pushes and cannot be read
--   blank               lines with nothing on them
--   events              distinct client events that name a message: matched + orphan
--   matched             those whose send is known
--   orphan              those whose send is not
--   past_retention      of the rejected: lines of messages from before the horizon
--   foreign_lines       lines of other systems: nothing in them is FCM's
--   unproven_events     of the foreign lines: an event word and a UUID, but nothing of FCM
create view ledger as
select
    files,
    lines,
    new,
    duplicate,
    rejected,
    blank,
    matched + orphan as events,
    matched,
    orphan,
    past_retention,
    foreign_lines,
    unproven_events
from totals;

-- view: retention
-- What has been pruned. One row.
--
--   horizon_day         the first day whose messages are kept, YYYY-MM-DD, UTC; null: all are
--   pruned_messages     messages that are gone from the view messages, and count on elsewhere
create view retention as
select
    strftime('%Y-%m-%d', horizon_day * 86400, 'unixepoch') as horizon_day,
    messages as pruned_messages
from pruned;

-- view: rejects
-- Lines that were set aside, with their place and reason; the first 1,000 of each file.
--
--   path                the file
--   line                counted from 1
--   byte                where in the line, counted from 1
--   reason              one word: see reject_reasons
--   keys                names of the members of the record, or of the line's object, in order
--   expected            what would have been accepted
--   excerpt             the first 200 bytes: keys and punctuation, with values masked
create view rejects as
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

-- view: reject_reasons
-- How many distinct lines were set aside, by reason; but for past_retention, which says nothing
-- of the line: see ledger. One row for each reason.
--
--   reason              one word, such as invalid_json
--   rejected            distinct lines
create view reject_reasons as
select
    reason,
    rejected
from reject_totals;

-- view: alerts
-- Incidents that `pushfunnel alert` has found, one row each, oldest first by id.
--
--   id                  counted from 1
--   alert_id            the same for every incident of a rule and slice
--   rule                delivered, opened, sends, freshness, or a rule of your own
--   slice               what is hit: platform=…, campaign=…, image=…; empty is everything
--   state               firing, reopened (told as over), silenced, inhibited (by another), resolved
--   severity            warning, or critical from a drop of a half on
--   starts_at           the first hour that lacked events, ISO 8601, UTC
--   updated_at          end of the last hour that was judged
--   ends_at             when events came as expected again; null while it goes on
--   window_hours        length of the window that the two counts are of
--   observed            events in the window
--   expected            events that were expected there
--   worst_drop_bp       the largest share that was missing, in basis points
--   summary             one sentence
--   command             what shows more
--   told_at             when somebody was told last; null: nobody was
--   told_count          how often
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
    cast(round(worst_drop * 10000) as integer) as worst_drop_bp,
    summary,
    command,
    strftime('%Y-%m-%dT%H:%M:%SZ', told_ms / 1000, 'unixepoch') as told_at,
    told_count
from alert_incidents;

-- view: alert_silences
-- Alerts that nobody is told of for a while, one row for each silence, past ones too.
--
--   id                  what `pushfunnel alert --unsilence` takes
--   rule                delivered, opened, sends, freshness, a rule of your own, or * for all
--   slice               dimension=word, separated by commas; empty is everything
--   since               from when on, ISO 8601, UTC
--   until               up to when
--   comment             why
create view alert_silences as
select
    id,
    rule,
    slice,
    strftime('%Y-%m-%dT%H:%M:%SZ', since_ms / 1000, 'unixepoch') as since,
    strftime('%Y-%m-%dT%H:%M:%SZ', until_ms / 1000, 'unixepoch') as until,
    comment
from alert_silence_rows;
