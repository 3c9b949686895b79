-- topic_campaigns
-- Campaigns that were sent to topics or conditions: requests, and what devices tell of messages of
-- the campaign whose send is not known. One row for each campaign, most sent first. Apple devices
-- name no topic, so a label that both sides log is all that ties their messages to the sends.
--
-- words: broadcast, fan-out, label
-- parameters
--   :since     hour  default null  first day or hour, UTC
--   :until     hour  default null  day or hour after the last
--   :campaign  text  default null  one campaign or label
--
-- columns
--   campaign               text     campaign or label
--   sent                   integer  requests to topics that FCM accepted
--   failed                 integer  requests to topics that FCM refused
--   received               integer  devices' messages of the campaign, without a known send
--   opened                 integer  those that were opened
--   open_rate_of_received  share    opened / received
--
-- example: pushfunnel sql topic_campaigns --param since=2025-11-01

with requests as (
    select
        campaign,
        sum(sent) as total_sent,
        sum(failed) as total_failed
    from topic_sides
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:campaign is null or campaign = :campaign)
        and sent + failed > 0
        and campaign <> '(none)'
    group by campaign
),

told as (
    select
        campaign,
        sum(messages) as total_messages,
        sum(opened) as total_opened
    from orphan_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:campaign is null or campaign = :campaign)
    group by campaign
)

select
    requests.campaign as campaign,
    total_sent as sent,
    total_failed as failed,
    coalesce(total_messages, 0) as received,
    coalesce(total_opened, 0) as opened,
    1e0 * total_opened / nullif(total_messages, 0) as open_rate_of_received
from requests
left join told on told.campaign = requests.campaign
order by sent desc, received desc, campaign
