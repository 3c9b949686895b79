-- What each message counts as, for a database and for a lake: the rules of the funnel in SQL. Ingest
-- has the same rules in Swift (Contributor), and tests compare every count of the two.

-- One row for each state: the words and times of base_messages, and its counts as 0 or 1 (events as
-- their number). In a condition, the cheap test that fails most comes first, and words are compared
-- one by one: for a list of texts, SQLite also reads each as a number. funnel_ are the counts of
-- sends to one target, topic_ those of topics and conditions, orphan_ those of messages without a
-- known send.
create view base_counts as
with kinds as (
    select
        base_messages.*,
        case when (facts & $FACT_ATTEMPTED) <> 0 then 1 else 0 end as is_send,
        case when (facts & $FACT_SENT) <> 0 then 1 else 0 end as is_sent,
        case when (facts & $FACT_SENT) = 0 and (facts & $FACT_FAILED) <> 0 then 1 else 0 end
            as is_failed,
        case when (facts & $FACT_ATTEMPTED) = 0 and (facts & $FACT_VALIDATED) <> 0 then 1 else 0 end
            as is_validated,
        case when (facts & $FACT_LABEL_ONLY) <> 0 then 1 else 0 end as is_label,
        case when target_kind = 'topic' or target_kind = 'condition' then 1 else 0 end as is_fan_out,
        $EVENT_COUNT as event_count,
        -- By the Android SDK's practice: a display message received while the app was in the
        -- background, or nothing says that it was not.
        case
            when (
                    (facts & $FACT_BACKGROUND_DISPLAY) <> 0
                    or ((facts & $FACT_UNSTATED_DISPLAY) <> 0 and (facts & $FACT_FOREGROUND) = 0))
                and platform = 'android'
                then receipt_ms
        end as implied_ms
    from base_messages
),

bases as (
    select
        kinds.*,
        case when is_fan_out = 1 then topic end as send_topic,
        case
            when (facts & $FACT_ATTEMPTED) <> 0
                and target_kind <> 'topic' and target_kind <> 'condition'
                then 1
            else 0
        end as funnel_attempted,
        case
            when (facts & $FACT_SENT) <> 0
                and target_kind <> 'topic' and target_kind <> 'condition'
                then 1
            else 0
        end as funnel_sent,
        case when is_failed = 1 and is_fan_out = 0 then 1 else 0 end as funnel_failed,
        case
            when (facts & $FACT_SENT) <> 0 and silent = 0
                and target_kind <> 'topic' and target_kind <> 'condition'
                then 1
            else 0
        end as funnel_open_base,
        case
            when (facts & $FACT_ATTEMPTED) = 0 and (facts & $FACT_VALIDATED) = 0
                and (facts & $FACT_LABEL_ONLY) = 0 and (facts & $FACT_EVENTS) <> 0
                then 1
            else 0
        end as orphan_messages,
        case when observed_topic is not null and is_label = 0 then 1 else 0 end as topic_received
    from kinds
),

steps as (
    select
        bases.*,
        case
            when funnel_open_base = 1
                then coalesce(
                    case when implied_ms < impression_ms then implied_ms end,
                    impression_ms,
                    implied_ms)
        end as shown_ms,
        case when opened_ms - sent_ms <= window_ms and funnel_open_base = 1 then 1 else 0 end
            as funnel_opened
    from bases
)

select
    steps.*,
    case when (facts & $FACT_EVENTS) <> 0 and funnel_sent = 1 then 1 else 0 end as funnel_received,
    case when receipt_ms is not null and funnel_sent = 1 then 1 else 0 end as funnel_receipts,
    case when receipt_ms <= opened_ms and funnel_opened = 1 then 1 else 0 end
        as funnel_receipts_before_open,
    case when coalesce(impression_ms, implied_ms) is not null and funnel_open_base = 1 then 1 else 0
    end as funnel_impressions,
    case when opened_ms - sent_ms > window_ms and funnel_open_base = 1 then 1 else 0 end
        as funnel_late,
    case when dismissed_ms is not null and funnel_open_base = 1 then 1 else 0 end
        as funnel_dismissed,
    case when phantom_open_ms is not null and funnel_open_base = 1 then 1 else 0 end
        as funnel_phantom,
    case
        when observed_platforms <> 0 and funnel_sent = 1
            and (
                observed_platforms
                & case platform when 'android' then 1 when 'ios' then 2 when 'web' then 4 end) = 0
            then 1
        else 0
    end as funnel_platform_conflicts,
    funnel_attempted * event_count as funnel_events,
    case when priority_lowered is not null and funnel_sent = 1 then 1 else 0 end
        as funnel_priority_told,
    case when priority_lowered = 1 and funnel_sent = 1 then 1 else 0 end
        as funnel_priority_lowered,
    case when (facts & $FACT_CLIENT_LOG) <> 0 and funnel_open_base = 1 then 1 else 0 end
        as funnel_impression_base,
    case
        when (facts & $FACT_CONVERTED) <> 0 and funnel_sent = 1
            and converted_ms - sent_ms <= conversion_window_ms then 1
        else 0
    end as funnel_converted,
    case
        when (facts & $FACT_CONVERTED) <> 0 and funnel_opened = 1
            and converted_ms - sent_ms <= conversion_window_ms then 1
        else 0
    end as funnel_converted_opened,
    case
        when (facts & $FACT_CONVERTED) <> 0 and funnel_sent = 1
            and converted_ms - sent_ms > conversion_window_ms then 1
        else 0
    end as funnel_converted_late,
    is_sent * is_fan_out as topic_sent,
    is_failed * is_fan_out as topic_failed,
    case when topic_received = 1 and opened_ms is not null then 1 else 0 end as topic_opened,
    orphan_messages * event_count as orphan_events,
    case when orphan_messages = 1 and opened_ms is not null then 1 else 0 end as orphan_opened
from steps;
