-- image_problems
-- Sends that asked for an image that cannot show, or not everywhere, and what to do. One row for
-- each platform, campaign and status that has such sends, most sent first.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :project   text                     default null  one Firebase project
--   :campaign  text                     default null  one campaign or label
--
-- columns
--   platform          text     android, ios, web, unknown; from the send side
--   campaign          text     campaign or label, '(none)' without one
--   image_status      text     why the image cannot show
--   sent              integer  sends that FCM accepted
--   image_sent_share  share    sent / campaign_sent
--   campaign_sent     integer  of the campaign on the platform, with an image of any status
--   opened            integer  opened within the window
--   open_rate         rate     opened / open_base
--   open_base         integer  sent, not silent
--   fix               text     what to do
--
-- example: pushfunnel sql image_problems --param since=2025-11-01 --param platform=ios

with status_totals as (
    select
        platform,
        campaign,
        image_status,
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
        and image = 'image'
    group by platform, campaign, image_status
),

with_campaign_totals as (
    select
        platform,
        campaign,
        image_status,
        total_sent,
        total_opened,
        total_open_base,
        sum(total_sent) over (partition by platform, campaign) as campaign_sent
    from status_totals
)

select
    platform,
    campaign,
    image_status,
    total_sent as sent,
    1e0 * total_sent / nullif(campaign_sent, 0) as image_sent_share,
    campaign_sent,
    total_opened as opened,
    1e0 * total_opened / nullif(total_open_base, 0) as open_rate,
    total_open_base as open_base,
    case image_status
        when 'webpush_header_only'
            then 'set webpush.notification.image: browsers do not read webpush.headers.image'
        when 'no_url' then 'give an absolute https URL with a host'
        when 'no_mutable_content'
            then 'set mutable-content to 1 in aps: no service extension loads the image without it'
        when 'no_alert'
            then 'give a title or body: no service extension loads the image without an alert'
        when 'insecure_http' then 'serve the image over https'
        when 'no_file_extension'
            then 'end the path of the URL in .jpg or .png: Apple needs a type to attach the file'
        when 'unsupported_type'
            then 'use JPEG or PNG: GIF and MP4 show on Apple devices only, SVG and PDF nowhere'
        when 'varying_support'
            then 'use JPEG or PNG: WebP, HEIF and AVIF do not show everywhere'
    end as fix
from with_campaign_totals
where image_status <> 'ok' and total_sent > 0
order by sent desc, platform, campaign, image_status
