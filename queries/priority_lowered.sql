-- priority_lowered
-- Messages that Android delivered at a lower priority than asked for, of those whose device told
-- both. One row for each platform and campaign that has some, most first.
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
--   platform       text     android, ios, web, unknown; from the send side
--   campaign       text     campaign or label, '(none)' without one
--   told           integer  devices told both the priority asked for and the one delivered at
--   lowered        integer  those delivered at a lower one
--   lowered_share  rate     lowered / told
--
-- example: pushfunnel sql priority_lowered --param since=2025-11-01

with totals as (
    select
        platform,
        campaign,
        sum(priority_told) as total_told,
        sum(priority_lowered) as total_lowered
    from funnel_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by platform, campaign
)

select
    platform,
    campaign,
    total_told as told,
    total_lowered as lowered,
    1e0 * total_lowered / nullif(total_told, 0) as lowered_share
from totals
where total_lowered > 0
order by lowered desc, platform, campaign
