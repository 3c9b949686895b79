-- platform_conflicts
-- Messages whose client events name another platform than their send. One row for each platform of
-- the send that has some, by name.
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
--   platform        text     android, ios, web, unknown; from the send side
--   received        integer  a client event of any kind proves arrival
--   conflicts       integer  those whose events name another platform
--   conflict_share  rate     conflicts / received
--
-- example: pushfunnel sql platform_conflicts --param since=2025-11-01

with totals as (
    select
        platform,
        sum(received) as total_received,
        sum(platform_conflicts) as total_conflicts
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
    total_conflicts as conflicts,
    1e0 * total_conflicts / nullif(total_received, 0) as conflict_share
from totals
where total_conflicts > 0
order by platform
