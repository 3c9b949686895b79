-- receipt_coverage
-- Whether clients log receipts: the share of opened messages whose receipt came first. One row for
-- each platform, by name. What is far below 100 % undercounts received.
--
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
--   received              integer  a client event of any kind proves arrival
--   receipts              integer  those with an explicit receipt
--   opened                integer  opened within the window
--   receipts_before_open  integer  those with a receipt at or before the open
--   receipt_coverage      rate     receipts_before_open / opened
--
-- example: pushfunnel sql receipt_coverage --param since=2025-11-01 --param until=2025-11-08

with totals as (
    select
        platform,
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
)

select
    platform,
    total_received as received,
    total_receipts as receipts,
    total_opened as opened,
    total_receipts_before_open as receipts_before_open,
    1e0 * total_receipts_before_open / nullif(total_opened, 0) as receipt_coverage
from totals
order by platform
