-- usual_days
-- What tells whether a day is as usual: its sends and those of the days before it, and how long
-- events take. One row for each day of 24 hours, platform or campaign, then one for each hour of
-- the period, one for each class of delay, and of one campaign one for each day of all others. It
-- is for pushfunnel sql usual_days --derive usual, and --derive trend. Days begin at the hour of
-- since; campaigns are those with most sends.
--
-- parameters
--   :since          hour                     default null  first day or hour, UTC
--   :until          hour                     default null  day or hour after the last
--   :history_since  hour                     default null  first hour of the days before
--   :reached        text                     default null  moment of the counts; null: all is final
--   :window_hours   integer                  default 72    the window of the store
--   :platform       android|ios|web|unknown  default null  one platform
--   :campaign       text                     default null  one campaign or label
--   :image          image|no_image|unknown   default null  one class of image
--   :top            integer                  default 50    how many campaigns
--
-- columns
--   part             text     period, before, cohort (an hour of the period), delay, others
--   send_day         text     YYYY-MM-DD, UTC
--   day_shift        integer  days from send_day to the day that begins at the hour of since
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

with cells as (
    select
        send_hour,
        send_day,
        case
            when coalesce(substr(:since, 12, 2), '') in ('', '00') then 0
            when substr(send_hour, 12, 2) >= substr(:since, 12, 2)
                then case when substr(:since, 12, 2) >= '12' then 1 else 0 end
            else case when substr(:since, 12, 2) >= '12' then 0 else -1 end
        end as cut_shift,
        platform,
        campaign,
        sent,
        received,
        impressions,
        impression_base,
        opened,
        open_base
    from funnel_hourly
    where
        send_hour >= coalesce(:history_since, :since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
),

day_totals as (
    select
        send_day,
        cut_shift,
        platform,
        campaign,
        max(send_hour) as last_hour,
        sum(sent) as day_sent,
        sum(received) as day_received,
        sum(impressions) as day_impressions,
        sum(impression_base) as day_impression_base,
        sum(opened) as day_opened,
        sum(open_base) as day_open_base
    from cells
    group by send_day, cut_shift, platform, campaign
),

campaign_totals as (
    select
        campaign,
        sum(day_sent) as campaign_sent
    from day_totals
    where last_hour >= coalesce(:since, '')
    group by campaign
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

day_groups as (
    select
        send_day,
        cut_shift,
        platform,
        null as top_campaign,
        last_hour,
        day_sent,
        day_received,
        day_impressions,
        day_impression_base,
        day_opened,
        day_open_base
    from day_totals
    union all
    select
        day_totals.send_day as send_day,
        day_totals.cut_shift as cut_shift,
        null as platform,
        day_totals.campaign as top_campaign,
        day_totals.last_hour as last_hour,
        day_totals.day_sent as day_sent,
        day_totals.day_received as day_received,
        day_totals.day_impressions as day_impressions,
        day_totals.day_impression_base as day_impression_base,
        day_totals.day_opened as day_opened,
        day_totals.day_open_base as day_open_base
    from day_totals
    inner join top_campaigns on top_campaigns.campaign = day_totals.campaign
),

parts as (
    select
        case when max(last_hour) >= coalesce(:since, '') then 'period' else 'before' end as part,
        send_day,
        cut_shift,
        max(last_hour) as newest_hour,
        platform,
        top_campaign,
        null as send_hour,
        null as stage,
        null as from_seconds,
        null as to_seconds,
        sum(day_sent) as total_sent,
        sum(day_received) as total_received,
        sum(day_impressions) as total_impressions,
        sum(day_impression_base) as total_impression_base,
        sum(day_opened) as total_opened,
        sum(day_open_base) as total_open_base,
        null as total_messages
    from day_groups
    group by send_day, cut_shift, platform, top_campaign
    union all
    select
        'cohort' as part,
        null as send_day,
        null as cut_shift,
        null as newest_hour,
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
    left join top_campaigns on top_campaigns.campaign = funnel_hourly.campaign
    where
        :reached is not null
        and funnel_hourly.send_hour >= coalesce(:since, '')
        and funnel_hourly.send_hour < coalesce(:until, '9999')
        and (:platform is null or funnel_hourly.platform = :platform)
        and (:campaign is null or funnel_hourly.campaign = :campaign)
        and (:image is null or funnel_hourly.image = :image)
    group by funnel_hourly.platform, top_campaigns.campaign, funnel_hourly.send_hour
    union all
    select
        'delay' as part,
        null as delay_day,
        null as cut_shift,
        null as newest_hour,
        delay_daily.platform as platform,
        null as top_campaign,
        null as send_hour,
        delay_daily.stage as stage,
        delay_daily.from_seconds as from_seconds,
        delay_daily.to_seconds as to_seconds,
        null as total_sent,
        null as total_received,
        null as total_impressions,
        null as total_impression_base,
        null as total_opened,
        null as total_open_base,
        sum(delay_daily.messages) as total_messages
    from delay_daily
    cross join store_settings
    where
        :reached is not null
        and delay_daily.send_day >= substr(:history_since, 1, 10)
        and delay_daily.send_day < substr(:since, 1, 10)
        and delay_daily.send_day < substr(store_settings.opens_final_before, 1, 10)
        and (:platform is null or delay_daily.platform = :platform)
    group by
        delay_daily.platform,
        delay_daily.stage,
        delay_daily.from_seconds,
        delay_daily.to_seconds
    union all
    select
        'others' as part,
        send_day,
        case
            when coalesce(substr(:since, 12, 2), '') in ('', '00') then 0
            when substr(send_hour, 12, 2) >= substr(:since, 12, 2)
                then case when substr(:since, 12, 2) >= '12' then 1 else 0 end
            else case when substr(:since, 12, 2) >= '12' then 0 else -1 end
        end as cut_shift,
        max(send_hour) as newest_hour,
        null as other_platform,
        null as top_campaign,
        null as cohort_hour,
        null as stage,
        null as from_seconds,
        null as to_seconds,
        sum(sent) as total_sent,
        sum(received) as total_received,
        sum(impressions) as total_impressions,
        sum(impression_base) as total_impression_base,
        sum(opened) as total_opened,
        sum(open_base) as total_open_base,
        null as total_messages
    from funnel_hourly
    where
        :campaign is not null
        and campaign <> :campaign
        and send_hour >= coalesce(:history_since, :since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:image is null or image = :image)
    group by 2, 3
)

select
    parts.part as part,
    parts.send_day as send_day,
    parts.cut_shift as day_shift,
    case
        when parts.newest_hour is null then null
        when :reached is null or parts.newest_hour < store_settings.opens_final_before then 'yes'
        else 'no'
    end as mature,
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
cross join store_settings
order by
    part,
    send_day nulls first,
    day_shift nulls first,
    platform nulls first,
    campaign nulls first,
    send_hour nulls first,
    stage nulls first,
    from_seconds nulls first,
    to_seconds nulls first
