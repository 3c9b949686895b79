-- nth_push
-- Whether the first pushes to a target are opened more than later ones. One row for each place that
-- a message has among those sent to its target in the period. It reads messages, so it takes
-- seconds for millions; messages without a known target are left out.
--
-- words: first push, order, sequence, fatigue, users
-- parameters
--   :since     hour                     default null  first day or hour, UTC
--   :until     hour                     default null  day or hour after the last
--   :platform  android|ios|web|unknown  default null  one platform
--   :project   text                     default null  one Firebase project
--   :campaign  text                     default null  one campaign or label
--
-- columns
--   place      integer  1 for the first message to a target; 10: the tenth and later ones
--   sent       integer  FCM accepted them
--   received   integer  at least one client event proves arrival
--   opened     integer  opened within the window
--   open_rate  rate     opened / open_base
--   open_base  integer  sent, not silent
--
-- example: pushfunnel sql nth_push --param platform=ios

with sends as (
    select
        target_hash,
        sent_ms,
        received,
        opened,
        open_base
    from messages
    where
        sent = 1
        and target_hash is not null
        and (:since is null or send_day >= substr(:since, 1, 10))
        and (:until is null or send_day <= substr(:until, 1, 10))
        and (:since is null or send_hour >= :since)
        and (:until is null or send_hour < :until)
        and (:platform is null or platform = :platform)
        and (:project is null or project = :project)
        and (:campaign is null or campaign = :campaign)
    union all
    -- This row does not exist: a union keeps SQLite from sorting every column that is read.
    select null, 0, 0, 0, 0
    where 1 = 0
),

places as (
    select
        received,
        opened,
        open_base,
        row_number() over (
            partition by target_hash
            order by sent_ms, received, opened, open_base
        ) as sent_place
    from sends
),

totals as (
    select
        case when sent_place > 10 then 10 else sent_place end as push_place,
        count(*) as total_sent,
        sum(received) as total_received,
        sum(opened) as total_opened,
        sum(open_base) as total_base
    from places
    group by 1
)

select
    push_place as place,
    total_sent as sent,
    total_received as received,
    total_opened as opened,
    1e0 * total_opened / nullif(total_base, 0) as open_rate,
    total_base as open_base
from totals
order by place
