-- week_over_week
-- How each week did, beside the week before. One row for each week from Monday to Sunday that has
-- sends, oldest first, in UTC or in the time zone of `pushfunnel sql --tz`. A week with fewer than
-- seven days is not comparable.
--
-- words: weekly, trend, growth, compare, last week
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :project   text                     default null  one Firebase project
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   week                  text     its Monday, YYYY-MM-DD
--   days                  integer  its days that have sends
--   sent                  integer  FCM accepted them
--   sent_before           integer  the same of the week with sends before; null in the first
--   received_rate         rate     received / sent
--   received_rate_change  change   received_rate less that of the week before
--   open_rate             rate     opened / open_base
--   open_rate_change      change   open_rate less that of the week before
--   received              integer  at least one client event proves arrival
--   opened                integer  opened within the window
--   open_base             integer  sent, not silent
--
-- example: pushfunnel sql week_over_week --param platform=ios

with day_totals as (
    select
        hours.week as week_day,
        hours.local_day as day_text,
        sum(funnel_hourly.sent) as day_sent,
        sum(funnel_hourly.received) as day_received,
        sum(funnel_hourly.opened) as day_opened,
        sum(funnel_hourly.open_base) as day_base
    from funnel_hourly
    inner join hours on hours.send_hour = funnel_hourly.send_hour
    where
        funnel_hourly.send_hour >= coalesce(:since, '')
        and funnel_hourly.send_hour < coalesce(:until, '9999')
        and hours.send_hour >= coalesce(:since, '')
        and hours.send_hour < coalesce(:until, '9999')
        and (:platform is null or funnel_hourly.platform = :platform)
        and (:project is null or funnel_hourly.project = :project)
        and (:campaign is null or funnel_hourly.campaign = :campaign)
        and (:image is null or funnel_hourly.image = :image)
    group by 1, 2
),

totals as (
    select
        week_day,
        count(*) as total_days,
        sum(day_sent) as total_sent,
        sum(day_received) as total_received,
        sum(day_opened) as total_opened,
        sum(day_base) as total_base
    from day_totals
    group by week_day
),

rates as (
    select
        week_day,
        total_days,
        total_sent,
        total_received,
        total_opened,
        total_base,
        1e0 * total_received / nullif(total_sent, 0) as week_received_rate,
        1e0 * total_opened / nullif(total_base, 0) as week_open_rate
    from totals
)

select
    week_day as week,
    total_days as days,
    total_sent as sent,
    lag(total_sent, 1, null) over (order by week_day) as sent_before,
    week_received_rate as received_rate,
    week_received_rate - lag(week_received_rate, 1, null) over (order by week_day)
        as received_rate_change,
    week_open_rate as open_rate,
    week_open_rate - lag(week_open_rate, 1, null) over (order by week_day) as open_rate_change,
    total_received as received,
    total_opened as opened,
    total_base as open_base
from rates
order by week
