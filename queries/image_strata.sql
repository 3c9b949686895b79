-- image_strata
-- Opens of sends with an image that can show and of sends without one, like beside like. One row
-- for each platform, campaign and UTC day that has such sends, by name.
--
-- Sends whose image cannot show everywhere (image_problems) count on neither side, nor do silent
-- ones.
--
-- words: A/B
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :project   text                     default null  one Firebase project
--   :campaign  text                     default null  one campaign or label
--
-- columns
--   platform         text     android, ios, web, unknown; from the send side
--   campaign         text     campaign or label, '(none)' without one
--   send_day         text     YYYY-MM-DD, UTC: the day of the send
--   image_opened     integer  opened within the window, of image_base
--   image_base       integer  sent with an image that can show, not silent
--   no_image_opened  integer  opened within the window, of no_image_base
--   no_image_base    integer  sent without an image, not silent
--
-- example: pushfunnel sql image_strata --derive image_effect
-- for: --derive image_effect

with strata as (
    select
        platform,
        campaign,
        send_day,
        sum(case when image_status = 'ok' then opened else 0 end) as total_image_opened,
        sum(case when image_status = 'ok' then open_base else 0 end) as total_image_base,
        sum(case when image_status = 'no_image' then opened else 0 end) as total_no_image_opened,
        sum(case when image_status = 'no_image' then open_base else 0 end) as total_no_image_base
    from funnel_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
    group by platform, campaign, send_day
)

select
    platform,
    campaign,
    send_day,
    total_image_opened as image_opened,
    total_image_base as image_base,
    total_no_image_opened as no_image_opened,
    total_no_image_base as no_image_base
from strata
where total_image_base + total_no_image_base > 0
order by platform, campaign, send_day
