-- opens_by_weekday
-- On which weekday and at what hour pushes are opened most. One row for each weekday and hour of
-- the day that have sends, in UTC, or in the time zone of `pushfunnel sql --tz`. With age, it
-- counts only opens of the first hours, so that new sends compare with old ones: leave out those
-- that are younger with until or aged_until.
--
-- words: weekday, day of week, hour of day, time of day, best time, heatmap, send time, timezone
-- parameters
--   :since       hour                     default null  first day or hour, UTC
--   :until       hour                     default null  day or hour after the last
--   :platform    android|ios|web|unknown  default null  one platform
--   :project     text                     default null  one Firebase project
--   :campaign    text                     default null  one campaign or label
--   :image       image|no_image|unknown   default null  one class of image
--   :by          weekday|hour|both|all    default both  what rows are by
--   :age         integer                  default null  opens of the first 1 to 24 hours alone
--   :aged_until  hour                     default null  only sends from before this hour
--
-- columns
--   weekday    integer  1 Monday to 7 Sunday; null by hour, and of all
--   hour       integer  0 to 23, when it was sent; null by weekday, and of all
--   sent       integer  FCM accepted them
--   received   integer  at least one client event proves arrival
--   opened     integer  opened within the window, at any time; with :age within so many hours
--   open_rate  rate     opened / open_base
--   open_base  integer  sent, not silent
--
-- example: pushfunnel sql opens_by_weekday --tz Europe/Berlin --param by=hour

with hour_totals as (
    select
        send_hour,
        sum(sent) as hour_sent,
        sum(received) as hour_received,
        sum(opened) as hour_opened,
        sum(open_base) as hour_base
    from funnel_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and send_hour < coalesce(:aged_until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by send_hour
),

-- No class of delay crosses an hour.
aged_totals as (
    select
        send_hour,
        sum(messages) as aged_opened
    from delay_hourly
    where
        :age is not null
        and stage = 'opened'
        and send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and coalesce(from_seconds, -1) < 3600 * cast(:age as bigint)
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by send_hour
),

totals as (
    select
        case when coalesce(:by, 'both') in ('weekday', 'both') then hours.weekday end as day_number,
        case when coalesce(:by, 'both') in ('hour', 'both') then hours.local_hour end
            as hour_number,
        sum(hour_totals.hour_sent) as total_sent,
        sum(hour_totals.hour_received) as total_received,
        sum(
            case
                when :age is null then hour_totals.hour_opened
                else coalesce(aged_totals.aged_opened, 0)
            end
        ) as total_opened,
        sum(hour_totals.hour_base) as total_base
    from hour_totals
    inner join hours on hours.send_hour = hour_totals.send_hour
    left join aged_totals on aged_totals.send_hour = hour_totals.send_hour
    where
        hours.send_hour >= coalesce(:since, '')
        and hours.send_hour < coalesce(:until, '9999')
    group by 1, 2
)

select
    day_number as weekday,
    hour_number as hour,
    total_sent as sent,
    total_received as received,
    total_opened as opened,
    1e0 * total_opened / nullif(total_base, 0) as open_rate,
    total_base as open_base
from totals
order by weekday nulls first, hour nulls first
