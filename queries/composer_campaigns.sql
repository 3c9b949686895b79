-- composer_campaigns
-- Campaigns that were sent from the Firebase console: no send log has them, only client events. One
-- row for each campaign and platform, most messages first.
--
-- parameters
--   :since     hour  default null  first day or hour, UTC
--   :until     hour  default null  day or hour after the last
--   :campaign  text  default null  one campaign or label
--
-- columns
--   campaign  text     label or Composer campaign of the events
--   platform  text     what client events say, several joined by +; unknown without
--   messages  integer  messages with client events; how many were sent is not known
--   events    integer  their distinct client events
--   opened    integer  messages with an open
--
-- example: pushfunnel sql composer_campaigns --param since=2025-11-01

with campaign_totals as (
    select
        campaign,
        platform,
        sum(messages) as total_messages,
        sum(events) as total_events,
        sum(opened) as total_opened
    from orphan_hourly
    where
        reason = 'composer'
        and send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:campaign is null or campaign = :campaign)
    group by campaign, platform
)

select
    campaign,
    platform,
    total_messages as messages,
    total_events as events,
    total_opened as opened
from campaign_totals
order by messages desc, campaign, platform
