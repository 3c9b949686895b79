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
--   campaign     text     campaign or label, '(none)' without one
--   currency     text     three letters; '(none)' without a value or currency
--   converted    integer  conversions within the window
--   total_value  text     the sum of their values, as a decimal
--
-- example: pushfunnel sql conversion_value --param since=2025-11-01

-- Units and the rest are summed apart: together, in millionths, a sum could be too large.
with totals as (
    select
        campaign,
        currency,
        sum(converted) as total_converted,
        sum(
            cast((value_millionths - value_millionths % 1000000) / nullif(1000000, 0) as bigint)
        ) as unit_sum,
        sum(value_millionths % 1000000) as rest_sum
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
        unit_sum + cast((rest_sum - rest_sum % 1000000) / nullif(1000000, 0) as bigint) as units,
        rest_sum % 1000000 as rest
    from totals
    where total_converted > 0
),

-- Units and the rest have one sign.
decimals as (
    select
        campaign,
        currency,
        total_converted,
        case
            when units > 0 and rest < 0 then units - 1
            when units < 0 and rest > 0 then units + 1
            else units
        end as whole_units,
        case
            when units > 0 and rest < 0 then rest + 1000000
            when units < 0 and rest > 0 then rest - 1000000
            else rest
        end as millionths
    from parts
)

select
    campaign,
    currency,
    total_converted as converted,
    case when whole_units < 0 or millionths < 0 then '-' else '' end
    || abs(whole_units)
    || '.'
    || substr(
        '' || (1000000 + abs(millionths)), 2, case when millionths % 10000 = 0 then 2 else 6 end
    ) as total_value
from decimals
order by converted desc, campaign, currency
