-- open_rate_by_hour
-- How the open rate of the largest campaigns goes from hour to hour. One row for each campaign and
-- UTC hour in which it has sends, the campaign with most sends first.
--
-- words: time of day, trend
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :project   text                     default null  one Firebase project
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--   :top       integer                  default 12    how many campaigns
--
-- columns
--   place      integer  1 for the campaign with most sends
--   campaign   text     campaign or label, '(none)' without one
--   send_hour  text     YYYY-MM-DDTHH, UTC: the hour of the send
--   sent       integer  FCM accepted them
--   opened     integer  opened within the window
--   open_rate  rate     opened / open_base
--   open_base  integer  sent, not silent
--
-- example: pushfunnel sql open_rate_by_hour --param since=2025-11-18 --param top=4

with hour_totals as (
    select
        campaign,
        send_hour,
        sum(sent) as total_sent,
        sum(opened) as total_opened,
        sum(open_base) as total_open_base
    from funnel_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by campaign, send_hour
),

campaign_totals as (
    select
        campaign,
        sum(total_sent) as campaign_sent
    from hour_totals
    group by campaign
),

places as (
    select
        campaign,
        row_number() over (order by campaign_sent desc, campaign) as sent_place
    from campaign_totals
    where campaign_sent > 0
)

select
    places.sent_place as place,
    hour_totals.campaign as campaign,
    hour_totals.send_hour as send_hour,
    hour_totals.total_sent as sent,
    hour_totals.total_opened as opened,
    1e0 * hour_totals.total_opened / nullif(hour_totals.total_open_base, 0) as open_rate,
    hour_totals.total_open_base as open_base
from hour_totals
inner join places on places.campaign = hour_totals.campaign
where
    places.sent_place <= coalesce(cast(:top as bigint), 12)
    and hour_totals.total_sent > 0
order by place, send_hour
