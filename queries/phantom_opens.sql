-- phantom_opens
-- Opens that the Apple SDK logged without a tap; they count in no open rate. One row for each
-- platform and campaign that has some, most first.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :project   text                     default null  one Firebase project
--   :campaign  text                     default null  one campaign or label
--
-- columns
--   platform      text     android, ios, web, unknown; from the send side
--   campaign      text     campaign or label, '(none)' without one
--   sent          integer  FCM accepted them
--   opened        integer  opened within the window
--   phantom       integer  messages with a phantom open
--   phantom_rate  rate     phantom / open_base
--   open_base     integer  sent, not silent
--
-- example: pushfunnel sql phantom_opens --param platform=ios

with totals as (
    select
        platform,
        campaign,
        sum(sent) as total_sent,
        sum(opened) as total_opened,
        sum(phantom) as total_phantom,
        sum(open_base) as total_open_base
    from funnel_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
    group by platform, campaign
)

select
    platform,
    campaign,
    total_sent as sent,
    total_opened as opened,
    total_phantom as phantom,
    1e0 * total_phantom / nullif(total_open_base, 0) as phantom_rate,
    total_open_base as open_base
from totals
where total_phantom > 0
order by phantom desc, platform, campaign
