-- reconcile_apart
-- What stands apart from the sends of each hour and explains why FCM and APNs count otherwise:
-- requests to topics, what devices tell of topics, and messages without a known send. One row for
-- each hour, kind and campaign, oldest first.
--
-- parameters
--   :since  hour  default null  first day or hour, UTC
--   :until  hour  default null  day or hour after the last
--
-- columns
--   send_hour  text     YYYY-MM-DDTHH, UTC
--   kind       text     topic_requests, topic_received, or orphan_ and topic, composer, no_send
--   campaign   text     campaign or label, '(none)' without one
--   messages   integer  requests that FCM accepted, or messages of devices
--
-- example: pushfunnel sql reconcile_apart --param since=2025-11-18 --param until=2025-11-19
-- for: pushfunnel reconcile

with apart as (
    select
        send_hour,
        'topic_requests' as kind,
        campaign,
        sent as amount
    from topic_sides
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and sent > 0
    union all
    select
        send_hour,
        'topic_received' as kind,
        campaign,
        received as amount
    from topic_sides
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and received > 0
    union all
    select
        send_hour,
        'orphan_' || reason as kind,
        campaign,
        messages as amount
    from orphan_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
)

select
    send_hour,
    kind,
    campaign,
    sum(amount) as messages
from apart
group by send_hour, kind, campaign
order by send_hour, kind, campaign
