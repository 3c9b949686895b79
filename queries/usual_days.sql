-- usual_days
-- What tells whether a day is as usual: its sends and those of the days before it, and how long
-- events take. One row for each day, platform or campaign, then one for each hour of the period,
-- one for each class of delay, and of one campaign one for each day of all others. It is for
-- pushfunnel sql usual_days --derive usual, and --derive trend. Days are those of UTC, or of the
-- time zone of `pushfunnel sql --tz`; of the day in which since lies, hours before it are left out.
-- Campaigns are those with most sends.
--
-- parameters
--   :since          hour                     default null  first day or hour, UTC
--   :until          hour                     default null  day or hour after the last
--   :history_since  hour                     default null  first hour of the days before
--   :reached        text                     default null  moment of the counts; null: all is final
--   :final_before   hour                     default null  earlier hours are final; null: all are
--   :window_hours   integer                  default 72    the window of the store
--   :platform       android|ios|web|unknown  default null  one platform
--   :project        text                     default null  one Firebase project
--   :campaign       text                     default null  one campaign or label
--   :image          image|no_image|unknown   default null  one class of image
--   :top            integer                  default 50    how many campaigns
--
-- columns
--   part             text     period, before, cohort (an hour of the period), delay, others
--   local_day        text     YYYY-MM-DD; null of a delay
--   mature           text     yes when the windows of all its sends are over; no: opens still come
--   platform         text     android, ios, web, unknown; null in rows of a campaign
--   campaign         text     campaign or label; null: all, or none of the top
--   send_hour        text     of a cohort, YYYY-MM-DDTHH, UTC
--   stage            text     of a delay: received, impression, opened
--   from_seconds     integer  of a delay: start of the class; null: without beginning
--   to_seconds       integer  its end, not in it; null: without end
--   sent             integer  FCM accepted them
--   received         integer  a client event proves arrival
--   impressions      integer  shown; 0 where none is known
--   impression_base  integer  not silent, and reported by a client log
--   opened           integer  opened within the window
--   open_base        integer  sent, not silent
--   messages         integer  of a delay: how many of the final days before
--   since            text     the parameter
--   until            text     the parameter
--   reached          text     the parameter
--   window_hours     integer  the parameter
--
-- example: pushfunnel sql usual_days --param since=2025-11-18 --derive trend
-- for: --derive usual

-- Days are read as a whole, by UTC: a month has few. Hours that belong to another day of the zone
-- are moved to it.
with full_days as (
    select
        funnel_daily.send_day as send_day,
        funnel_daily.platform as platform,
        funnel_daily.campaign as campaign,
        sum(funnel_daily.attempted) as full_attempted,
        sum(funnel_daily.sent) as full_sent,
        sum(funnel_daily.received) as full_received,
        sum(funnel_daily.impressions) as full_impressions,
        sum(funnel_daily.impression_base) as full_impression_base,
        sum(funnel_daily.opened) as full_opened,
        sum(funnel_daily.open_base) as full_open_base
    from funnel_daily
    where
        funnel_daily.send_day >= substr(coalesce(:history_since, :since, ''), 1, 10)
        and funnel_daily.send_day || 'T00' >= coalesce(:history_since, :since, '')
        and funnel_daily.send_day || 'T23' < coalesce(:until, '9999')
        and (:platform is null or funnel_daily.platform = :platform)
        and (:project is null or funnel_daily.project = :project)
        and (:image is null or funnel_daily.image = :image)
    group by funnel_daily.send_day, funnel_daily.platform, funnel_daily.campaign
),

ends as (
    select
        min(send_day) as first_day,
        max(send_day) as last_day
    from full_days
),

zone_hours as (
    select
        send_hour,
        substr(send_hour, 1, 10) as utc_day,
        local_day as zone_day
    from hours
    where
        send_hour >= coalesce(:history_since, :since, '')
        and send_hour < coalesce(:until, '9999')
),

period_start as (
    select coalesce(min(zone_day), '9999') as first_period_day
    from zone_hours
    where send_hour >= coalesce(:since, '')
),

placed_hours as (
    select
        zone_hours.send_hour as send_hour,
        zone_hours.utc_day as utc_day,
        zone_hours.zone_day as zone_day,
        case
            when zone_hours.utc_day >= ends.first_day and zone_hours.utc_day <= ends.last_day
                then 1
            else 0
        end as in_full_day,
        case
            when zone_hours.zone_day >= period_start.first_period_day
                and zone_hours.send_hour < coalesce(:since, '')
                then 1
            else 0
        end as is_left_out
    from zone_hours
    cross join ends
    cross join period_start
),

-- Hours to read, the day that each counts for, and how often. The hours from final_before on, of
-- its day, count zero times: their only use is to mark their day as not final.
signed_hours as (
    select
        send_hour,
        zone_day as counted_day,
        1 as times
    from placed_hours
    where is_left_out = 0 and (in_full_day = 0 or zone_day <> utc_day)
    union all
    select
        send_hour,
        utc_day as counted_day,
        -1 as times
    from placed_hours
    where in_full_day = 1 and (is_left_out = 1 or zone_day <> utc_day)
    union all
    select
        send_hour,
        zone_day as counted_day,
        0 as times
    from placed_hours
    where
        in_full_day = 1
        and is_left_out = 0
        and utc_day = substr(:final_before, 1, 10)
        and send_hour >= :final_before
),

cells as (
    select
        send_day as cell_day,
        case when send_day || 'T00' >= :final_before then 1 else 0 end as is_open,
        platform,
        campaign,
        full_attempted as cell_attempted,
        full_sent as cell_sent,
        full_received as cell_received,
        full_impressions as cell_impressions,
        full_impression_base as cell_impression_base,
        full_opened as cell_opened,
        full_open_base as cell_open_base
    from full_days
    union all
    select
        signed_hours.counted_day as cell_day,
        case
            when signed_hours.times >= 0 and signed_hours.send_hour >= :final_before then 1
            else 0
        end as is_open,
        funnel_hourly.platform as platform,
        funnel_hourly.campaign as campaign,
        signed_hours.times * funnel_hourly.attempted as cell_attempted,
        signed_hours.times * funnel_hourly.sent as cell_sent,
        signed_hours.times * funnel_hourly.received as cell_received,
        signed_hours.times * funnel_hourly.impressions as cell_impressions,
        signed_hours.times * funnel_hourly.impression_base as cell_impression_base,
        signed_hours.times * funnel_hourly.opened as cell_opened,
        signed_hours.times * funnel_hourly.open_base as cell_open_base
    from signed_hours
    cross join funnel_hourly
    where
        funnel_hourly.send_hour = signed_hours.send_hour
        and (:platform is null or funnel_hourly.platform = :platform)
        and (:project is null or funnel_hourly.project = :project)
        and (:image is null or funnel_hourly.image = :image)
),

day_totals as (
    select
        cell_day,
        platform,
        campaign,
        max(is_open) as day_is_open,
        sum(cell_sent) as day_sent,
        sum(cell_received) as day_received,
        sum(cell_impressions) as day_impressions,
        sum(cell_impression_base) as day_impression_base,
        sum(cell_opened) as day_opened,
        sum(cell_open_base) as day_open_base
    from cells
    group by cell_day, platform, campaign
    having sum(cell_attempted) > 0
),

campaign_totals as (
    select
        day_totals.campaign as campaign,
        sum(day_totals.day_sent) as campaign_sent
    from day_totals
    cross join period_start
    where
        day_totals.cell_day >= period_start.first_period_day
        and (:campaign is null or day_totals.campaign = :campaign)
    group by day_totals.campaign
),

places as (
    select
        campaign,
        row_number() over (order by campaign_sent desc, campaign) as sent_place
    from campaign_totals
    where campaign_sent > 0
),

top_campaigns as (
    select campaign
    from places
    where sent_place <= coalesce(cast(:top as bigint), 50)
),

-- Each day is counted for its platform, for its campaign if that is one of the top, and of one
-- campaign for all others.
day_groups as (
    select
        groupings.grouping_name as grouping_name,
        day_totals.cell_day as cell_day,
        case when groupings.grouping_name = 'platform' then day_totals.platform end
            as group_platform,
        case when groupings.grouping_name = 'campaign' then top_campaigns.campaign end
            as top_campaign,
        day_totals.day_is_open as day_is_open,
        day_totals.day_sent as day_sent,
        day_totals.day_received as day_received,
        day_totals.day_impressions as day_impressions,
        day_totals.day_impression_base as day_impression_base,
        day_totals.day_opened as day_opened,
        day_totals.day_open_base as day_open_base
    from day_totals
    cross join (
        select 'platform' as grouping_name
        union all
        select 'campaign' as grouping_name
        union all
        select 'others' as grouping_name
    ) as groupings
    left join top_campaigns on top_campaigns.campaign = day_totals.campaign
    where
        case groupings.grouping_name
            when 'campaign' then top_campaigns.campaign is not null
            when 'others' then day_totals.campaign <> :campaign
            else :campaign is null or day_totals.campaign = :campaign
        end
),

-- How long events took on the final days before. Without one, nothing can be expected of hours
-- whose opens still arrive.
delays as (
    select
        delay_daily.platform as platform,
        delay_daily.stage as stage,
        delay_daily.from_seconds as from_seconds,
        delay_daily.to_seconds as to_seconds,
        sum(delay_daily.messages) as delay_messages
    from delay_daily
    where
        delay_daily.stage <> 'converted'
        and delay_daily.send_day >= substr(:history_since, 1, 10)
        and delay_daily.send_day < substr(:since, 1, 10)
        and delay_daily.send_day < substr(:final_before, 1, 10)
        and (:platform is null or delay_daily.platform = :platform)
    group by
        delay_daily.platform,
        delay_daily.stage,
        delay_daily.from_seconds,
        delay_daily.to_seconds
),

parts as (
    select
        case
            when day_groups.grouping_name = 'others' then 'others'
            when day_groups.cell_day >= period_start.first_period_day then 'period'
            else 'before'
        end as part,
        day_groups.cell_day as part_day,
        case when max(day_groups.day_is_open) = 1 then 'no' else 'yes' end as mature,
        day_groups.group_platform as platform,
        day_groups.top_campaign as top_campaign,
        null as send_hour,
        null as stage,
        null as from_seconds,
        null as to_seconds,
        sum(day_groups.day_sent) as total_sent,
        sum(day_groups.day_received) as total_received,
        sum(day_groups.day_impressions) as total_impressions,
        sum(day_groups.day_impression_base) as total_impression_base,
        sum(day_groups.day_opened) as total_opened,
        sum(day_groups.day_open_base) as total_open_base,
        null as total_messages
    from day_groups
    cross join period_start
    group by
        day_groups.grouping_name,
        day_groups.cell_day,
        period_start.first_period_day,
        day_groups.group_platform,
        day_groups.top_campaign
    union all
    select
        'cohort' as part,
        zone_hours.zone_day as part_day,
        null as mature,
        funnel_hourly.platform as platform,
        top_campaigns.campaign as top_campaign,
        funnel_hourly.send_hour as send_hour,
        null as stage,
        null as from_seconds,
        null as to_seconds,
        sum(funnel_hourly.sent) as total_sent,
        null as total_received,
        null as total_impressions,
        sum(funnel_hourly.impression_base) as total_impression_base,
        null as total_opened,
        sum(funnel_hourly.open_base) as total_open_base,
        null as total_messages
    from funnel_hourly
    inner join zone_hours on zone_hours.send_hour = funnel_hourly.send_hour
    left join top_campaigns on top_campaigns.campaign = funnel_hourly.campaign
    where
        exists (select 1 from delays)
        and funnel_hourly.send_hour >= coalesce(:since, '')
        and funnel_hourly.send_hour < coalesce(:until, '9999')
        and (:platform is null or funnel_hourly.platform = :platform)
        and (:project is null or funnel_hourly.project = :project)
        and (:campaign is null or funnel_hourly.campaign = :campaign)
        and (:image is null or funnel_hourly.image = :image)
    group by
        zone_hours.zone_day,
        funnel_hourly.send_hour,
        top_campaigns.campaign,
        funnel_hourly.platform
    union all
    select
        'delay' as part,
        null as part_day,
        null as mature,
        platform,
        null as top_campaign,
        null as send_hour,
        stage,
        from_seconds,
        to_seconds,
        null as total_sent,
        null as total_received,
        null as total_impressions,
        null as total_impression_base,
        null as total_opened,
        null as total_open_base,
        delay_messages as total_messages
    from delays
)

select
    parts.part as part,
    parts.part_day as local_day,
    parts.mature as mature,
    parts.platform as platform,
    parts.top_campaign as campaign,
    parts.send_hour as send_hour,
    parts.stage as stage,
    parts.from_seconds as from_seconds,
    parts.to_seconds as to_seconds,
    parts.total_sent as sent,
    parts.total_received as received,
    parts.total_impressions as impressions,
    parts.total_impression_base as impression_base,
    parts.total_opened as opened,
    parts.total_open_base as open_base,
    parts.total_messages as messages,
    :since as since,
    :until as until,
    :reached as reached,
    coalesce(cast(:window_hours as bigint), 72) as window_hours
from parts
order by
    part,
    local_day nulls first,
    platform nulls first,
    campaign nulls first,
    send_hour nulls first,
    stage nulls first,
    from_seconds nulls first,
    to_seconds nulls first
