-- funnel_periods
-- How far the sends of a period got, and those of two earlier ones to compare it with. One row each
-- for period, previous and week_before.
--
-- Opens of sends younger than the window are still to come: compare periods that ended at least
-- the window ago, or read a lower open rate as one that is not final.
--
-- parameters
--   :since           hour                     default null  first day or hour, UTC
--   :until           hour                     default null  day or hour after the last
--   :previous_since  hour                     default null  first of the stretch before; null: none
--   :previous_until  hour                     default null  the one after its last; null: no end
--   :week_since      hour                     default null  first, a week before; null: none
--   :week_until      hour                     default null  the one after its last; null: no end
--   :platform        android|ios|web|unknown  default null  one platform
--   :project         text                     default null  one Firebase project
--   :campaign        text                     default null  one campaign or label
--   :image           image|no_image|unknown   default null  one class of image
--
-- columns
--   period                   text     period, previous, week_before
--   attempted                integer  sends in the log: sent + failed
--   failed                   integer  FCM refused them
--   sent                     integer  FCM accepted them
--   received                 integer  a client event proves arrival
--   opened                   integer  opened within the window
--   open_base                integer  sent, not silent
--   failure_base             integer  attempted; of one :platform those of a known platform
--   failures_in_base         integer  failed of failure_base
--   android_impressions      integer  shown on android; null where none is known
--   android_impression_base  integer  sent there, not silent, and reported by a client log
--   ios_impressions          integer  shown on ios; null where none is known
--   ios_impression_base      integer  sent there, not silent, and reported by a client log
--   web_impressions          integer  shown on web; null where none is known
--   web_impression_base      integer  sent there, not silent, and reported by a client log
--
-- example: pushfunnel sql funnel_periods --param since=2025-11-18 --derive change
-- for: --derive change

with periods as (
    select
        'period' as period,
        coalesce(sum(attempted), 0) as total_attempted,
        coalesce(sum(failed), 0) as total_failed,
        coalesce(sum(sent), 0) as total_sent,
        coalesce(sum(received), 0) as total_received,
        coalesce(sum(opened), 0) as total_opened,
        coalesce(sum(open_base), 0) as total_open_base,
        coalesce(sum(case when :platform is null then attempted else failure_base end), 0)
            as total_failure_base,
        coalesce(sum(case when :platform is null then failed else failures_in_base end), 0)
            as total_failures_in_base,
        nullif(sum(case when platform = 'android' then impressions end), 0)
            as total_android_impressions,
        coalesce(sum(case when platform = 'android' then impression_base end), 0)
            as total_android_impression_base,
        nullif(sum(case when platform = 'ios' then impressions end), 0)
            as total_ios_impressions,
        coalesce(sum(case when platform = 'ios' then impression_base end), 0)
            as total_ios_impression_base,
        nullif(sum(case when platform = 'web' then impressions end), 0)
            as total_web_impressions,
        coalesce(sum(case when platform = 'web' then impression_base end), 0)
            as total_web_impression_base
    from funnel_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    union all
    select
        'previous' as period,
        coalesce(sum(attempted), 0) as total_attempted,
        coalesce(sum(failed), 0) as total_failed,
        coalesce(sum(sent), 0) as total_sent,
        coalesce(sum(received), 0) as total_received,
        coalesce(sum(opened), 0) as total_opened,
        coalesce(sum(open_base), 0) as total_open_base,
        coalesce(sum(case when :platform is null then attempted else failure_base end), 0)
            as total_failure_base,
        coalesce(sum(case when :platform is null then failed else failures_in_base end), 0)
            as total_failures_in_base,
        nullif(sum(case when platform = 'android' then impressions end), 0)
            as total_android_impressions,
        coalesce(sum(case when platform = 'android' then impression_base end), 0)
            as total_android_impression_base,
        nullif(sum(case when platform = 'ios' then impressions end), 0)
            as total_ios_impressions,
        coalesce(sum(case when platform = 'ios' then impression_base end), 0)
            as total_ios_impression_base,
        nullif(sum(case when platform = 'web' then impressions end), 0)
            as total_web_impressions,
        coalesce(sum(case when platform = 'web' then impression_base end), 0)
            as total_web_impression_base
    from funnel_hourly
    where
        send_hour >= coalesce(:previous_since, '9999')
        and send_hour < coalesce(:previous_until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
    union all
    select
        'week_before' as period,
        coalesce(sum(attempted), 0) as total_attempted,
        coalesce(sum(failed), 0) as total_failed,
        coalesce(sum(sent), 0) as total_sent,
        coalesce(sum(received), 0) as total_received,
        coalesce(sum(opened), 0) as total_opened,
        coalesce(sum(open_base), 0) as total_open_base,
        coalesce(sum(case when :platform is null then attempted else failure_base end), 0)
            as total_failure_base,
        coalesce(sum(case when :platform is null then failed else failures_in_base end), 0)
            as total_failures_in_base,
        nullif(sum(case when platform = 'android' then impressions end), 0)
            as total_android_impressions,
        coalesce(sum(case when platform = 'android' then impression_base end), 0)
            as total_android_impression_base,
        nullif(sum(case when platform = 'ios' then impressions end), 0)
            as total_ios_impressions,
        coalesce(sum(case when platform = 'ios' then impression_base end), 0)
            as total_ios_impression_base,
        nullif(sum(case when platform = 'web' then impressions end), 0)
            as total_web_impressions,
        coalesce(sum(case when platform = 'web' then impression_base end), 0)
            as total_web_impression_base
    from funnel_hourly
    where
        send_hour >= coalesce(:week_since, '9999')
        and send_hour < coalesce(:week_until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
)

select
    period,
    total_attempted as attempted,
    total_failed as failed,
    total_sent as sent,
    total_received as received,
    total_opened as opened,
    total_open_base as open_base,
    total_failure_base as failure_base,
    total_failures_in_base as failures_in_base,
    total_android_impressions as android_impressions,
    total_android_impression_base as android_impression_base,
    total_ios_impressions as ios_impressions,
    total_ios_impression_base as ios_impression_base,
    total_web_impressions as web_impressions,
    total_web_impression_base as web_impression_base
from periods
order by period
