-- set_apart
-- What stands apart from the funnel and its rates. One row for each kind, by its word, with 0 where
-- there is none. A filter narrows what has its column: topics know no platform and no image,
-- validated requests and orphans no image.
--
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :project   text                     default null  one Firebase project
--   :campaign  text                     default null  one campaign or label
--   :image     image|no_image|unknown   default null  one class of image
--
-- columns
--   what      text     one word, such as silent_sent or orphans
--   messages  integer  how many
--   meaning   text     what the word means
--
-- example: pushfunnel sql set_apart --param since=2025-11-01

with funnel_totals as (
    select
        sum(case when silent = 1 then sent else 0 end) as silent_count,
        sum(late) as late_count,
        sum(phantom) as phantom_count,
        sum(platform_conflicts) as conflict_count
    from funnel_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
        and (:image is null or image = :image)
),

topic_totals as (
    select
        sum(sent) as topic_sends_count,
        sum(received) as topic_received_count
    from topic_sides
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:campaign is null or campaign = :campaign)
),

validated_totals as (
    select sum(validated) as validated_count
    from validated_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
),

orphan_totals as (
    select sum(messages) as orphan_count
    from orphan_hourly
    where
        send_hour >= coalesce(:since, '')
        and send_hour < coalesce(:until, '9999')
        and (:platform is null or platform = :platform)
        and (:campaign is null or campaign = :campaign)
)

select
    'silent_sent' as what,
    coalesce(silent_count, 0) as messages,
    'silent sends: nothing to show, so in no impression or open rate' as meaning
from funnel_totals
union all
select
    'late' as what,
    coalesce(late_count, 0) as messages,
    'opened after the window, not counted as opened' as meaning
from funnel_totals
union all
select
    'phantom' as what,
    coalesce(phantom_count, 0) as messages,
    'opens that the Apple SDK logged without a tap' as meaning
from funnel_totals
union all
select
    'platform_conflicts' as what,
    coalesce(conflict_count, 0) as messages,
    'messages whose events name another platform than the send' as meaning
from funnel_totals
union all
select
    'topic_sends' as what,
    coalesce(topic_sends_count, 0) as messages,
    'sends to topics and conditions: recipients unknown, so in no rate' as meaning
from topic_totals
union all
select
    'topic_received' as what,
    coalesce(topic_received_count, 0) as messages,
    'devices'' messages that name a topic' as meaning
from topic_totals
union all
select
    'validated' as what,
    coalesce(validated_count, 0) as messages,
    'requests that were only validated, not sent' as meaning
from validated_totals
union all
select
    'orphans' as what,
    coalesce(orphan_count, 0) as messages,
    'messages with events and no known send' as meaning
from orphan_totals
order by what
