-- A lake's own views below those that it shares with a database (`counted.sql`, `views.sql`), made
-- of merged states.
--
-- They resolve the words of a message as Segment does; a test compares the rows of every view with
-- those of a database. For that test they are SQL that SQLite can run, but for whole (division
-- without remainder), hour_text, time_text, bit_count and least (which ignores nulls).

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

create view base_settings as
select
    $WINDOW_HOURS as window_hours,
    $CONVERSION_HOURS as conversion_hours;

create view base_newest as
select
    max(newest_send_ms) as send_ms,
    max(newest_event_ms) as event_ms,
    whole($NEWEST_CLOCK, 3600000) as send_hours
from ledger_lines;

-- One row for each state, with the words of its send.
create view base_messages as
with sides as (
    select
        merged_states.*,
        case
            when k < -4611686018427387904 then 2
            when k >= 0 and (k & 3) = 0 then 0
            when k >= 0 and (k & 3) = 1 then 1
        end as id_platform,
        case
            when (facts & $FACT_SENT) = 0 and (facts & $FACT_FAILED) <> 0
                and error_apns_reason is not null then 1
        end as apns_platform,
        $EARLIEST_COLUMN as received_ms,
        case coalesce(target, 4)
            when 0 then 'token' when 1 then 'fid' when 2 then 'topic' when 3 then 'condition'
            else 'unknown'
        end as target_kind,
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
        sides.*,
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
    from sides
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
        coalesce(project_id, project_number, '(none)') as project,
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
        coalesce(sent_ms, case when k >= 0 then whole(k, 4000) end, received_ms) as cohort_ms
    from platforms
)

select
    k,
    tail,
    facts,
    message_id,
    target_kind,
    platform,
    platform_source,
    send_campaign as campaign,
    project,
    case when image_status in ('no_image', 'unknown') then image_status else 'image' end as image,
    image_status,
    silent,
    time_text(sent_ms) as sent_at,
    sent_ms,
    cohort_ms,
    whole($COHORT_CLOCK, 3600000) as hours,
    hour_text(whole($COHORT_CLOCK, 3600000)) as send_hour,
    substr(hour_text(whole($COHORT_CLOCK, 3600000)), 1, 10) as send_day,
    $WINDOW_HOURS * 3600000 as window_ms,
    $CONVERSION_HOURS * 3600000 as conversion_window_ms,
    received_ms,
    $EVENT_COLUMNS,
    $CONVERSION_NAMES,
    $SEND_NAMES,
    $OBSERVED_NAMES,
    $ERROR_NAMES,
    target_hash & $TARGET_HASH_BITS as target_hash
from words;
