-- effect_strata
-- Opens by the values of a dimension, like beside like. One row for each platform, campaign, UTC
-- day and value that has such sends, by name.
--
-- Not here are sends without a value, silent ones, which cannot be opened, and of images those
-- whose image cannot show everywhere (image_problems). What is compared is alike in all else:
-- values of platform are not also told apart by platform, nor those of campaign by campaign.
--
-- words: A/B test, variant
-- parameters
--   :since      hour                     default null   first day or hour, UTC
--   :until      hour                     default null   day or hour after the last
--   :of         text                     default image  image, platform, campaign, project or yours
--   :reference  text                     default null   what to compare with; null: most sends
--   :split      text                     default null   what was meant, such as a=1,b=1
--   :platform   android|ios|web|unknown  default null   one platform
--   :project    text                     default null   one Firebase project
--   :campaign   text                     default null   one campaign or label
--
-- columns
--   platform    text     android, ios, web, unknown; from the send side
--   campaign    text     campaign or label, '(none)' without one
--   send_day    text     YYYY-MM-DD, UTC: the day of the send
--   value_name  text     the value of the dimension
--   reference   text     what to compare with; of images no_image; null without :reference
--   split       text     :split
--   attempted   integer  sends in the log
--   opened      integer  opened within the window, of open_base
--   open_base   integer  sent, not silent
--   young_base  integer  those of open_base on days whose opens still come
--
-- example: pushfunnel sql effect_strata --derive effect
-- for: --derive effect

with sends as (
    select
        case :of when 'platform' then '(all)' else platform end as stratum_platform,
        case :of when 'campaign' then '(all)' else campaign end as stratum_campaign,
        send_day,
        value_name,
        dimension,
        attempted,
        opened,
        open_base,
        case
            when send_day < substr(store_settings.opens_final_before, 1, 10) then 0
            else open_base
        end as young
    from funnel_values
    cross join store_settings
    where
        dimension = coalesce(:of, 'image')
        and value_name <> '(none)'
        and send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
),

strata as (
    select
        stratum_platform,
        stratum_campaign,
        send_day,
        value_name,
        dimension,
        sum(attempted) as total_attempted,
        sum(opened) as total_opened,
        sum(open_base) as total_base,
        sum(young) as total_young
    from sends
    group by stratum_platform, stratum_campaign, send_day, value_name, dimension
)

select
    stratum_platform as platform,
    stratum_campaign as campaign,
    send_day,
    value_name,
    coalesce(:reference, case dimension when 'image' then 'no_image' end) as reference,
    :split as split,
    total_attempted as attempted,
    total_opened as opened,
    total_base as open_base,
    total_young as young_base
from strata
where total_base > 0
order by platform, campaign, send_day, value_name
