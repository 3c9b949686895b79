-- From version 1 to 2: messages can be pruned, minutes of records are noted, and logs are known
-- again that were copied or compressed.
alter table ledger_files add column past_retention integer not null default 0;
alter table ledger_files add column first_line_hash integer;
alter table ledger_files add column tail_length integer;
alter table ledger_files add column tail_hash integer;
create index ledger_files_by_first_line on ledger_files (first_line_hash)
where first_line_hash is not null;
alter table totals add column past_retention integer not null default 0;

drop trigger ledger_files_added;
drop trigger ledger_files_changed;
create trigger ledger_files_added after insert on ledger_files
begin
    update totals set
        files = files + 1, lines = lines + new.lines, new = new + new.new,
        duplicate = duplicate + new.duplicate, rejected = rejected + new.rejected,
        blank = blank + new.blank, past_retention = past_retention + new.past_retention;
end;
create trigger ledger_files_changed
after update of lines, new, duplicate, rejected, blank, past_retention on ledger_files
begin
    update totals set
        lines = lines + new.lines - old.lines, new = new + new.new - old.new,
        duplicate = duplicate + new.duplicate - old.duplicate,
        rejected = rejected + new.rejected - old.rejected, blank = blank + new.blank - old.blank,
        past_retention = past_retention + new.past_retention - old.past_retention;
end;

-- What has been pruned. One row.
create table pruned (
    horizon_day integer,              -- the first day that is kept, since 1970; NULL: all are
    messages integer not null,
    facts integer not null,           -- that the dropped states held
    swept_day integer                 -- the horizon when shared values were dropped last
);
insert into pruned values (null, 0, 0, null);

-- What pruned messages count in rows of the days that are kept, and in rows without a day. With
-- it those can still be recounted. One row for each count that is not 0.
create table pruned_counts (
    rollup integer not null,          -- which table
    hour integer not null,            -- hours since 1970; 0 where the table has none
    reference integer not null,       -- a segment, an observed profile or a platform
    detail integer not null,          -- an error, a stage and bucket, or a kind; else 0
    lane integer not null,            -- which count column, from 0
    messages integer not null,
    primary key (rollup, hour, reference, detail, lane)
) without rowid;

-- Some databases of version 1 have it.
create table if not exists record_minutes (
    hour text primary key,
    sends integer not null,           -- bit m: a record of a send in minute m
    events integer not null           -- the same of client events
) without rowid;
insert or ignore into record_minutes (hour, sends, events)
select
    strftime('%Y-%m-%dT%H', minute * 60, 'unixepoch'),
    sum(case when is_send then 1 << (minute % 60) else 0 end),
    sum(case when is_send then 0 else 1 << (minute % 60) end)
from (
    select sent_at / 60000 as minute, 1 as is_send from states where sent_at is not null
    union
    select receipt_at / 60000, 0 from states where receipt_at is not null
    union
    select foreground_at / 60000, 0 from states where foreground_at is not null
    union
    select impression_at / 60000, 0 from states where impression_at is not null
    union
    select opened_at / 60000, 0 from states where opened_at is not null
    union
    select dismissed_at / 60000, 0 from states where dismissed_at is not null
    union
    select phantom_open_at / 60000, 0 from states where phantom_open_at is not null
)
group by minute / 60;
