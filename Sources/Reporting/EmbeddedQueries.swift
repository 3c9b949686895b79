/// A copy of queries/, until the plug-in that makes this file while building is in Package.swift.
enum EmbeddedQueries {
    static let files: [(name: String, text: String)] = [
        ("failures.sql", #"""
-- failures
-- Why FCM refused sends. One row for each platform, error and APNs reason, most frequent first
-- within the platform.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   platform         text     android, ios, web, unknown; from the send side
--   error_code       text     FCM's word, such as UNREGISTERED
--   apns_reason      text     what APNs said, such as BadDeviceToken; null otherwise
--   failed           integer  sends that FCM refused, those to topics too
--   failed_share_bp  integer  failed of the platform's, in basis points; null below 100 of these
--
-- example: pushfunnel sql failures --param since=2026-11-01

with error_totals as (
    select
        platform,
        error_code,
        apns_reason,
        sum(failed) as total_failed
    from failure_hourly
    where
        (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by platform, error_code, apns_reason
),

with_platform_totals as (
    select
        platform,
        error_code,
        apns_reason,
        total_failed,
        sum(total_failed) over (partition by platform) as platform_failed
    from error_totals
)

select
    platform,
    error_code,
    apns_reason,
    total_failed as failed,
    case
        when platform_failed >= 100
            then cast(10000 * total_failed / nullif(platform_failed, 0) as bigint)
    end as failed_share_bp
from with_platform_totals
order by platform, failed desc, error_code, apns_reason nulls first

"""#),
        ("funnel_by_campaign.sql", #"""
-- funnel_by_campaign
-- How far the sends of each campaign got. One row for each campaign, most sent first.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   campaign            text     campaign or label, '(none)' without one
--   attempted           integer  sends in the log: sent + failed
--   failed              integer  FCM refused them
--   sent                integer  FCM accepted them
--   received            integer  a client event proves arrival
--   impressions         integer  shown; null where no platform can tell
--   opened              integer  opened within the window
--   received_rate_bp    integer  received of sent, in basis points; null below 100 sent
--   impression_rate_bp  integer  impressions of impression_base; null below 100
--   open_rate_bp        integer  opened of open_base; null below 100
--   impression_base     integer  sent, not silent, where the platform can tell impressions
--   open_base           integer  sent, not silent
--
-- example: pushfunnel sql funnel_by_campaign --param platform=ios

with totals as (
    select
        campaign,
        sum(attempted) as total_attempted,
        sum(failed) as total_failed,
        sum(sent) as total_sent,
        sum(received) as total_received,
        sum(impressions) as total_impressions,
        sum(opened) as total_opened,
        sum(case when silent = 0 and impressions is not null then sent else 0 end)
            as total_impression_base,
        sum(case when silent = 0 then sent else 0 end) as total_open_base
    from funnel_hourly
    where
        (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by campaign
)

select
    campaign,
    total_attempted as attempted,
    total_failed as failed,
    total_sent as sent,
    total_received as received,
    total_impressions as impressions,
    total_opened as opened,
    case
        when total_sent >= 100
            then cast(10000 * total_received / nullif(total_sent, 0) as bigint)
    end as received_rate_bp,
    case
        when total_impression_base >= 100
            then cast(10000 * total_impressions / nullif(total_impression_base, 0) as bigint)
    end as impression_rate_bp,
    case
        when total_open_base >= 100
            then cast(10000 * total_opened / nullif(total_open_base, 0) as bigint)
    end as open_rate_bp,
    total_impression_base as impression_base,
    total_open_base as open_base
from totals
order by sent desc, campaign

"""#),
        ("funnel_by_day.sql", #"""
-- funnel_by_day
-- How far the sends of each day got. One row for each UTC day that has sends, oldest first.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   send_day            text     YYYY-MM-DD, UTC: the day of the send
--   attempted           integer  sends in the log: sent + failed
--   failed              integer  FCM refused them
--   sent                integer  FCM accepted them
--   received            integer  a client event proves arrival
--   impressions         integer  shown; null where no platform can tell
--   opened              integer  opened within the window
--   received_rate_bp    integer  received of sent, in basis points; null below 100 sent
--   impression_rate_bp  integer  impressions of impression_base; null below 100
--   open_rate_bp        integer  opened of open_base; null below 100
--   impression_base     integer  sent, not silent, where the platform can tell impressions
--   open_base           integer  sent, not silent
--
-- example: pushfunnel sql funnel_by_day --param since=2026-11-01 --param platform=web

with totals as (
    select
        send_day,
        sum(attempted) as total_attempted,
        sum(failed) as total_failed,
        sum(sent) as total_sent,
        sum(received) as total_received,
        sum(impressions) as total_impressions,
        sum(opened) as total_opened,
        sum(case when silent = 0 and impressions is not null then sent else 0 end)
            as total_impression_base,
        sum(case when silent = 0 then sent else 0 end) as total_open_base
    from funnel_hourly
    where
        (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by send_day
)

select
    send_day,
    total_attempted as attempted,
    total_failed as failed,
    total_sent as sent,
    total_received as received,
    total_impressions as impressions,
    total_opened as opened,
    case
        when total_sent >= 100
            then cast(10000 * total_received / nullif(total_sent, 0) as bigint)
    end as received_rate_bp,
    case
        when total_impression_base >= 100
            then cast(10000 * total_impressions / nullif(total_impression_base, 0) as bigint)
    end as impression_rate_bp,
    case
        when total_open_base >= 100
            then cast(10000 * total_opened / nullif(total_open_base, 0) as bigint)
    end as open_rate_bp,
    total_impression_base as impression_base,
    total_open_base as open_base
from totals
order by send_day

"""#),
        ("funnel_by_image.sql", #"""
-- funnel_by_image
-- Whether sends with an image got further. One row for each class of image, by name.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   image               text     image (the send asked for one), no_image, unknown
--   attempted           integer  sends in the log: sent + failed
--   failed              integer  FCM refused them
--   sent                integer  FCM accepted them
--   received            integer  a client event proves arrival
--   impressions         integer  shown; null where no platform can tell
--   opened              integer  opened within the window
--   received_rate_bp    integer  received of sent, in basis points; null below 100 sent
--   impression_rate_bp  integer  impressions of impression_base; null below 100
--   open_rate_bp        integer  opened of open_base; null below 100
--   impression_base     integer  sent, not silent, where the platform can tell impressions
--   open_base           integer  sent, not silent
--
-- example: pushfunnel sql funnel_by_image --param platform=android

with totals as (
    select
        image,
        sum(attempted) as total_attempted,
        sum(failed) as total_failed,
        sum(sent) as total_sent,
        sum(received) as total_received,
        sum(impressions) as total_impressions,
        sum(opened) as total_opened,
        sum(case when silent = 0 and impressions is not null then sent else 0 end)
            as total_impression_base,
        sum(case when silent = 0 then sent else 0 end) as total_open_base
    from funnel_hourly
    where
        (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by image
)

select
    image,
    total_attempted as attempted,
    total_failed as failed,
    total_sent as sent,
    total_received as received,
    total_impressions as impressions,
    total_opened as opened,
    case
        when total_sent >= 100
            then cast(10000 * total_received / nullif(total_sent, 0) as bigint)
    end as received_rate_bp,
    case
        when total_impression_base >= 100
            then cast(10000 * total_impressions / nullif(total_impression_base, 0) as bigint)
    end as impression_rate_bp,
    case
        when total_open_base >= 100
            then cast(10000 * total_opened / nullif(total_open_base, 0) as bigint)
    end as open_rate_bp,
    total_impression_base as impression_base,
    total_open_base as open_base
from totals
order by image

"""#),
        ("funnel_by_platform.sql", #"""
-- funnel_by_platform
-- How far sends got on each platform. One row for each platform, by name.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   platform            text     android, ios, web, unknown; from the send side
--   attempted           integer  sends in the log: sent + failed
--   failed              integer  FCM refused them
--   sent                integer  FCM accepted them
--   received            integer  a client event proves arrival
--   impressions         integer  shown; null where no platform can tell
--   opened              integer  opened within the window
--   received_rate_bp    integer  received of sent, in basis points; null below 100 sent
--   impression_rate_bp  integer  impressions of impression_base; null below 100
--   open_rate_bp        integer  opened of open_base; null below 100
--   impression_base     integer  sent, not silent, where the platform can tell impressions
--   open_base           integer  sent, not silent
--
-- example: pushfunnel sql funnel_by_platform --param since=2026-11-01 --param until=2026-11-08

with totals as (
    select
        platform,
        sum(attempted) as total_attempted,
        sum(failed) as total_failed,
        sum(sent) as total_sent,
        sum(received) as total_received,
        sum(impressions) as total_impressions,
        sum(opened) as total_opened,
        sum(case when silent = 0 and impressions is not null then sent else 0 end)
            as total_impression_base,
        sum(case when silent = 0 then sent else 0 end) as total_open_base
    from funnel_hourly
    where
        (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by platform
)

select
    platform,
    total_attempted as attempted,
    total_failed as failed,
    total_sent as sent,
    total_received as received,
    total_impressions as impressions,
    total_opened as opened,
    case
        when total_sent >= 100
            then cast(10000 * total_received / nullif(total_sent, 0) as bigint)
    end as received_rate_bp,
    case
        when total_impression_base >= 100
            then cast(10000 * total_impressions / nullif(total_impression_base, 0) as bigint)
    end as impression_rate_bp,
    case
        when total_open_base >= 100
            then cast(10000 * total_opened / nullif(total_open_base, 0) as bigint)
    end as open_rate_bp,
    total_impression_base as impression_base,
    total_open_base as open_base
from totals
order by platform

"""#),
        ("funnel_by_platform_and_image.sql", #"""
-- funnel_by_platform_and_image
-- Whether sends with an image got further, on each platform. One row for each platform and class
-- of image, by name.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   platform            text     android, ios, web, unknown; from the send side
--   image               text     image (the send asked for one), no_image, unknown
--   attempted           integer  sends in the log: sent + failed
--   failed              integer  FCM refused them
--   sent                integer  FCM accepted them
--   received            integer  a client event proves arrival
--   impressions         integer  shown; null where no platform can tell
--   opened              integer  opened within the window
--   received_rate_bp    integer  received of sent, in basis points; null below 100 sent
--   impression_rate_bp  integer  impressions of impression_base; null below 100
--   open_rate_bp        integer  opened of open_base; null below 100
--   impression_base     integer  sent, not silent, where the platform can tell impressions
--   open_base           integer  sent, not silent
--
-- example: pushfunnel sql funnel_by_platform_and_image --param since=2026-11-01

with totals as (
    select
        platform,
        image,
        sum(attempted) as total_attempted,
        sum(failed) as total_failed,
        sum(sent) as total_sent,
        sum(received) as total_received,
        sum(impressions) as total_impressions,
        sum(opened) as total_opened,
        sum(case when silent = 0 and impressions is not null then sent else 0 end)
            as total_impression_base,
        sum(case when silent = 0 then sent else 0 end) as total_open_base
    from funnel_hourly
    where
        (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by platform, image
)

select
    platform,
    image,
    total_attempted as attempted,
    total_failed as failed,
    total_sent as sent,
    total_received as received,
    total_impressions as impressions,
    total_opened as opened,
    case
        when total_sent >= 100
            then cast(10000 * total_received / nullif(total_sent, 0) as bigint)
    end as received_rate_bp,
    case
        when total_impression_base >= 100
            then cast(10000 * total_impressions / nullif(total_impression_base, 0) as bigint)
    end as impression_rate_bp,
    case
        when total_open_base >= 100
            then cast(10000 * total_opened / nullif(total_open_base, 0) as bigint)
    end as open_rate_bp,
    total_impression_base as impression_base,
    total_open_base as open_base
from totals
order by platform, image

"""#),
        ("funnel_total.sql", #"""
-- funnel_total
-- How far all sends got. One row.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   attempted           integer  sends in the log: sent + failed
--   failed              integer  FCM refused them
--   sent                integer  FCM accepted them
--   received            integer  a client event proves arrival
--   impressions         integer  shown; null where no platform can tell
--   opened              integer  opened within the window
--   received_rate_bp    integer  received of sent, in basis points; null below 100 sent
--   impression_rate_bp  integer  impressions of impression_base; null below 100
--   open_rate_bp        integer  opened of open_base; null below 100
--   impression_base     integer  sent, not silent, where the platform can tell impressions
--   open_base           integer  sent, not silent
--
-- example: pushfunnel sql funnel_total --param since=2026-11-01 --param until=2026-11-08

with totals as (
    select
        coalesce(sum(attempted), 0) as total_attempted,
        coalesce(sum(failed), 0) as total_failed,
        coalesce(sum(sent), 0) as total_sent,
        coalesce(sum(received), 0) as total_received,
        sum(impressions) as total_impressions,
        coalesce(sum(opened), 0) as total_opened,
        coalesce(sum(case when silent = 0 and impressions is not null then sent else 0 end), 0)
            as total_impression_base,
        coalesce(sum(case when silent = 0 then sent else 0 end), 0) as total_open_base
    from funnel_hourly
    where
        (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
)

select
    total_attempted as attempted,
    total_failed as failed,
    total_sent as sent,
    total_received as received,
    total_impressions as impressions,
    total_opened as opened,
    case
        when total_sent >= 100
            then cast(10000 * total_received / nullif(total_sent, 0) as bigint)
    end as received_rate_bp,
    case
        when total_impression_base >= 100
            then cast(10000 * total_impressions / nullif(total_impression_base, 0) as bigint)
    end as impression_rate_bp,
    case
        when total_open_base >= 100
            then cast(10000 * total_opened / nullif(total_open_base, 0) as bigint)
    end as open_rate_bp,
    total_impression_base as impression_base,
    total_open_base as open_base
from totals
order by sent

"""#),
        ("image_status.sql", #"""
-- image_status
-- Whether the images that sends asked for can show, and whether such sends are opened. One row for
-- each platform and status, most sent first.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--
-- columns
--   platform       text     android, ios, web, unknown; from the send side
--   image_status   text     ok, or why the image cannot show; no_image, unknown
--   sent           integer  sends that FCM accepted
--   sent_share_bp  integer  sent of the platform's, in basis points; null below 100 of these
--   opened         integer  opened within the window
--   open_rate_bp   integer  opened of open_base; null below 100
--   open_base      integer  sent, not silent
--
-- example: pushfunnel sql image_status --param since=2026-11-01 --param until=2026-11-08

with status_totals as (
    select
        platform,
        image_status,
        sum(sent) as total_sent,
        sum(opened) as total_opened,
        sum(case when silent = 0 then sent else 0 end) as total_open_base
    from funnel_hourly
    where
        (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
    group by platform, image_status
),

with_platform_totals as (
    select
        platform,
        image_status,
        total_sent,
        total_opened,
        total_open_base,
        sum(total_sent) over (partition by platform) as platform_sent
    from status_totals
)

select
    platform,
    image_status,
    total_sent as sent,
    case
        when platform_sent >= 100
            then cast(10000 * total_sent / nullif(platform_sent, 0) as bigint)
    end as sent_share_bp,
    total_opened as opened,
    case
        when total_open_base >= 100
            then cast(10000 * total_opened / nullif(total_open_base, 0) as bigint)
    end as open_rate_bp,
    total_open_base as open_base
from with_platform_totals
order by platform, sent desc, image_status

"""#),
        ("label_events.sql", #"""
-- label_events
-- Client events that name no message (Google Analytics rows, Android dismissals), by label. One
-- row for each platform, campaign and kind, most events first.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--
-- columns
--   platform  text     what the events say; unknown without
--   campaign  text     label or Composer campaign, '(none)' without
--   kind      text     receipt, foreground, impression, open, dismiss, phantom_open
--   events    integer  how many
--
-- example: pushfunnel sql label_events --param since=2026-11-01

with label_totals as (
    select
        platform,
        campaign,
        kind,
        sum(events) as total_events
    from label_hourly
    where
        (:since is null or event_hour >= :since)
        and (:until is null or event_hour < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
    group by platform, campaign, kind
)

select
    platform,
    campaign,
    kind,
    total_events as events
from label_totals
order by events desc, platform, campaign, kind

"""#),
        ("ledger.sql", #"""
-- ledger
-- What became of every line and every client event that was read. One row.
--
-- columns
--   files      integer  files and runs of standard input
--   lines      integer  lines read: new + duplicate + rejected + blank
--   new        integer  lines that told something for the first time
--   duplicate  integer  lines that told what was known
--   rejected   integer  lines set aside
--   blank      integer  lines with nothing on them
--   events     integer  distinct client events that name a message: matched + orphan
--   matched    integer  those whose send is known
--   orphan     integer  those whose send is not
--
-- example: pushfunnel sql ledger

select
    files,
    lines,
    new,
    duplicate,
    rejected,
    blank,
    events,
    matched,
    orphan
from ledger
order by files

"""#),
        ("orphans.sql", #"""
-- orphans
-- Messages with client events and no known send: sent to topics, from the console, or missing from
-- the send logs. One row for each platform, campaign and reason, most messages first.
--
-- parameters
--   :since     hour  default null  first day or hour, UTC
--   :until     hour  default null  day or hour after the last
--   :campaign  text  default null  one campaign or label
--
-- columns
--   platform   text     what client events say, several joined by +; unknown without
--   campaign   text     label or Composer campaign of the events, '(none)' without
--   reason     text     topic, composer (sent from the console), no_send
--   messages   integer  how many messages
--   events     integer  their distinct client events
--   opened     integer  messages with an open
--   first_day  text     earliest day of a message, UTC
--   last_day   text     latest day
--
-- example: pushfunnel sql orphans --param since=2026-11-01

with orphan_totals as (
    select
        platform,
        campaign,
        reason,
        sum(messages) as total_messages,
        sum(events) as total_events,
        sum(opened) as total_opened,
        min(send_day) as first_day,
        max(send_day) as last_day
    from orphan_hourly
    where
        (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:campaign is null or campaign = :campaign)
    group by platform, campaign, reason
)

select
    platform,
    campaign,
    reason,
    total_messages as messages,
    total_events as events,
    total_opened as opened,
    first_day,
    last_day
from orphan_totals
order by messages desc, platform, campaign, reason

"""#),
        ("phantom_opens.sql", #"""
-- phantom_opens
-- Opens that the Apple SDK logged without a tap; they count in no open rate. One row for each
-- platform and campaign that has some, most first.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--
-- columns
--   platform         text     android, ios, web, unknown; from the send side
--   campaign         text     campaign or label, '(none)' without one
--   sent             integer  FCM accepted them
--   opened           integer  opened within the window
--   phantom          integer  messages with a phantom open
--   phantom_rate_bp  integer  phantom of open_base, in basis points; null below 100
--   open_base        integer  sent, not silent
--
-- example: pushfunnel sql phantom_opens --param platform=ios

with totals as (
    select
        platform,
        campaign,
        sum(sent) as total_sent,
        sum(opened) as total_opened,
        sum(phantom) as total_phantom,
        sum(case when silent = 0 then sent else 0 end) as total_open_base
    from funnel_hourly
    where
        (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
    group by platform, campaign
)

select
    platform,
    campaign,
    total_sent as sent,
    total_opened as opened,
    total_phantom as phantom,
    case
        when total_open_base >= 100
            then cast(10000 * total_phantom / nullif(total_open_base, 0) as bigint)
    end as phantom_rate_bp,
    total_open_base as open_base
from totals
where total_phantom > 0
order by phantom desc, platform, campaign

"""#),
        ("receipt_coverage.sql", #"""
-- receipt_coverage
-- Whether clients log receipts: the share of opened messages whose receipt came first. One row for
-- each platform, by name. What is far below 100 % undercounts received.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   platform              text     android, ios, web, unknown; from the send side
--   received              integer  a client event of any kind proves arrival
--   receipts              integer  those with an explicit receipt
--   opened                integer  opened within the window
--   receipts_before_open  integer  those with a receipt at or before the open
--   receipt_coverage_bp   integer  receipts_before_open of opened, in basis points; null below 100
--
-- example: pushfunnel sql receipt_coverage --param since=2026-11-01 --param until=2026-11-08

with totals as (
    select
        platform,
        sum(received) as total_received,
        sum(receipts) as total_receipts,
        sum(opened) as total_opened,
        sum(receipts_before_open) as total_receipts_before_open
    from funnel_hourly
    where
        (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by platform
)

select
    platform,
    total_received as received,
    total_receipts as receipts,
    total_opened as opened,
    total_receipts_before_open as receipts_before_open,
    case
        when total_opened >= 100
            then cast(10000 * total_receipts_before_open / nullif(total_opened, 0) as bigint)
    end as receipt_coverage_bp
from totals
order by platform

"""#),
        ("rejects.sql", #"""
-- rejects
-- Why lines were set aside, and where the first of each kind stands. One row for each reason, most
-- frequent first.
--
-- columns
--   reason        text     one word, such as invalid_json
--   rejected      integer  distinct lines
--   example_path  text     file of the first such line, by name and line
--   example_line  integer  its line, from 1
--   example_byte  integer  where in the line, from 1
--   expected      text     what would have been accepted there
--
-- example: pushfunnel sql rejects

with places as (
    select
        reason,
        path,
        line,
        byte,
        expected,
        row_number() over (partition by reason order by path, line) as place_number
    from rejects
)

select
    reject_reasons.reason as reason,
    reject_reasons.rejected as rejected,
    places.path as example_path,
    places.line as example_line,
    places.byte as example_byte,
    places.expected as expected
from reject_reasons
left join places
    on places.reason = reject_reasons.reason
    and places.place_number = 1
order by rejected desc, reason

"""#),
        ("time_to_open.sql", #"""
-- time_to_open
-- How long people take to open. One row for each platform and class of delay that has opens,
-- shortest first; late opens count too.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   platform                text     android, ios, web, unknown; from the send side
--   from_seconds            integer  start of the class; null: before the send, by a wrong clock
--   to_seconds              integer  its end, not in it; null: without end
--   opened                  integer  messages opened in this class
--   opened_so_far           integer  those opened in this class or an earlier one
--   opened_so_far_share_bp  integer  those of the platform's, in basis points; null below 100
--
-- example: pushfunnel sql time_to_open --param platform=ios

with class_totals as (
    select
        platform,
        from_seconds,
        to_seconds,
        coalesce(from_seconds, -1) as class_start,
        sum(messages) as total_opened
    from delay_hourly
    where
        stage = 'opened'
        and (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by platform, from_seconds, to_seconds
),

running_totals as (
    select
        platform,
        from_seconds,
        to_seconds,
        total_opened,
        sum(total_opened) over (
            partition by platform
            order by class_start
            rows between unbounded preceding and current row
        ) as running_opened,
        sum(total_opened) over (partition by platform) as platform_opened
    from class_totals
)

select
    platform,
    from_seconds,
    to_seconds,
    total_opened as opened,
    running_opened as opened_so_far,
    case
        when platform_opened >= 100
            then cast(10000 * running_opened / nullif(platform_opened, 0) as bigint)
    end as opened_so_far_share_bp
from running_totals
order by platform, from_seconds nulls first

"""#),
        ("top_campaigns_by_open_rate.sql", #"""
-- top_campaigns_by_open_rate
-- Which campaigns are opened most. One row for each campaign with at least 100 sends that show
-- something, highest open rate first.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :image     image|no_image|unknown   default null  one class of image
--   :top       integer                  default 10    how many campaigns
--
-- columns
--   place         integer  1 for the highest rate
--   campaign      text     campaign or label, '(none)' without one
--   sent          integer  FCM accepted them
--   opened        integer  opened within the window
--   open_rate_bp  integer  opened of open_base, in basis points
--   open_base     integer  sent, not silent
--
-- example: pushfunnel sql top_campaigns_by_open_rate --param top=5 --param platform=ios

with campaign_totals as (
    select
        campaign,
        sum(sent) as total_sent,
        sum(opened) as total_opened,
        sum(case when silent = 0 then sent else 0 end) as total_open_base
    from funnel_hourly
    where
        (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:image is null or image = :image)
    group by campaign
),

campaign_rates as (
    select
        campaign,
        total_sent,
        total_opened,
        total_open_base,
        cast(10000 * total_opened / nullif(total_open_base, 0) as bigint) as total_open_rate_bp
    from campaign_totals
    where total_open_base >= 100
),

places as (
    select
        campaign,
        total_sent,
        total_opened,
        total_open_base,
        total_open_rate_bp,
        row_number() over (
            order by total_open_rate_bp desc, total_open_base desc, campaign
        ) as rate_place
    from campaign_rates
)

select
    rate_place as place,
    campaign,
    total_sent as sent,
    total_opened as opened,
    total_open_rate_bp as open_rate_bp,
    total_open_base as open_base
from places
where rate_place <= coalesce(cast(:top as bigint), 10)
order by place

"""#),
        ("topics.sql", #"""
-- topics
-- Sends to topics and conditions, and what devices tell of them. One row for each topic and
-- campaign, most sent first. A topic send reaches an unknown number of devices, so there is no
-- rate.
--
-- parameters
--   :since     hour  default null  first day or hour, UTC
--   :until     hour  default null  day or hour after the last
--   :campaign  text  default null  one campaign or label
--
-- columns
--   topic     text     topic, or the text of a condition
--   campaign  text     campaign or label, '(none)' without one
--   sent      integer  requests that FCM accepted
--   failed    integer  requests that FCM refused
--   received  integer  devices' messages that name the topic
--   opened    integer  those that were opened
--
-- example: pushfunnel sql topics --param since=2026-11-01

with topic_totals as (
    select
        topic,
        campaign,
        sum(sent) as total_sent,
        sum(failed) as total_failed,
        sum(received) as total_received,
        sum(opened) as total_opened
    from topic_hourly
    where
        (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:campaign is null or campaign = :campaign)
    group by topic, campaign
)

select
    topic,
    campaign,
    total_sent as sent,
    total_failed as failed,
    total_received as received,
    total_opened as opened
from topic_totals
order by sent desc, received desc, topic, campaign

"""#),
    ]
}
