-- orphans
-- Messages with client events and no known send: sent to topics, from the console, or missing from
-- the send logs. One row for each platform, campaign and reason, most messages first.
--
-- parameters
--   :since     hour  default null  first day or hour, UTC
--   :until     hour  default null  day or hour after the last
--   :campaign  text  default null  one campaign or label
--
-- columns
--   platform   text     what client events say, several joined by +; unknown without
--   campaign   text     label or Composer campaign of the events, '(none)' without
--   reason     text     topic, composer (sent from the console), no_send
--   messages   integer  how many messages
--   events     integer  their distinct client events
--   opened     integer  messages with an open
--   first_day  text     earliest day of a message, UTC
--   last_day   text     latest day
--
-- example: pushfunnel sql orphans --param since=2025-11-01

with orphan_totals as (
    select
        platform,
        campaign,
        reason,
        sum(messages) as total_messages,
        sum(events) as total_events,
        sum(opened) as total_opened,
        min(send_day) as first_day,
        max(send_day) as last_day
    from orphan_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:campaign is null or campaign = :campaign)
    group by platform, campaign, reason
)

select
    platform,
    campaign,
    reason,
    total_messages as messages,
    total_events as events,
    total_opened as opened,
    first_day,
    last_day
from orphan_totals
order by messages desc, platform, campaign, reason
