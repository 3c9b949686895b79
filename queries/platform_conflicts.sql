-- platform_conflicts
-- Messages whose client events name another platform than their send. One row for each platform of
-- the send that has some, by name.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   platform           text     android, ios, web, unknown; from the send side
--   received           integer  a client event of any kind proves arrival
--   conflicts          integer  those whose events name another platform
--   conflict_share_bp  integer  conflicts of received, in basis points; null below 100
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
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by platform
)

select
    platform,
    total_received as received,
    total_conflicts as conflicts,
    case
        when total_received >= 100
            then cast(
                (20000 * total_conflicts + total_received)
                / nullif(2 * total_received, 0) as bigint)
    end as conflict_share_bp
from totals
where total_conflicts > 0
order by platform
