-- topics
-- Sends to topics and conditions, and what devices tell of them. One row for each topic and
-- campaign, most sent first. A topic send reaches an unknown number of devices, so there is no
-- rate.
--
-- words: broadcast, fan-out, subscribers
-- parameters
--   :since     hour  default null  first day or hour, UTC
--   :until     hour  default null  day or hour after the last
--   :campaign  text  default null  one campaign or label
--
-- columns
--   topic     text     topic, or the text of a condition
--   campaign  text     campaign or label, '(none)' without one
--   sent      integer  requests that FCM accepted
--   failed    integer  requests that FCM refused
--   received  integer  devices' messages that name the topic
--   opened    integer  those that were opened
--
-- example: pushfunnel sql topics --param since=2025-11-01

with topic_totals as (
    select
        topic,
        campaign,
        sum(sent) as total_sent,
        sum(failed) as total_failed,
        sum(received) as total_received,
        sum(opened) as total_opened
    from topic_sides
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:campaign is null or campaign = :campaign)
    group by topic, campaign
)

select
    topic,
    campaign,
    total_sent as sent,
    total_failed as failed,
    total_received as received,
    total_opened as opened
from topic_totals
order by sent desc, received desc, topic, campaign
