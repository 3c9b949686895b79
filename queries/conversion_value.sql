-- conversion_value
-- What conversions within their window are worth, exactly. One row for each campaign and currency,
-- most conversions first. Of several conversions of one message, the earliest counts.
--
-- words: purchases, revenue, turnover, sales, money, amount
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :project   text                     default null  one Firebase project
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   campaign          text     campaign or label, '(none)' without one
--   currency          text     three letters; '(none)' without a value or currency
--   converted         integer  conversions within the window
--   total_value       text     the sum of their values, as a decimal
--   value_millionths  integer  the same in millionths of the currency
--
-- example: pushfunnel sql conversion_value --param since=2025-11-01

with totals as (
    select
        campaign,
        currency,
        sum(converted) as total_converted,
        sum(value_millionths) as total_millionths
    from conversion_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by campaign, currency
),

parts as (
    select
        campaign,
        currency,
        total_converted,
        total_millionths,
        abs(total_millionths) as size,
        abs(total_millionths) % 1000000 as rest
    from totals
    where total_converted > 0
)

select
    campaign,
    currency,
    total_converted as converted,
    case when total_millionths < 0 then '-' else '' end
    || cast((size - rest) / nullif(1000000, 0) as bigint)
    || '.'
    || substr('' || (1000000 + rest), 2, case when rest % 10000 = 0 then 2 else 6 end)
    as total_value,
    total_millionths as value_millionths
from parts
order by converted desc, campaign, currency
