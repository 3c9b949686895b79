-- What a lake's files hold, as Spark reads them, and the merge of partial states: one row for each
-- message, whatever files tell of it. What follows from the rows stands in states.sql.
--
-- A line that is not as it has to be ends the application: FAILFAST.

create temporary function whole(a bigint, b bigint) returns bigint
return a div b;

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
            when (bit_or(facts) & $FACT_TIME_OF_ID) <> 0
                and bool_or(sent_ms is not null and (facts & $FACT_TIME_OF_ID) = 0)
                then $FACT_TIME_OF_ID
            else 0
        end as facts,
        coalesce(
            min(sent_ms) filter (where (facts & $FACT_TIME_OF_ID) = 0), min(sent_ms)) as sent_ms,
        $MERGES,
        -- What is not known comes first among equal codes, and the members stay together.
        min(struct(
            error_code, coalesce(error_apns_reason, '') as reason_order,
            coalesce(error_http_status, 0) as status_order, error_apns_reason, error_http_status
        )) filter (where error_code is not null) as error,
        min(struct(
            converted_ms, coalesce(conversion_millionths, -1000000000000000) as amount_order,
            coalesce(conversion_currency, '') as currency_order, conversion_millionths,
            conversion_currency
        )) filter (where converted_ms is not null) as conversion
    from partial_states
    group by k, tail
)

select
    k, tail, message_id, facts, sent_ms, $MERGED_NAMES,
    error.error_code as error_code,
    error.error_apns_reason as error_apns_reason,
    error.error_http_status as error_http_status,
    conversion.converted_ms as converted_ms,
    conversion.conversion_millionths as conversion_millionths,
    conversion.conversion_currency as conversion_currency
from grouped;
