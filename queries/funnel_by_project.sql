-- funnel_by_project
-- How far the sends of each project got. One row for each project, most sent first.
--
-- words: ctr, click-through rate, clicks, conversion, delivery rate, bounce rate
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :project   text                     default null  one Firebase project
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   project           text     of the send, '(none)' where no record names one
--   attempted         integer  sends in the log: sent + failed
--   failed            integer  FCM refused them
--   sent              integer  FCM accepted them
--   received          integer  a client event proves arrival
--   impressions       integer  shown; null where none is known
--   opened            integer  opened within the window
--   failure_rate      rate     failures_in_base / failure_base
--   received_rate     rate     received / sent
--   impression_rate   rate     impressions / impression_base
--   open_rate         rate     opened / open_base
--   impression_base   integer  of one :platform: not silent, and reported by a client log
--   open_base         integer  sent, not silent
--   failure_base      integer  attempted; of one :platform those of a known platform
--   failures_in_base  integer  failed of failure_base
--   receipts          integer  received, with an explicit receipt
--   dismissed         integer  dismissed by the user
--
-- example: pushfunnel sql funnel_by_project --param platform=ios

with totals as (
    select
        project,
        coalesce(sum(attempted), 0) as total_attempted,
        coalesce(sum(failed), 0) as total_failed,
        coalesce(sum(sent), 0) as total_sent,
        coalesce(sum(received), 0) as total_received,
        coalesce(sum(opened), 0) as total_opened,
        coalesce(sum(open_base), 0) as total_open_base,
        nullif(sum(impressions), 0) as total_impressions,
        case when :platform is not null then coalesce(sum(impression_base), 0) end
            as total_impression_base,
        coalesce(sum(case when :platform is null then attempted else failure_base end), 0)
            as total_failure_base,
        coalesce(sum(case when :platform is null then failed else failures_in_base end), 0)
            as total_failures_in_base,
        coalesce(sum(receipts), 0) as total_receipts,
        coalesce(sum(dismissed), 0) as total_dismissed
    from funnel_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    group by project
)

select
    project,
    total_attempted as attempted,
    total_failed as failed,
    total_sent as sent,
    total_received as received,
    total_impressions as impressions,
    total_opened as opened,
    1e0 * total_failures_in_base / nullif(total_failure_base, 0) as failure_rate,
    1e0 * total_received / nullif(total_sent, 0) as received_rate,
    1e0 * total_impressions / nullif(total_impression_base, 0) as impression_rate,
    1e0 * total_opened / nullif(total_open_base, 0) as open_rate,
    total_impression_base as impression_base,
    total_open_base as open_base,
    total_failure_base as failure_base,
    total_failures_in_base as failures_in_base,
    total_receipts as receipts,
    total_dismissed as dismissed
from totals
order by sent desc, project
