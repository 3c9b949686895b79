-- reconcile_sends
-- Sends of each hour by platform and campaign: what pushfunnel reconcile compares with the counts
-- of FCM and APNs. One row for each hour, platform, campaign and silence that has sends, oldest
-- first.
--
-- parameters
--   :since  hour  default null  first day or hour, UTC
--   :until  hour  default null  day or hour after the last
--
-- columns
--   send_hour             text     YYYY-MM-DDTHH, UTC
--   platform              text     android, ios, web, unknown
--   campaign              text     campaign or label, '(none)' without one
--   silent                integer  1 when there is nothing to show, else 0
--   sent                  integer  FCM accepted them
--   failed                integer  FCM refused them
--   received              integer  a client event proves arrival
--   opened                integer  opened within the window
--   receipts_before_open  integer  opened ones with a receipt at or before the open
--   priority_told         integer  devices told the priority asked for and the one delivered at
--   priority_lowered      integer  those delivered at a lower one
--
-- example: pushfunnel sql reconcile_sends --param since=2025-11-18 --param until=2025-11-19
-- for: pushfunnel reconcile

with totals as (
    select
        send_hour,
        platform,
        campaign,
        silent,
        sum(sent) as total_sent,
        sum(failed) as total_failed,
        sum(received) as total_received,
        sum(opened) as total_opened,
        sum(receipts_before_open) as total_receipts_before_open,
        sum(priority_told) as total_priority_told,
        sum(priority_lowered) as total_priority_lowered
    from funnel_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
    group by send_hour, platform, campaign, silent
)

select
    send_hour,
    platform,
    campaign,
    silent,
    total_sent as sent,
    total_failed as failed,
    total_received as received,
    total_opened as opened,
    total_receipts_before_open as receipts_before_open,
    total_priority_told as priority_told,
    total_priority_lowered as priority_lowered
from totals
order by send_hour, platform, campaign, silent
