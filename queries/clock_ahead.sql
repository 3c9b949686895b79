-- clock_ahead
-- Messages that arrived after the time of the data, by the clocks of their devices: those clocks are
-- ahead. One row for each platform that has some, by name.
--
-- engine: sqlite
-- words: future, wrong time, fast clock
--
-- parameters
--   :since     hour                     default null  first day or hour of arrival, UTC
--   :platform  android|ios|web|unknown  default null  one platform
--   :reached   text                     default null  the time of the data, RFC 3339
--
-- columns
--   platform  text     android, ios, web, unknown; from the send side
--   arrivals  integer  messages received, shown or opened, once for each of these
--   ahead     integer  those more than an hour after :reached
--
-- example: pushfunnel sql clock_ahead --param reached=2025-11-19T23:59:55Z

with limits as (
    select strftime('%Y-%m-%dT%H', substr(:reached, 1, 19), '+1 hour') as last_hour
),

platform_totals as (
    select
        arrival_hourly.platform as platform,
        sum(arrival_hourly.messages) as total_arrivals,
        sum(case when arrival_hour > last_hour then arrival_hourly.messages else 0 end)
            as total_ahead
    from arrival_hourly
    cross join limits
    where
        arrival_hour >= coalesce(:since, '')
        and (:platform is null or arrival_hourly.platform = :platform)
    group by arrival_hourly.platform
)

select
    platform,
    total_arrivals as arrivals,
    total_ahead as ahead
from platform_totals
where total_ahead > 0
order by platform
