-- arrivals_by_hour
-- Client events by the hour in which they came, beside what was sent in that hour and what came in
-- the same hour of the week before: what an alert looks at. One row for each hour with sends or
-- events, by time. Events that came more than a day after their send are left out.
--
-- engine: sqlite
--
-- parameters
--   :since     hour                        default null    first hour of arrival, UTC
--   :until     hour                        default null    hour after the last
--   :stage     received|impression|opened  default null    which events; null: opened
--   :platform  android|ios|web|unknown     default null    one platform
--   :project   text                        default null    one Firebase project
--   :campaign  text                        default null    one campaign or label
--   :image     image|no_image|unknown      default null    one class of image
--
-- columns
--   arrival_hour  text     YYYY-MM-DDTHH, UTC
--   sent          integer  sends that FCM accepted in this hour
--   arrived       integer  messages that got to the stage in this hour
--   week_before   integer  those that did a week before
--
-- example: pushfunnel sql arrivals_by_hour --param since=2025-11-18 --param platform=ios

with arrivals as (
    select
        strftime(
            '%Y-%m-%dT%H',
            send_hour || ':00:00',
            '+' || hours_later || ' hours'
        ) as arrived_hour,
        sum(messages) as hour_arrived
    from delay_hourly
    where
        stage = coalesce(:stage, 'opened')
        and hours_later is not null
        -- Eight days before: a week, and a day from send to arrival.
        and send_hour >= coalesce(
            strftime(
                '%Y-%m-%dT%H',
                substr(:since || 'T00', 1, 13) || ':00:00',
                '-8 days'
            ),
            ''
        )
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by 1
),

sends as (
    select
        send_hour,
        sum(sent) as hour_sent
    from funnel_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by send_hour
),

all_hours as (
    select arrived_hour as told_hour from arrivals
    union
    select send_hour from sends
)

select
    all_hours.told_hour as arrival_hour,
    coalesce(sends.hour_sent, 0) as sent,
    coalesce(arrivals.hour_arrived, 0) as arrived,
    coalesce(earlier.hour_arrived, 0) as week_before
from all_hours
left join sends on sends.send_hour = all_hours.told_hour
left join arrivals on arrivals.arrived_hour = all_hours.told_hour
left join arrivals as earlier
    on earlier.arrived_hour = strftime('%Y-%m-%dT%H', all_hours.told_hour || ':00:00', '-7 days')
where
    all_hours.told_hour >= coalesce(:since, '')
    and all_hours.told_hour < coalesce(:until, '9999')
order by arrival_hour
