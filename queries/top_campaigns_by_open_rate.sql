-- top_campaigns_by_open_rate
-- Which campaigns are opened most, or least. One row for each campaign with enough sends that show
-- something, highest open rate first; with :order worst, lowest first.
--
-- words: best, worst, ranking, compare campaigns, ctr, click-through rate
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :project   text                     default null  one Firebase project
--   :image     image|no_image|unknown   default null  one class of image
--   :top       integer                  default 10    how many campaigns
--   :order     best|worst               default best  which come first
--   :minimum   integer                  default 100   the least open_base
--
-- columns
--   place      integer  1 for the highest rate, or the lowest
--   campaign   text     campaign or label, '(none)' without one
--   sent       integer  FCM accepted them
--   opened     integer  opened within the window
--   open_rate  rate     opened / open_base
--   open_base  integer  sent, not silent
--
-- example: pushfunnel sql top_campaigns_by_open_rate --param top=5 --param platform=ios

with campaign_totals as (
    select
        campaign,
        sum(sent) as total_sent,
        sum(opened) as total_opened,
        sum(open_base) as total_open_base
    from funnel_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:image is null or image = :image)
    group by campaign
),

campaign_rates as (
    select
        campaign,
        total_sent,
        total_opened,
        total_open_base,
        1e0 * total_opened / nullif(total_open_base, 0) as total_open_rate
    from campaign_totals
    where total_open_base > 0 and total_open_base >= coalesce(cast(:minimum as bigint), 100)
),

places as (
    select
        campaign,
        total_sent,
        total_opened,
        total_open_base,
        total_open_rate,
        row_number() over (
            order by
                case when coalesce(:order, 'best') = 'worst' then total_open_rate end,
                total_open_rate desc,
                total_open_base desc,
                campaign
        ) as rate_place
    from campaign_rates
)

select
    rate_place as place,
    campaign,
    total_sent as sent,
    total_opened as opened,
    total_open_rate as open_rate,
    total_open_base as open_base
from places
where rate_place <= coalesce(cast(:top as bigint), 10)
order by place
