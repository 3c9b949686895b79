-- reach
-- How many messages reached their device: those that prove it, and an estimate of all. One row for
-- each platform, by name. The estimate is that of Lincoln and Petersen: opened messages tell which
-- share of those that arrived log a receipt. It holds where receipts and opens do not depend on
-- each other.
--
-- words: delivery rate, delivered
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :project   text                     default null  one Firebase project
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   platform              text     android, ios, web, unknown; from the send side
--   sent                  integer  FCM accepted them
--   received              integer  a client event of any kind proves arrival: a lower bound
--   received_share        rate     received / sent
--   receipts              integer  those with an explicit receipt
--   opened                integer  opened within the window
--   receipts_before_open  integer  those with a receipt at or before the open
--   receipt_coverage      rate     receipts_before_open / opened
--   reached_estimate      integer  receipts / coverage, at least received; null below 100 opened
--   reached_share         share    reached_estimate / sent
--
-- example: pushfunnel sql reach --param since=2025-11-01 --param until=2025-11-08

with totals as (
    select
        platform,
        sum(sent) as total_sent,
        sum(received) as total_received,
        sum(receipts) as total_receipts,
        sum(opened) as total_opened,
        sum(receipts_before_open) as total_receipts_before_open
    from funnel_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by platform
),

estimates as (
    select
        platform,
        total_sent,
        total_received,
        total_receipts,
        total_opened,
        total_receipts_before_open,
        case
            when total_opened >= 100
                then cast(
                    total_receipts * total_opened / nullif(total_receipts_before_open, 0)
                    as bigint
                )
        end as total_estimated
    from totals
),

at_least_received as (
    select
        platform,
        total_sent,
        total_received,
        total_receipts,
        total_opened,
        total_receipts_before_open,
        case
            when total_estimated < total_received then total_received
            else total_estimated
        end as total_reached
    from estimates
)

select
    platform,
    total_sent as sent,
    total_received as received,
    1e0 * total_received / nullif(total_sent, 0) as received_share,
    total_receipts as receipts,
    total_opened as opened,
    total_receipts_before_open as receipts_before_open,
    1e0 * total_receipts_before_open / nullif(total_opened, 0) as receipt_coverage,
    total_reached as reached_estimate,
    1e0 * total_reached / nullif(total_sent, 0) as reached_share
from at_least_received
order by platform
