-- cohort_ages
-- Sends of each hour and segment, and in which hour of the clock their events came: what
-- pushfunnel alert --cohorts reads. One row for each send hour, platform, campaign and class of
-- image, in that order. Sends with nothing to show are left out of opens.
--
-- parameters
--   :since     hour                     default null    first day or hour, UTC
--   :until     hour                     default null    day or hour after the last
--   :stage     received|opened          default null    which events; null: opened
--   :platform  android|ios|web|unknown  default null    one platform
--   :project   text                     default null    one Firebase project
--   :campaign  text                     default null    one campaign or label
--   :image     image|no_image|unknown   default null    one class of image
--
-- columns
--   send_hour  text     hour of the sends, UTC
--   platform   text     android, ios, web, unknown; from the send side
--   campaign   text     campaign or label, '(none)' without one
--   image      text     image, no_image, unknown
--   sent       integer  FCM accepted them
--   age0       integer  events in the hour of the send, by the clock
--   age1       integer  events 1 clock hour after the hour of the send
--   age2       integer  events 2 clock hours after the hour of the send
--   age3       integer  events 3 clock hours after the hour of the send
--   age4       integer  events 4 clock hours after the hour of the send
--   age5       integer  events 5 clock hours after the hour of the send
--   age6       integer  events 6 clock hours after the hour of the send
--   age7       integer  events 7 clock hours after the hour of the send
--   age8       integer  events 8 clock hours after the hour of the send
--   age9       integer  events 9 clock hours after the hour of the send
--   age10      integer  events 10 clock hours after the hour of the send
--   age11      integer  events 11 clock hours after the hour of the send
--   age12      integer  events 12 clock hours after the hour of the send
--   age13      integer  events 13 clock hours after the hour of the send
--   age14      integer  events 14 clock hours after the hour of the send
--   age15      integer  events 15 clock hours after the hour of the send
--   age16      integer  events 16 clock hours after the hour of the send
--   age17      integer  events 17 clock hours after the hour of the send
--   age18      integer  events 18 clock hours after the hour of the send
--   age19      integer  events 19 clock hours after the hour of the send
--   age20      integer  events 20 clock hours after the hour of the send
--   age21      integer  events 21 clock hours after the hour of the send
--   age22      integer  events 22 clock hours after the hour of the send
--   age23      integer  events 23 clock hours after the hour of the send
--   age24      integer  events 24 clock hours after the hour of the send
--
-- example: pushfunnel sql cohort_ages --param stage=received --limit 0 --csv
-- for: pushfunnel alert --cohorts

with send_hours as (
    select
        send_hour,
        platform,
        campaign,
        image,
        sum(
            case
                when coalesce(:stage, 'opened') = 'opened' then open_base
                else sent
            end
        ) as hour_sent
    from funnel_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by send_hour, platform, campaign, image
),

event_hours as (
    select
        send_hour,
        platform,
        campaign,
        image,
        sum(case when hours_later = 0 then messages else 0 end) as events_0,
        sum(case when hours_later = 1 then messages else 0 end) as events_1,
        sum(case when hours_later = 2 then messages else 0 end) as events_2,
        sum(case when hours_later = 3 then messages else 0 end) as events_3,
        sum(case when hours_later = 4 then messages else 0 end) as events_4,
        sum(case when hours_later = 5 then messages else 0 end) as events_5,
        sum(case when hours_later = 6 then messages else 0 end) as events_6,
        sum(case when hours_later = 7 then messages else 0 end) as events_7,
        sum(case when hours_later = 8 then messages else 0 end) as events_8,
        sum(case when hours_later = 9 then messages else 0 end) as events_9,
        sum(case when hours_later = 10 then messages else 0 end) as events_10,
        sum(case when hours_later = 11 then messages else 0 end) as events_11,
        sum(case when hours_later = 12 then messages else 0 end) as events_12,
        sum(case when hours_later = 13 then messages else 0 end) as events_13,
        sum(case when hours_later = 14 then messages else 0 end) as events_14,
        sum(case when hours_later = 15 then messages else 0 end) as events_15,
        sum(case when hours_later = 16 then messages else 0 end) as events_16,
        sum(case when hours_later = 17 then messages else 0 end) as events_17,
        sum(case when hours_later = 18 then messages else 0 end) as events_18,
        sum(case when hours_later = 19 then messages else 0 end) as events_19,
        sum(case when hours_later = 20 then messages else 0 end) as events_20,
        sum(case when hours_later = 21 then messages else 0 end) as events_21,
        sum(case when hours_later = 22 then messages else 0 end) as events_22,
        sum(case when hours_later = 23 then messages else 0 end) as events_23,
        sum(case when hours_later = 24 then messages else 0 end) as events_24
    from delay_hourly
    where
        stage = coalesce(:stage, 'opened')
        and send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:project is null or project = :project)
    group by send_hour, platform, campaign, image
)

select
    send_hours.send_hour as send_hour,
    send_hours.platform as platform,
    send_hours.campaign as campaign,
    send_hours.image as image,
    send_hours.hour_sent as sent,
    coalesce(event_hours.events_0, 0) as age0,
    coalesce(event_hours.events_1, 0) as age1,
    coalesce(event_hours.events_2, 0) as age2,
    coalesce(event_hours.events_3, 0) as age3,
    coalesce(event_hours.events_4, 0) as age4,
    coalesce(event_hours.events_5, 0) as age5,
    coalesce(event_hours.events_6, 0) as age6,
    coalesce(event_hours.events_7, 0) as age7,
    coalesce(event_hours.events_8, 0) as age8,
    coalesce(event_hours.events_9, 0) as age9,
    coalesce(event_hours.events_10, 0) as age10,
    coalesce(event_hours.events_11, 0) as age11,
    coalesce(event_hours.events_12, 0) as age12,
    coalesce(event_hours.events_13, 0) as age13,
    coalesce(event_hours.events_14, 0) as age14,
    coalesce(event_hours.events_15, 0) as age15,
    coalesce(event_hours.events_16, 0) as age16,
    coalesce(event_hours.events_17, 0) as age17,
    coalesce(event_hours.events_18, 0) as age18,
    coalesce(event_hours.events_19, 0) as age19,
    coalesce(event_hours.events_20, 0) as age20,
    coalesce(event_hours.events_21, 0) as age21,
    coalesce(event_hours.events_22, 0) as age22,
    coalesce(event_hours.events_23, 0) as age23,
    coalesce(event_hours.events_24, 0) as age24
from send_hours
left join event_hours
    on
        event_hours.send_hour = send_hours.send_hour
        and event_hours.platform = send_hours.platform
        and event_hours.campaign = send_hours.campaign
        and event_hours.image = send_hours.image
where send_hours.hour_sent > 0 or event_hours.send_hour is not null
order by send_hour, platform, campaign, image
