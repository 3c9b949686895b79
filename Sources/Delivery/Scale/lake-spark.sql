-- What a lake's files hold, as Spark reads them, and the merge of partial states: one row for each
-- message, whatever files tell of it. What follows from the rows stands in lake-views.sql.
--
-- A line that is not as it has to be ends the application: FAILFAST.

create temporary function whole(a bigint, b bigint) returns bigint
return a div b;

create temporary function flipped(a bigint) returns bigint
return a ^ (-9223372036854775807 - 1);

create temporary function hour_text(hours bigint) returns string
return date_format(timestamp_seconds(hours * 3600), 'yyyy-MM-dd''T''HH');

create temporary function time_text(ms bigint) returns string
return date_format(timestamp_millis(ms), 'yyyy-MM-dd''T''HH:mm:ss.SSS''Z''');

create temporary view exported_states ($STATE_COLUMNS, day string)
using json options (path '$LAKE/states', mode 'FAILFAST');

-- Listed after what is exported: a compaction adds here before it takes away there.
create temporary view compacted_states ($STATE_COLUMNS, day string)
using parquet options (path '$LAKE/merged');

create temporary view ledger_lines (
    path string, state string, problem string, size_bytes bigint, lines bigint, new bigint,
    duplicate bigint, rejected bigint, blank bigint, past_retention bigint,
    foreign_lines bigint, unproven_events bigint, first_ms bigint, last_ms bigint,
    newest_send_ms bigint, newest_event_ms bigint)
using json options (path '$LAKE/ledger', mode 'FAILFAST');

create temporary view reject_lines (
    path string, line bigint, byte bigint, reason string, keys string, expected string,
    excerpt string, line_hash bigint)
using json options (path '$LAKE/rejects', mode 'FAILFAST');

create temporary view minute_lines (hour string, sends bigint, events bigint)
using json options (path '$LAKE/minutes', mode 'FAILFAST');

create temporary view partial_states as
select * from exported_states
union all
select * from compacted_states;

-- MessageState.merge, member by member.
create temporary view merged_states as
with grouped as (
    select
        k,
        tail,
        min(message_id) as message_id,
        -- A logged time comes before one from the ID, and clears the bit that says so.
        bit_or(facts) - case
            when (bit_or(facts) & 131072) <> 0
                and bool_or(sent_ms is not null and (facts & 131072) = 0) then 131072
            else 0
        end as facts,
        coalesce(min(sent_ms) filter (where (facts & 131072) = 0), min(sent_ms)) as sent_ms,
        min(receipt_ms) as receipt_ms,
        min(foreground_ms) as foreground_ms,
        min(impression_ms) as impression_ms,
        min(opened_ms) as opened_ms,
        min(dismissed_ms) as dismissed_ms,
        min(phantom_open_ms) as phantom_open_ms,
        min(target_order) as target_order,
        min(explicit_platform) as explicit_platform,
        min(addressed_platform) as addressed_platform,
        min(target) as target,
        min(topic) as topic,
        min(campaign) as campaign,
        min(message_label) as message_label,
        min(android_label) as android_label,
        min(ios_label) as ios_label,
        min(web_label) as web_label,
        min(exported_label) as exported_label,
        min(exported_platform) as exported_platform,
        min(android_image) as android_image,
        min(ios_image) as ios_image,
        min(web_image) as web_image,
        min(unknown_image) as unknown_image,
        min(android_display) as android_display,
        min(ios_display) as ios_display,
        min(web_display) as web_display,
        min(unknown_display) as unknown_display,
        min(priority) as priority,
        min(ttl_seconds) as ttl_seconds,
        max(collapsible) as collapsible,
        min(click_action) as click_action,
        min(message_type) as message_type,
        bit_or(observed_platforms) as observed_platforms,
        min(observed_label) as observed_label,
        min(composer_id) as composer_id,
        min(composer_name) as composer_name,
        min(observed_topic) as observed_topic,
        max(priority_lowered) as priority_lowered,
        -- What is not known comes first among equal codes, and the members stay together.
        min(struct(
            error_code, coalesce(error_apns_reason, '') as reason_order,
            coalesce(error_http_status, 0) as status_order, error_apns_reason, error_http_status
        )) filter (where error_code is not null) as error
    from partial_states
    group by k, tail
)

select
    k, tail, message_id, facts, sent_ms, receipt_ms, foreground_ms, impression_ms, opened_ms,
    dismissed_ms, phantom_open_ms, target_order, explicit_platform, addressed_platform, target,
    topic, campaign, message_label, android_label, ios_label, web_label, exported_label,
    exported_platform, android_image, ios_image, web_image, unknown_image, android_display, ios_display, web_display,
    unknown_display, priority, ttl_seconds, collapsible, click_action, message_type,
    observed_platforms, observed_label, composer_id, composer_name, observed_topic,
    priority_lowered,
    error.error_code as error_code,
    error.error_apns_reason as error_apns_reason,
    error.error_http_status as error_http_status
from grouped;
