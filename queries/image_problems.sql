-- image_problems
-- Sends that asked for an image that cannot show, or not everywhere, and what to do. One row for
-- each platform, campaign and status that has such sends, most sent first.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :campaign  text                     default null  one campaign or label
--
-- columns
--   platform             text     android, ios, web, unknown; from the send side
--   campaign             text     campaign or label, '(none)' without one
--   image_status         text     why the image cannot show
--   sent                 integer  sends that FCM accepted
--   image_sent_share_bp  integer  sent of those that asked for an image, of the campaign on the
--                                 platform, in basis points; null below 100 of these
--   opened               integer  opened within the window
--   open_rate_bp         integer  opened of open_base; null below 100
--   open_base            integer  sent, not silent
--   fix                  text     what to do
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
    case
        when campaign_sent >= 100
            then cast((20000 * total_sent + campaign_sent) / nullif(2 * campaign_sent, 0) as bigint)
    end as image_sent_share_bp,
    total_opened as opened,
    case
        when total_open_base >= 100
            then cast(
                (20000 * total_opened + total_open_base)
                / nullif(2 * total_open_base, 0) as bigint)
    end as open_rate_bp,
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
