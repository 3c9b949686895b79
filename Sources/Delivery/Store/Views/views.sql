-- The views for people, of a database and of a lake: one text for SQLite and for Spark. Each
-- engine has views of its own below them, `base_…`, that put numbers into words.

-- Whether any send has an event from a client log. The BigQuery export alone reports no opens. One
-- row.
create view base_clients as
select coalesce((select 1 from base_funnel where impression_base > 0 limit 1), 0) as has_client_log;

-- The time of the data, ms since 1970: up to it records reach. One row; null without records.
--
-- Clocks of app servers are trusted, clocks of devices are not: a phone that is hours ahead must end
-- no window. So it is the time of the newest send, or the latest hour after it that enough arrivals
-- confirm: from its start on at least 10, and one in 50 of those of the two days before it. Fewer may
-- come from clocks that are ahead. Without sends it is the newest client event.
create view base_as_of as
with counted as (
    select
        hours,
        sum(messages) over (
            order by hours desc
            rows between unbounded preceding and current row
        ) as since,
        coalesce(
            sum(messages) over (
                order by hours
                range between 48 preceding and 1 preceding
            ), 0) as earlier
    from base_arrival_hours
)

select
    coalesce(
        max(
            case
                when counted.since >= 10 and counted.since * 50 >= counted.earlier
                    then $ARRIVAL_START
            end),
        max(base_newest.send_ms),
        max(base_newest.event_ms)) as as_of_ms
from base_newest
left join counted on counted.hours > base_newest.send_hours;

-- view: messages
-- One row for each message ID, failed send and validated request, sends and orphans alike, but for
-- those that `pushfunnel prune` has deleted: see retention. The counts from attempted to
-- failures_in_base are 0 or 1, and their sums are those of funnel_hourly, whatever rows you choose.
-- message_id is a key of the rows that have one.
--
--   message_id          text     the ID, without projects/…/messages/; null for failed sends
--   status              text     sent, failed, validated, or orphan (events without a known send)
--   target_kind         text     token, fid, topic, condition, unknown
--   topic               text     topic or condition of the send, else of its client events
--   platform            text     android, ios, web, unknown; of an orphan, by its client events
--   platform_source     text    explicit, addressed, exported, id_shape, apns_error, observed, none
--   campaign            text     campaign or label, '(none)' without; of an orphan, of its events
--   project             text     Firebase project of FCM's answer, '(none)' where none is known
--   image               text     image, no_image, unknown
--   image_status        text     ok, or why the image cannot show
--   silent              integer  1 when there is nothing to show, else 0
--   sent_at             text     when it was sent, ISO 8601, UTC; null without a send
--   sent_ms             integer  the same, ms since 1970
--   send_hour           text     YYYY-MM-DDTHH; of an orphan, of its ID, else of its first event
--   send_day            text     YYYY-MM-DD, the day of send_hour
--   sent_source         text     log, or message_id if only the ID says when; null without a send
--   error_code          text     why FCM refused it
--   apns_reason         text     APNs' reason for that
--   http_status         integer  the HTTP status of the answer, where it was logged
--   received_ms         integer  earliest client event of any kind
--   receipt_ms          integer  earliest explicit receipt
--   foreground_ms       integer  earliest arrival while the app was in the foreground
--   impression_ms       integer  earliest explicit impression
--   shown_ms            integer  when it was shown for the funnel: an impression or Android receipt
--   opened_ms           integer  earliest open
--   dismissed_ms        integer  earliest dismissal
--   phantom_open_ms     integer  earliest open that the Apple SDK logged without a tap
--   converted_ms        integer  earliest conversion
--   attempted           integer  1 for a send to one target: sent + failed; 0 for topics
--   sent                integer  FCM accepted it
--   failed              integer  FCM refused it
--   received            integer  at least one client event proves arrival
--   receipts            integer  with an explicit receipt
--   receipts_before_open  integer  opened, with a receipt at or before the open
--   impressions         integer  shown
--   opened              integer  opened within the window (see store_settings)
--   late                integer  opened after it
--   dismissed           integer  dismissed by the user
--   phantom             integer  an open that the Apple SDK logged without a tap
--   platform_conflicts  integer  client events name another platform than the send
--   events              integer  number of its distinct client events
--   priority_told       integer  the device reported the priority asked for and that of delivery
--   priority_lowered    integer  Android delivered at a lower priority than asked for
--   impression_base     integer  a client log reports it, and it is not silent
--   open_base           integer  sent, not silent; 0 without any client log (see store_settings)
--   failure_base        integer  attempted, with a platform that is known whatever FCM answered
--   failures_in_base    integer  those of failure_base that FCM refused
--   converted           integer  converted within the window of conversions (see store_settings)
--   converted_opened    integer  converted, and opened within its window
--   converted_late      integer  converted after the window
--   value_millionths    integer  of a conversion within the window: its value; null without
--   currency            text     three letters; null where the conversion names none
--   topic_sent          integer  1 for an accepted request to a topic: topic_hourly.sent
--   topic_failed        integer  one that FCM refused
--   topic_received      integer  a device's message that names its topic: topic_hourly.received
--   topic_opened        integer  one that was opened
--   orphan_messages     integer  1 for client events without a known send: orphan_hourly.messages
--   orphan_events       integer  the number of those events
--   orphan_opened       integer  one with an open
--   validated           integer  1 for a request that FCM only checked: validated_hourly.validated
--   observed_platform   text     platform of its client events, several joined by +; null without
--   observed_label      text     label or Composer campaign of its client events
--   priority            text     high or normal
--   ttl_seconds         integer  time to live
--   collapsible         integer  1 when a later message may replace it
--   click_action        text     Android click action, Apple category, or link (web)
--   message_type        text     notification, data, notification+data
--   target_hash         integer  keyed hash of the token or installation ID
create view messages as
select
    message_id,
    case
        when (facts & $FACT_SENT) <> 0 then 'sent'
        when (facts & $FACT_FAILED) <> 0 then 'failed'
        when is_validated = 1 then 'validated'
        else 'orphan'
    end as status,
    target_kind,
    coalesce(topic, observed_topic) as topic,
    case
        when (facts & $FACT_ATTEMPTED) <> 0 or orphan_messages = 0 then platform
        else case observed_platforms $PLATFORM_SETS else 'unknown' end
    end as platform,
    case
        when (facts & $FACT_ATTEMPTED) <> 0 or orphan_messages = 0 then platform_source
        when observed_platforms <> 0 then 'observed'
        else 'none'
    end as platform_source,
    case
        when (facts & $FACT_ATTEMPTED) <> 0 or orphan_messages = 0 then campaign
        else coalesce(observed_label, composer_name, composer_id, '(none)')
    end as campaign,
    project$DIMENSIONS$CLIENT_DIMENSIONS,
    image,
    image_status,
    silent,
    sent_at,
    sent_ms,
    send_hour,
    send_day,
    case when sent_ms is null then null
        when (facts & $FACT_TIME_OF_ID) <> 0 then 'message_id' else 'log' end as sent_source,
    case when (facts & $FACT_SENT) = 0 then error_code end as error_code,
    case when is_sent = 0 then error_apns_reason end as apns_reason,
    case when is_sent = 0 then error_http_status end as http_status,
    received_ms,
    receipt_ms,
    foreground_ms,
    impression_ms,
    shown_ms,
    opened_ms,
    dismissed_ms,
    phantom_open_ms,
    converted_ms,
    $FUNNEL_OF_MESSAGE,
    funnel_open_base * (select has_client_log from base_clients) as open_base,
    case when platform_source in ('explicit', 'addressed') then funnel_attempted else 0 end
        as failure_base,
    case when platform_source in ('explicit', 'addressed') then funnel_failed else 0 end
        as failures_in_base,
    funnel_converted as converted,
    funnel_converted_opened as converted_opened,
    funnel_converted_late as converted_late,
    case when funnel_converted = 1 then conversion_millionths end as value_millionths,
    conversion_currency as currency,
    topic_sent,
    topic_failed,
    topic_received,
    topic_opened,
    orphan_messages,
    orphan_events,
    orphan_opened,
    is_validated as validated,
    case observed_platforms $PLATFORM_SETS end as observed_platform,
    coalesce(observed_label, composer_name, composer_id) as observed_label,
    coalesce(priority, exported_priority) as priority,
    coalesce(ttl_seconds, exported_ttl_seconds) as ttl_seconds,
    collapsible,
    click_action,
    coalesce(message_type, exported_message_type) as message_type,
    target_hash
from base_counts
-- Batch lines and label events are no messages.
where (facts & $FACT_MESSAGES) <> 0 and (facts & $FACT_LABEL_ONLY) = 0;

-- view: store_settings
-- What holds for the whole database, or lake. One row, to cross join.
--
--   window_hours        integer  hours after a send in which an open counts; later ones are late
--   conversion_hours    integer  hours after a send in which a conversion counts
--   has_client_log      integer  1 if any send has an event from a client log; else no opens are known
--   opens_final_before  text     YYYY-MM-DDTHH: windows of earlier sends ended by the time of the data
create view store_settings as
select
    window_hours,
    conversion_hours,
    has_client_log,
    $OPENS_FINAL_BEFORE as opens_final_before
from base_settings
cross join base_clients
cross join base_as_of;

-- view: hours
-- Where the hours that have sends stand in a day and a week: in UTC, or in the time zone of
-- `pushfunnel sql --tz`. One row for each hour.
-- key: send_hour
--
--   send_hour           text     YYYY-MM-DDTHH, UTC
--   local_day           text     YYYY-MM-DD
--   local_hour          integer  0 to 23
--   weekday             integer  1 Monday to 7 Sunday
--   week                text     the Monday on or before local_day, YYYY-MM-DD
create view hours as
select
    send_hour,
    local_day,
    local_hour,
    weekday,
    week
from base_hours;

-- view: funnel_hourly
-- How far sends got, by the hour they were sent in. Several rows may have the same hour and words:
-- sum them before you join. Topic sends and validated requests are not here.
--
--   send_hour           text     YYYY-MM-DDTHH, UTC
--   send_day            text     YYYY-MM-DD, UTC
--   platform            text     android, ios, web, unknown
--   platform_source     text     explicit, addressed, exported, id_shape, apns_error, none
--   campaign            text     campaign or label, '(none)' without one
--   project             text     Firebase project of FCM's answer, '(none)' where none is known
--   image               text     image, no_image, unknown
--   image_status        text     ok, or why the image cannot show
--   silent              integer  1 when there is nothing to show, else 0
--   attempted           integer  sends in the log: sent + failed
--   sent                integer  FCM accepted them
--   failed              integer  FCM refused them
--   received            integer  at least one client event proves arrival
--   receipts            integer  those with an explicit receipt
--   receipts_before_open  integer  opened, with a receipt at or before the open
--   impressions         integer  shown
--   opened              integer  opened within the window (72 h)
--   late                integer  opened after it
--   dismissed           integer  dismissed by the user
--   phantom             integer  opens that the Apple SDK logged without a tap
--   platform_conflicts  integer  client events name another platform than the send
--   events              integer  distinct client events
--   priority_told       integer  devices told both the priority asked for and the one delivered at
--   priority_lowered    integer  those delivered at a lower one
--   impression_base     integer  base of impressions: reported by a client log, not silent
--   open_base           integer  sent, not silent; 0 without any client log (see store_settings)
--   failure_base        integer  attempted, with a platform that is known whatever FCM answered
--   failures_in_base    integer  those of failure_base that FCM refused
create view funnel_hourly as
select
    send_hour,
    substr(send_hour, 1, 10) as send_day,
    platform,
    platform_source,
    campaign,
    project$DIMENSIONS,
    image,
    image_status,
    silent,
    $FUNNEL_COUNTS,
    $FUNNEL_BASES
from base_funnel;

-- view: funnel_values
-- The sends of funnel_hourly once for each dimension, with its value: choose one dimension, or each
-- send counts several times. Several rows may have the same words. Of image, only sends with an image
-- that can show and those without.
--
--   dimension           text     image, platform, campaign, project, or a dimension of your own
--   value_name          text     its value, as in the column of that name
--   send_hour           text     YYYY-MM-DDTHH, UTC
--   send_day            text     YYYY-MM-DD, UTC
--   platform            text     android, ios, web, unknown
--   campaign            text     campaign or label, '(none)' without one
--   project             text     Firebase project of FCM's answer, '(none)' where none is known
--   image               text     image, no_image, unknown
--   silent              integer  1 when there is nothing to show, else 0
--   attempted           integer  sends in the log: sent + failed
--   sent                integer  FCM accepted them
--   failed              integer  FCM refused them
--   received            integer  at least one client event proves arrival
--   impressions         integer  shown
--   opened              integer  opened within the window (72 h)
--   impression_base     integer  base of impressions: reported by a client log, not silent
--   open_base           integer  sent, not silent; 0 without any client log (see store_settings)
create view funnel_values as
select
    dimensions.dimension,
    case dimensions.dimension
        when 'image' then image
        when 'platform' then platform
        when 'campaign' then campaign
        when 'project' then project$VALUES
    end as value_name,
    send_hour,
    send_day,
    platform,
    campaign,
    project$DIMENSION_NAMES,
    image,
    silent,
    attempted,
    sent,
    failed,
    received,
    impressions,
    opened,
    impression_base,
    open_base
from (
    select 'image' as dimension
    union all
    select 'platform'
    union all
    select 'campaign'
    union all
    select 'project'$VALUE_NAMES
) as dimensions
cross join funnel_hourly
where dimensions.dimension <> 'image' or image_status in ('ok', 'no_image');

-- view: funnel_daily
-- funnel_hourly by UTC day. One row for each day and combination of the words below.
-- key: send_day, platform, campaign, project, image, silent
--
--   send_day            text     YYYY-MM-DD, UTC
--   platform            text     android, ios, web, unknown
--   campaign            text     campaign or label, '(none)' without one
--   project             text     Firebase project of FCM's answer, '(none)' where none is known
--   image               text     image, no_image, unknown
--   silent              integer  1 when there is nothing to show, else 0
--   attempted           integer  sends in the log: sent + failed
--   sent                integer  FCM accepted them
--   failed              integer  FCM refused them
--   received            integer  at least one client event proves arrival
--   receipts            integer  those with an explicit receipt
--   receipts_before_open  integer  opened ones with a receipt at or before the open
--   impressions         integer  shown
--   opened              integer  opened within the window
--   late                integer  opened after it
--   dismissed           integer  dismissed by the user
--   phantom             integer  opens that the Apple SDK logged without a tap
--   platform_conflicts  integer  client events name another platform than the send
--   events              integer  distinct client events
--   priority_told       integer  devices told both the priority asked for and the one delivered at
--   priority_lowered    integer  those delivered at a lower one
--   impression_base     integer  a client log reports them, not silent
--   open_base           integer  sent, not silent
--   failure_base        integer  attempted, with a platform that is known whatever FCM answered
--   failures_in_base    integer  those of failure_base that FCM refused
create view funnel_daily as
select
    send_day,
    platform,
    campaign,
    project$DIMENSIONS,
    image,
    silent,
    $FUNNEL_SUMS,
    sum(open_base) as open_base,
    sum(failure_base) as failure_base,
    sum(failures_in_base) as failures_in_base
from (
    select
        base_funnel_days.*,
        $FUNNEL_BASES
    from base_funnel_days
) as days
group by send_day, platform, campaign, project, image, silent$DIMENSION_COLUMNS;

-- view: delay_hourly
-- How long after the send messages got somewhere. Several rows may have the same hour, words and
-- class of delay: sum them before you join.
--
--   send_hour           text     YYYY-MM-DDTHH, UTC
--   send_day            text     YYYY-MM-DD, UTC
--   platform            text     android, ios, web, unknown
--   campaign            text     campaign or label
--   project             text     Firebase project of FCM's answer, '(none)' where none is known
--   image               text     image, no_image, unknown
--   stage               text     received, impression, opened (late too), converted
--   from_seconds        integer  start of the class; below 0: a wrong clock; null: a day before
--   to_seconds          integer  its end, not in it; null for the last class
--   hours_later         integer  clock hours from send to arrival, 0 to 24; null from a day on
--   messages            integer  how many
create view delay_hourly as
select
    base_delays.send_hour as send_hour,
    substr(base_delays.send_hour, 1, 10) as send_day,
    base_delays.platform as platform,
    base_delays.campaign as campaign,
    base_delays.project as project$DIMENSIONS,
    base_delays.image as image,
    case base_delays.stage_bucket & 768
        when 0 then 'received' when 256 then 'impression' when 512 then 'opened'
        else 'converted' end as stage,
    base_delay_classes.from_seconds as from_seconds,
    base_delay_classes.to_seconds as to_seconds,
    base_delay_classes.whole_hours
        + case base_delays.stage_bucket & 3072 when 1024 then 1 when 2048 then 2 when 3072 then -1
            else 0 end as hours_later,
    base_delays.messages as messages
from base_delays
inner join base_delay_classes on base_delay_classes.bucket = (base_delays.stage_bucket & 255);

-- view: delay_daily
-- How long after the send messages got somewhere, by UTC day and platform alone: some hundred rows
-- a day, where delay_hourly has tens of thousands. One row for each send day, platform, stage and
-- class of delay that has messages.
-- key: send_day, platform, stage, from_seconds
--
--   send_day            text     YYYY-MM-DD, UTC
--   platform            text     android, ios, web, unknown
--   stage               text     received, impression, opened (late too), converted
--   from_seconds        integer  start of the class, as in delay_hourly
--   to_seconds          integer  its end, not in it; null for the last class
--   messages            integer  how many
create view delay_daily as
select
    base_delay_days.send_day as send_day,
    base_delay_days.platform as platform,
    case base_delay_days.stage_bucket & 768
        when 0 then 'received' when 256 then 'impression' when 512 then 'opened'
        else 'converted' end as stage,
    base_delay_classes.from_seconds as from_seconds,
    base_delay_classes.to_seconds as to_seconds,
    base_delay_days.messages as messages
from base_delay_days
inner join base_delay_classes
    on base_delay_classes.bucket = (base_delay_days.stage_bucket & 255);

-- view: arrival_hourly
-- Messages by the hour of the clock in which they were received, shown or opened: each counts once
-- for each of these. From a day after the send on, it is the earliest hour that it can be. One row
-- for each hour and platform.
-- key: arrival_hour, platform
--
--   arrival_hour        text     YYYY-MM-DDTHH, UTC
--   arrival_day         text     YYYY-MM-DD, UTC
--   platform            text     android, ios, web, unknown
--   messages            integer  how many
create view arrival_hourly as
select
    arrival_hour,
    substr(arrival_hour, 1, 10) as arrival_day,
    platform,
    messages
from base_arrivals;

-- view: failure_hourly
-- Why FCM refused sends. Several rows may have the same hour, words and error: sum them before you
-- join.
--
--   send_hour           text     YYYY-MM-DDTHH, UTC
--   send_day            text     YYYY-MM-DD, UTC
--   platform            text     android, ios, web, unknown
--   campaign            text     campaign or label
--   project             text     Firebase project of FCM's answer, '(none)' where none is known
--   image               text     image, no_image, unknown
--   error_code          text     FCM's word, such as UNREGISTERED
--   apns_reason         text     what APNs said, such as BadDeviceToken; null otherwise
--   failed              integer  how many sends; those to topics are in topic_hourly
create view failure_hourly as
select
    send_hour,
    substr(send_hour, 1, 10) as send_day,
    platform,
    campaign,
    project$DIMENSIONS,
    image,
    error_code,
    apns_reason,
    messages as failed
from base_failures;

-- view: failure_daily
-- failure_hourly by UTC day. One row for each day, words and error.
-- key: send_day, platform, campaign, project, error_code, apns_reason
--
--   send_day            text     YYYY-MM-DD, UTC
--   platform            text     android, ios, web, unknown
--   campaign            text     campaign or label
--   project             text     Firebase project of FCM's answer, '(none)' where none is known
--   error_code          text     FCM's word, such as UNREGISTERED
--   apns_reason         text     what APNs said, such as BadDeviceToken; null otherwise
--   failed              integer  how many sends
create view failure_daily as
select
    send_day,
    platform,
    campaign,
    project$DIMENSION_NAMES,
    error_code,
    apns_reason,
    sum(failed) as failed
from failure_hourly
group by send_day, platform, campaign, project, error_code, apns_reason$DIMENSION_NAMES;

-- view: conversion_hourly
-- Messages with a conversion, by the hour they were sent in: the earliest of each, of several at one
-- moment the one of the least value. Several rows may have the same hour and words: sum them before
-- you join.
--
--   send_hour           text     YYYY-MM-DDTHH, UTC
--   send_day            text     YYYY-MM-DD, UTC
--   platform            text     android, ios, web, unknown
--   campaign            text     campaign or label, '(none)' without one
--   project             text     Firebase project of FCM's answer, '(none)' where none is known
--   image               text     image, no_image, unknown
--   currency            text     three letters; '(none)' without a value or currency
--   converted           integer  converted within the window (see store_settings)
--   converted_opened    integer  those that were opened within its window
--   converted_late      integer  converted after the window
--   value_millionths    integer  what the conversions within the window are worth, exactly
create view conversion_hourly as
select
    send_hour,
    substr(send_hour, 1, 10) as send_day,
    platform,
    campaign,
    project$DIMENSIONS,
    image,
    coalesce(conversion_currency, '(none)') as currency,
    converted,
    opened as converted_opened,
    late as converted_late,
    converted * coalesce(conversion_millionths, 0) as value_millionths
from base_conversions;

-- The funnel's messages from their arrival on: those of which clients told a dimension, and the rest.
create view base_client_rows as
select
    send_hour,
    platform,
    campaign,
    project$DIMENSION_COLUMNS,
    image,
    silent$CLIENT_COLUMNS,
    received,
    impressions,
    opened
from base_client_cells
union all
select
    send_hour,
    platform,
    campaign,
    project$DIMENSION_COLUMNS,
    image,
    silent$CLIENT_NULLS,
    -received as received,
    -impressions as impressions,
    -opened as opened
from base_client_cells
union all
select
    send_hour,
    platform,
    campaign,
    project$DIMENSION_COLUMNS,
    image,
    silent$CLIENT_NULLS,
    received,
    impressions,
    opened
from base_funnel
where received > 0;

-- view: client_hourly
-- Messages that were received, by hour of the send and by what clients told with `ingest
-- --client-dimension`, such as the version of the app. Only those who received a message tell it, so
-- there are no sends here, and shares are of received messages. Without such dimensions the sums are
-- those of funnel_hourly, too.
-- key: send_hour, platform, campaign, project, image, silent
--
--   send_hour           text     YYYY-MM-DDTHH, of the send
--   platform            text     android, ios, web, unknown
--   campaign            text     campaign or label, '(none)' without
--   project             text     Firebase project of FCM's answer, '(none)' where none is known
--   image               text     image, no_image, unknown
--   silent              integer  1 when there is nothing to show, else 0
--   received            integer  a client event proves arrival
--   impressions         integer  shown
--   opened              integer  opened within the window (see store_settings)
--   openable            integer  received, not silent: what opened is a part of
create view client_hourly as
select
    send_hour,
    platform,
    campaign,
    project$DIMENSIONS$CLIENT_DIMENSIONS,
    image,
    silent,
    sum(received) as received,
    sum(impressions) as impressions,
    sum(opened) as opened,
    sum(case when silent = 0 then received else 0 end) as openable
from base_client_rows
group by send_hour, platform, campaign, project, image, silent$DIMENSION_COLUMNS$CLIENT_COLUMNS
having sum(received) > 0;

-- view: topic_sides
-- topic_hourly before its two sides are added up, requests in rows of their own and what devices
-- tell in others. It is for sums over a period, and reads no other hours. Several rows may have the
-- same hour, topic and campaign.
--
--   send_hour           text     YYYY-MM-DDTHH, UTC; of a device's message, the moment in its ID
--   send_day            text     YYYY-MM-DD, UTC
--   topic               text     topic, or the text of a condition
--   campaign            text     campaign or label
--   sent                integer  requests that FCM accepted
--   failed              integer  requests that FCM refused
--   received            integer  devices' messages that name the topic
--   opened              integer  those that were opened
create view topic_sides as
select
    send_hour,
    substr(send_hour, 1, 10) as send_day,
    coalesce(topic, '(unknown)') as topic,
    campaign,
    sent,
    failed,
    0 as received,
    0 as opened
from base_topic_sends
union all
select
    send_hour,
    substr(send_hour, 1, 10) as send_day,
    observed_topic as topic,
    coalesce(observed_label, composer_name, composer_id, '(none)') as campaign,
    0 as sent,
    0 as failed,
    received,
    opened
from base_topic_receipts;

-- view: topic_hourly
-- Sends to topics and conditions, and what devices tell of topics. A topic send reaches an
-- unknown number of devices under IDs of their own, so there is no rate. One row for each hour,
-- topic and campaign.
-- key: send_hour, topic, campaign
--
--   send_hour           text     YYYY-MM-DDTHH, UTC; of a device's message, the moment in its ID
--   send_day            text     YYYY-MM-DD, UTC
--   topic               text     topic, or the text of a condition
--   campaign            text     campaign or label
--   sent                integer  requests that FCM accepted
--   failed              integer  requests that FCM refused
--   received            integer  devices' messages that name the topic
--   opened              integer  those that were opened
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
-- key: send_day, topic, campaign
--
--   send_day            text     YYYY-MM-DD, UTC
--   topic               text     topic, or the text of a condition
--   campaign            text     campaign or label
--   sent                integer  requests that FCM accepted
--   failed              integer  requests that FCM refused
--   received            integer  devices' messages that name the topic
--   opened              integer  those that were opened
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
-- key: send_hour, platform, campaign, reason
--
--   send_hour           text     YYYY-MM-DDTHH, UTC: the moment inside the ID, else the first event
--   send_day            text     YYYY-MM-DD, UTC
--   platform            text     what client events say, several joined by +, unknown without
--   campaign            text     label or Composer campaign that the events tell, '(none)' without
--   reason              text     topic (sent to a topic), composer (sent from the console), no_send
--   messages            integer  how many messages
--   events              integer  their distinct client events
--   opened              integer  messages with an open
create view orphan_hourly as
select
    send_hour,
    substr(send_hour, 1, 10) as send_day,
    case observed_platforms $PLATFORM_SETS else 'unknown' end as platform,
    coalesce(observed_label, composer_name, composer_id, '(none)') as campaign,
    case
        when observed_topic is not null then 'topic'
        when composer_id is not null then 'composer'
        else 'no_send'
    end as reason,
    sum(messages) as messages,
    sum(events) as events,
    sum(opened) as opened
from base_orphans
group by 1, 2, 3, 4, 5;

-- view: orphan_daily
-- orphan_hourly by UTC day. One row for each day, words and reason.
-- key: send_day, platform, campaign, reason
--
--   send_day            text     YYYY-MM-DD, UTC
--   platform            text     what client events say, several joined by +, unknown without
--   campaign            text     label or Composer campaign that the events tell, '(none)' without
--   reason              text     topic (sent to a topic), composer (sent from the console), no_send
--   messages            integer  how many messages
--   events              integer  their distinct client events
--   opened              integer  messages with an open
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
-- key: send_day, platform, campaign, project, image_status
--
--   send_day            text     YYYY-MM-DD, UTC
--   platform            text     android, ios, web, unknown
--   campaign            text     campaign or label
--   project             text     Firebase project of FCM's answer, '(none)' where none is known
--   image_status        text     ok, or why the image cannot show; no_image, unknown
--   sent                integer  sends that FCM accepted
create view image_status_daily as
select
    send_day,
    platform,
    campaign,
    project$DIMENSION_NAMES,
    image_status,
    sum(sent) as sent
from funnel_hourly
group by send_day, platform, campaign, project, image_status$DIMENSION_NAMES;

-- view: label_hourly
-- Client events that name no FCM message (Google Analytics rows, Android dismissals): by label,
-- never joined. One row for each hour, words and kind.
-- key: event_hour, platform, campaign, kind
--
--   event_hour          text     YYYY-MM-DDTHH, UTC
--   event_day           text     YYYY-MM-DD, UTC
--   platform            text     what the events say, unknown without
--   campaign            text     label or Composer campaign, '(none)' without
--   kind                text     receipt, foreground, impression, open, dismiss, phantom_open, converted
--   events              integer  how many
create view label_hourly as
select
    event_hour,
    substr(event_hour, 1, 10) as event_day,
    case observed_platforms
        when 1 then 'android' when 2 then 'ios' when 4 then 'web' else 'unknown'
    end as platform,
    coalesce(observed_label, composer_name, composer_id, '(none)') as campaign,
    case kind $EVENT_KINDS end as kind,
    sum(events) as events
from base_labels
group by 1, 2, 3, 4, 5;

-- view: validated_hourly
-- Requests with validate_only: checked by FCM, not sent. One row for each hour and words.
-- key: send_hour, platform, campaign, project
--
--   send_hour           text     YYYY-MM-DDTHH, UTC
--   send_day            text     YYYY-MM-DD, UTC
--   platform            text     android, ios, web, unknown
--   campaign            text     campaign or label
--   project             text     Firebase project of FCM's answer, '(none)' where none is known
--   validated           integer  how many requests
create view validated_hourly as
select
    send_hour,
    substr(send_hour, 1, 10) as send_day,
    platform,
    campaign,
    project$DIMENSIONS,
    sum(messages) as validated
from base_validated
group by send_hour, platform, campaign, project$DIMENSION_COLUMNS;

-- view: validated_daily
-- validated_hourly by UTC day. One row for each day and words.
-- key: send_day, platform, campaign
--
--   send_day            text     YYYY-MM-DD, UTC
--   platform            text     android, ios, web, unknown
--   campaign            text     campaign or label
--   validated           integer  how many requests
create view validated_daily as
select
    send_day,
    platform,
    campaign,
    sum(validated) as validated
from validated_hourly
group by 1, 2, 3;

-- view: files
-- The ledger: one row for each file, or run of standard input, that was read; of pruned days, one row
-- for all files of a day that no longer exist.
--
--   path                text     from the root, or - for standard input; of a pruned day, YYYY-MM-DD
--   state               text     reading, complete, incomplete (cut short), broken (damaged), pruned
--   problem             text     what ended it before its time
--   size_bytes          integer  as stored, when last read
--   lines               integer  lines read: new + duplicate + rejected + foreign_lines + blank
--   new                 integer  lines that told something of a message for the first time
--   duplicate           integer  lines that told what was known
--   rejected            integer  lines that look like pushes and cannot be read: see rejects
--   blank               integer  lines with nothing on them
--   past_retention      integer  of the rejected: lines of messages from before the horizon
--   foreign_lines       integer  lines of other systems: nothing in them is FCM's
--   unproven_events     integer  of the foreign lines: an event word and a UUID, but nothing of FCM
--   files               integer  1; of a pruned day, the number of files
create view files as
select
    path,
    state,
    problem,
    size as size_bytes,
    $LINE_COUNTS,
    files
from base_files;

-- view: ledger
-- All files together. One row.
--
--   files               integer  files and runs of standard input
--   lines               integer  lines read: new + duplicate + rejected + foreign_lines + blank
--   new                 integer  lines that told something for the first time
--   duplicate           integer  lines that told what was known
--   rejected            integer  lines that look like pushes and cannot be read
--   blank               integer  lines with nothing on them
--   events              integer  distinct client events that name a message: matched + orphan
--   matched             integer  those whose send is known
--   orphan              integer  those whose send is not
--   past_retention      integer  of the rejected: lines of messages from before the horizon
--   foreign_lines       integer  lines of other systems: nothing in them is FCM's
--   unproven_events     integer  of the foreign lines: an event word and a UUID, but nothing of FCM
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
from base_ledger;

-- view: retention
-- What has been pruned. One row.
--
--   horizon_day         text     first day whose messages are kept, YYYY-MM-DD, UTC; null: all
--   pruned_messages     integer  messages that are deleted, and still count in all other views
--   counts_day          text     first day whose counts are kept, YYYY-MM-DD, UTC; null: all
create view retention as
select
    horizon_day,
    pruned_messages,
    counts_day
from base_retention;

-- view: rejects
-- Lines that were set aside, with their place and reason; the first 1,000 of each file.
-- key: path, line, byte
--
--   path                text     the file
--   line                integer  counted from 1
--   byte                integer  where in the line, counted from 1
--   reason              text     one word: see reject_reasons
--   keys                text     names of the members of the record or of the line, in order
--   expected            text     what would have been accepted
--   excerpt             text     the first 200 bytes: keys and punctuation, with values masked
create view rejects as
select
    path,
    line,
    byte,
    reason,
    keys,
    expected,
    excerpt
from base_rejects;

-- view: reject_reasons
-- How many distinct lines were set aside, by reason; but for past_retention, which says nothing
-- of the line: see ledger. One row for each reason.
-- key: reason
--
--   reason              text     one word, such as invalid_json
--   rejected            integer  distinct lines, also those of pruned days
create view reject_reasons as
select
    reason,
    rejected
from reject_totals;
