-- conversion_total
-- How many messages led to what the sender wanted, such as a purchase. One row; none without a
-- conversion.
--
-- words: purchases, revenue, goals, sales
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :project   text                     default null  one Firebase project
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   sent                   integer  FCM accepted them
--   opened                 integer  opened within the window
--   converted              integer  converted within the window of conversions
--   converted_opened       integer  those that were opened within the window
--   converted_late         integer  converted after the window
--   converted_rate         rate     converted / sent
--   converted_opened_rate  rate     converted_opened / opened
--
-- example: pushfunnel sql conversion_total --param since=2025-11-01 --param until=2025-11-08

with conversion_totals as (
    select
        sum(converted) as total_converted,
        sum(converted_opened) as total_converted_opened,
        sum(converted_late) as total_late
    from conversion_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
),

funnel_totals as (
    select
        sum(sent) as total_sent,
        sum(opened) as total_opened
    from funnel_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
        and exists (select 1 from conversion_totals where total_converted + total_late > 0)
)

select
    funnel_totals.total_sent as sent,
    funnel_totals.total_opened as opened,
    conversion_totals.total_converted as converted,
    conversion_totals.total_converted_opened as converted_opened,
    conversion_totals.total_late as converted_late,
    1e0 * conversion_totals.total_converted / nullif(funnel_totals.total_sent, 0)
        as converted_rate,
    1e0 * conversion_totals.total_converted_opened / nullif(funnel_totals.total_opened, 0)
        as converted_opened_rate
from conversion_totals
cross join funnel_totals
where conversion_totals.total_converted + conversion_totals.total_late > 0
order by converted
