-- From version 3 to 4: the messages of a day are found by their key.

-- In which rows of states the messages of a day are: those of a `day` and between two keys. One row
-- for each day of sends, `day` of states and part; where the key holds a time, its day is the part,
-- so that one message with a time far from its key widens no other range. It is an index: ranges
-- may be too wide, and may have no message any more.
create table day_keys (
    send_day text not null,           -- YYYY-MM-DD, UTC: the day of the send, or else of the ID, or
                                      -- else of the first event
    day integer not null,             -- states.day
    part integer not null,            -- the day in the key, since 1970; 0 without
    from_ms integer not null,         -- start of send_day, ms since 1970
    first_k integer not null,
    last_k integer not null,
    primary key (send_day, day, part)
) without rowid;
insert into day_keys (send_day, day, part, from_ms, first_k, last_k)
select
    strftime('%Y-%m-%d', send_days * 86400, 'unixepoch'), day, part, send_days * 86400000,
    min(k), max(k)
from (
    select
        day,
        k,
        case when k >= 0 then k / 345600000000 else 0 end as part,
        coalesce(
            sent_at,
            case when k >= 0 then k / 4000 end,
            min(
                coalesce(receipt_at, 9223372036854775807),
                coalesce(foreground_at, 9223372036854775807),
                coalesce(impression_at, 9223372036854775807),
                coalesce(opened_at, 9223372036854775807),
                coalesce(dismissed_at, 9223372036854775807),
                coalesce(phantom_open_at, 9223372036854775807))) / 86400000 as send_days
    from states
)
group by send_days, day, part;
