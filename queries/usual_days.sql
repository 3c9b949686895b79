-- usual_days
-- What tells whether a day is as usual: its sends and those of the days before it, and how long
-- events take. One row for each day, platform or campaign, then one for each hour of the period,
-- one for each class of delay, and of one campaign one for each day of all others. It is for
-- pushfunnel sql usual_days --derive usual, and --derive trend. Days begin at the hour of since,
-- or where clocks are changed at two hours; campaigns are those with most sends.
--
-- parameters
--   :since          hour                     default null  first day or hour, UTC
--   :until          hour                     default null  day or hour after the last
--   :history_since  hour                     default null  first hour of the days before
--   :clock_change   hour                     default null  in its night, days begin at its hour
--                                                           for the first time, and before at that
--                                                           of history_since; null: always at one
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

-- Days are read as a whole: a month has few. Their hours before or after the hour of since are
-- moved to the day before or after.
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

-- The hours at which days begin.
begin_hours as (
    select substr(:since, 12, 2) as begin_hour
    union all
    select substr(:history_since, 12, 2) as begin_hour
    union all
    select substr(:clock_change, 12, 2) as begin_hour
),

cuts as (
    select
        coalesce(min(case when begin_hour >= '11' then begin_hour end), '24') as night_hour,
        coalesce(max(case when begin_hour < '11' then begin_hour end), '') as morning_hour
    from begin_hours
),

-- Hours to read, and how often they count. Those that may belong to another day than their own are
-- taken from the full day, and then counted for the day that they belong to. Then what full days
-- leave out: hours before the first and after the last. The hours from final_before on, of its
-- day, count zero times: their only use is to mark this day as not final.
spans as (
    select
        send_day || case
            when halves.half = 'night' then 'T' || cuts.night_hour
            else 'T00'
        end as first_hour,
        send_day || case
            when halves.half = 'night' then 'T24'
            when cuts.morning_hour = '' then 'T00'
            else 'T' || cuts.morning_hour
        end as end_hour,
        signs.times as times
    from full_days
    cross join cuts
    cross join (
        select 'night' as half
        union all
        select 'morning' as half
    ) as halves
    cross join (
        select -1 as times
        union all
        select 1 as times
    ) as signs
    group by
        full_days.send_day,
        cuts.night_hour,
        cuts.morning_hour,
        halves.half,
        signs.times
    union all
    select
        case gaps.place
            when 'before' then coalesce(:history_since, :since, '')
            when 'after' then coalesce(ends.last_day, '9999') || 'T24'
            else :final_before
        end as first_hour,
        case
            when gaps.place = 'open' then substr(:final_before, 1, 10) || 'T24'
            when gaps.place = 'before'
                and coalesce(ends.first_day, '9999') < coalesce(:until, '9999')
                then coalesce(ends.first_day, '9999')
            else coalesce(:until, '9999')
        end as end_hour,
        case when gaps.place = 'open' then 0 else 1 end as times
    from ends
    cross join (
        select 'before' as place
        union all
        select 'after' as place
        union all
        select 'open' as place
    ) as gaps
    where
        gaps.place <> 'open'
        or (
            ends.first_day <= substr(:final_before, 1, 10)
            and substr(:final_before, 1, 10) <= ends.last_day
        )
),

cut_hours as (
    select
        spans.times as times,
        funnel_hourly.send_day as send_day,
        funnel_hourly.send_hour as send_hour,
        substr(funnel_hourly.send_hour, 12, 2) as hour_text,
        case
            when funnel_hourly.send_day > substr(:clock_change, 1, 10)
                or (
                    funnel_hourly.send_day = substr(:clock_change, 1, 10)
                    and substr(funnel_hourly.send_hour, 12, 2) >= '11'
                )
                then coalesce(substr(:clock_change, 12, 2), '')
            when :clock_change is null then coalesce(substr(:since, 12, 2), '')
            else coalesce(substr(:history_since, 12, 2), '')
        end as begin_hour,
        funnel_hourly.platform as platform,
        funnel_hourly.campaign as campaign,
        spans.times * funnel_hourly.attempted as times_attempted,
        spans.times * funnel_hourly.sent as times_sent,
        spans.times * funnel_hourly.received as times_received,
        spans.times * funnel_hourly.impressions as times_impressions,
        spans.times * funnel_hourly.impression_base as times_impression_base,
        spans.times * funnel_hourly.opened as times_opened,
        spans.times * funnel_hourly.open_base as times_open_base
    from spans
    cross join funnel_hourly
    where
        funnel_hourly.send_hour >= spans.first_hour
        and funnel_hourly.send_hour < spans.end_hour
        and (:platform is null or funnel_hourly.platform = :platform)
        and (:project is null or funnel_hourly.project = :project)
        and (:image is null or funnel_hourly.image = :image)
),

-- The hour 10 always belongs to its own day: no zone changes its clocks so that days begin at it
-- and at eleven.
cells as (
    select
        send_day,
        0 as cut_shift,
        send_day || 'T10' as last_hour,
        case when send_day || 'T00' >= :final_before then 1 else 0 end as is_open,
        platform,
        campaign,
        full_attempted as attempted,
        full_sent as sent,
        full_received as received,
        full_impressions as impressions,
        full_impression_base as impression_base,
        full_opened as opened,
        full_open_base as open_base
    from full_days
    union all
    select
        send_day,
        case
            when times < 0 then 0
            when hour_text >= '11' and begin_hour >= '11' and hour_text >= begin_hour then 1
            when hour_text < '11' and begin_hour < '11' and hour_text < begin_hour then -1
            else 0
        end as cut_shift,
        case when times < 0 then send_day || 'T10' else send_hour end as last_hour,
        case when times >= 0 and send_hour >= :final_before then 1 else 0 end as is_open,
        platform,
        campaign,
        times_attempted,
        times_sent,
        times_received,
        times_impressions,
        times_impression_base,
        times_opened,
        times_open_base
    from cut_hours
),

day_totals as (
    select
        send_day,
        cut_shift,
        platform,
        campaign,
        max(last_hour) as newest_hour,
        max(is_open) as day_is_open,
        sum(sent) as day_sent,
        sum(received) as day_received,
        sum(impressions) as day_impressions,
        sum(impression_base) as day_impression_base,
        sum(opened) as day_opened,
        sum(open_base) as day_open_base
    from cells
    group by send_day, cut_shift, platform, campaign
    having sum(attempted) > 0
),

campaign_totals as (
    select
        campaign,
        sum(day_sent) as campaign_sent
    from day_totals
    where
        newest_hour >= coalesce(:since, '')
        and (:campaign is null or campaign = :campaign)
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

-- Each day is counted for its platform, for its campaign if that is one of the top, and of one
-- campaign for all others.
day_groups as (
    select
        groupings.grouping_name as grouping_name,
        day_totals.send_day as send_day,
        day_totals.cut_shift as cut_shift,
        case when groupings.grouping_name = 'platform' then day_totals.platform end
            as group_platform,
        case when groupings.grouping_name = 'campaign' then top_campaigns.campaign end
            as top_campaign,
        day_totals.newest_hour as newest_hour,
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
            when grouping_name = 'others' then 'others'
            when max(newest_hour) >= coalesce(:since, '') then 'period'
            else 'before'
        end as part,
        send_day,
        cut_shift,
        case when max(day_is_open) = 1 then 'no' else 'yes' end as mature,
        group_platform as platform,
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
    group by grouping_name, send_day, cut_shift, group_platform, top_campaign
    union all
    select
        'cohort' as part,
        null as send_day,
        null as cut_shift,
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
    left join top_campaigns on top_campaigns.campaign = funnel_hourly.campaign
    where
        exists (select 1 from delays)
        and funnel_hourly.send_hour >= coalesce(:since, '')
        and funnel_hourly.send_hour < coalesce(:until, '9999')
        and (:platform is null or funnel_hourly.platform = :platform)
        and (:project is null or funnel_hourly.project = :project)
        and (:campaign is null or funnel_hourly.campaign = :campaign)
        and (:image is null or funnel_hourly.image = :image)
    group by funnel_hourly.send_hour, top_campaigns.campaign, funnel_hourly.platform
    union all
    select
        'delay' as part,
        null as delay_day,
        null as cut_shift,
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
    parts.send_day as send_day,
    parts.cut_shift as day_shift,
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
    send_day nulls first,
    day_shift nulls first,
    platform nulls first,
    campaign nulls first,
    send_hour nulls first,
    stage nulls first,
    from_seconds nulls first,
    to_seconds nulls first
