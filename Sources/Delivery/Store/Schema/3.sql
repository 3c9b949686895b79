-- From version 2 to 3.

-- Lines of other systems are a class of their own in the ledger.
alter table ledger_files add column foreign_lines integer not null default 0;
alter table ledger_files add column unproven_events integer not null default 0;
alter table ledger_files add column rules text;
alter table ledger_files add column due_ms integer;
alter table ledger_files add column told_before integer;
alter table ledger_files add column reached_line integer;
alter table totals add column foreign_lines integer not null default 0;
alter table totals add column unproven_events integer not null default 0;

-- Totals of events are written with the rows they are sums of, once for each commit: for each row,
-- these triggers took an eighth of the time of a commit.
drop trigger funnel_cells_added;
drop trigger funnel_cells_changed;
drop trigger topic_send_cells_added;
drop trigger topic_send_cells_changed;
drop trigger orphan_cells_added;
drop trigger orphan_cells_changed;

drop trigger ledger_files_added;
drop trigger ledger_files_changed;
create trigger ledger_files_added after insert on ledger_files
begin
    update totals set
        files = files + 1, lines = lines + new.lines, new = new + new.new,
        duplicate = duplicate + new.duplicate, rejected = rejected + new.rejected,
        blank = blank + new.blank, past_retention = past_retention + new.past_retention,
        foreign_lines = foreign_lines + new.foreign_lines,
        unproven_events = unproven_events + new.unproven_events;
end;
create trigger ledger_files_changed
after update of
    lines, new, duplicate, rejected, blank, past_retention, foreign_lines, unproven_events
on ledger_files
begin
    update totals set
        lines = lines + new.lines - old.lines, new = new + new.new - old.new,
        duplicate = duplicate + new.duplicate - old.duplicate,
        rejected = rejected + new.rejected - old.rejected, blank = blank + new.blank - old.blank,
        past_retention = past_retention + new.past_retention - old.past_retention,
        foreign_lines = foreign_lines + new.foreign_lines - old.foreign_lines,
        unproven_events = unproven_events + new.unproven_events - old.unproven_events;
end;

-- Rates that do not mislead: which sends have a platform that is known whatever FCM answered, and
-- which messages a client's own log reports. `Resettlement` does the rest: it needs all of a state.
alter table send_profiles add column exported_platform integer;
alter table send_profiles add column exported_priority text;
alter table send_profiles add column exported_ttl_seconds integer;
alter table send_profiles add column exported_message_type text;
-- The Firebase project of sends: its ID and its number. FCM's answer names one of them.
alter table send_profiles add column project_id text;
alter table send_profiles add column project_number text;
alter table segments add column project text not null default '(none)';

-- Dimensions of one's own: whose records tell them, their names and their places in records, and by
-- position the values of sends and of client events. NULL: no record has a value.
create table dimensions (
    source text not null,             -- sends, clients
    position integer not null,        -- 1 to 8
    name text not null,
    place text not null,              -- a JSON pointer from the top of a record, or a known name
    primary key (source, position)
) without rowid;
alter table send_profiles add column dimension_1 text;
alter table send_profiles add column dimension_2 text;
alter table send_profiles add column dimension_3 text;
alter table send_profiles add column dimension_4 text;
alter table send_profiles add column dimension_5 text;
alter table send_profiles add column dimension_6 text;
alter table send_profiles add column dimension_7 text;
alter table send_profiles add column dimension_8 text;
alter table segments add column dimension_1 text;
alter table segments add column dimension_2 text;
alter table segments add column dimension_3 text;
alter table segments add column dimension_4 text;
alter table segments add column dimension_5 text;
alter table segments add column dimension_6 text;
alter table segments add column dimension_7 text;
alter table segments add column dimension_8 text;
alter table observed_profiles add column client_dimension_1 text;
alter table observed_profiles add column client_dimension_2 text;
alter table observed_profiles add column client_dimension_3 text;
alter table observed_profiles add column client_dimension_4 text;
alter table observed_profiles add column client_dimension_5 text;
alter table observed_profiles add column client_dimension_6 text;
alter table observed_profiles add column client_dimension_7 text;
alter table observed_profiles add column client_dimension_8 text;

-- Received messages of which client events told a dimension, by all that these events told.
create table client_cells (
    send_hour text not null,
    segment integer not null,
    observed integer not null,
    received integer not null,
    impressions integer not null,
    opened integer not null,
    primary key (send_hour, segment, observed)
) without rowid;

alter table funnel_cells add column impression_base integer not null default 0;
drop table impression_cells;
drop table impression_totals;

-- Version 2 kept the platform and options of an export row as if the sender's log had named it. A row of the
-- export tells what is shown and no image, or a label of its own. What such a row and a sender's
-- record say of one message can no longer be told apart: it stays explicit.
update send_profiles set
    exported_platform = explicit_platform, explicit_platform = null,
    exported_priority = priority, priority = null,
    exported_ttl_seconds = ttl_seconds, ttl_seconds = null,
    exported_message_type = case displays when 0 then 'notification' when 16843009 then 'data' end
where images = 168430090 and (displays in (0, 16843009) or exported_label is not null);

-- Hashes of targets have 53 bits, so that JSON and SQL programs read them exactly.
update states set target_hash = target_hash & 9007199254740991 where target_hash is not null;

-- Events count as a client's own, but for the one receipt of a send that only the export tells of.
update states set facts = facts | 65536
where facts & 8064
    and not (
        facts & 8064 = 128 and facts & 49152 = 0
        and profile in (
            select id from send_profiles
            where images = 168430090 and (displays in (0, 16843009) or exported_label is not null)
        )
    );

-- Of pruned messages, all that were received count as a client's own; `Resettlement` has the rows of
-- pruned days.
delete from pruned_counts where rollup = 9;
insert into pruned_counts (rollup, hour, reference, detail, lane, messages)
select rollup, hour, reference, detail, 15, messages
from pruned_counts
where rollup = 0 and lane = 3 and reference in (select id from segments where silent = 0);
update funnel_cells set impression_base = pruned_counts.messages
from pruned_counts
where pruned_counts.rollup = 0 and pruned_counts.lane = 15
    and funnel_cells.segment = pruned_counts.reference
    and funnel_cells.send_hour = strftime('%Y-%m-%dT%H', pruned_counts.hour * 3600, 'unixepoch');

-- Reasons that are none any more: such lines are foreign, and reports do not count them.
delete from distinct_rejects where reason in ('not_an_object', 'not_fcm', 'unknown_shape');
delete from reject_totals where reason in ('not_an_object', 'not_fcm', 'unknown_shape');

-- Rejected lines go when their file is read again and they are understood.
create trigger distinct_rejects_removed after delete on distinct_rejects
begin
    update reject_totals set rejected = rejected - 1 where reason = old.reason;
    delete from reject_totals where reason = old.reason and rejected = 0;
end;

-- What rejected lines look like; empty for lines that earlier versions rejected.
alter table rejected_lines add column keys text not null default '';

-- When steps of sends were reached, by the hour of the clock: how far records reach.
create table arrival_cells (
    arrival_hour text not null,
    platform integer not null,        -- as in delay_day_cells
    messages integer not null,        -- messages received, shown or opened; see arrival_hourly
    primary key (arrival_hour, platform)
) without rowid;

-- The sums of funnel_cells by day: reports compare a day with many.
create table funnel_day_cells (
    send_day text not null,           -- YYYY-MM-DD, UTC
    segment integer not null,
    attempted integer not null,
    sent integer not null,
    failed integer not null,
    received integer not null,
    receipts integer not null,
    receipts_before_open integer not null,
    impressions integer not null,
    opened integer not null,
    late integer not null,
    dismissed integer not null,
    phantom integer not null,
    platform_conflicts integer not null,
    events integer not null,
    priority_told integer not null,
    priority_lowered integer not null,
    impression_base integer not null,
    primary key (send_day, segment)
) without rowid;

-- For each hour, a hash of all its counts and their words.
create table hour_marks (
    hour text primary key,
    mark integer not null
) without rowid;

-- The events of hours as alerts read them, with the mark that the hour had: `AlertHours`.
create table alert_hours (
    hour text primary key,
    mark integer not null,
    events blob not null
) without rowid;

-- The time up to which records reach follows from sends and arrivals.
delete from settings where name = 'newest_record_ms';

-- Of a rejected line: the file that has it, the one with the newest messages if several do. Lines of
-- earlier versions belong to the newest file.
alter table distinct_rejects add column file integer not null default 0;
update distinct_rejects set file = (select coalesce(max(id), 0) from ledger_files);
create index distinct_rejects_by_file on distinct_rejects (file);

-- Of the distinct rejected lines: those of pruned days, which are no longer stored.
alter table reject_totals add column pruned integer not null default 0;

-- Files of pruned days that no longer exist: a row for each day.
create table pruned_files (
    day integer primary key,          -- days since 1970 of the newest message or the last change
    files integer not null,
    size integer not null,
    lines integer not null,
    new integer not null,
    duplicate integer not null,
    rejected integer not null,
    blank integer not null,
    past_retention integer not null,
    foreign_lines integer not null,
    unproven_events integer not null,
    facts integer not null
);

-- Counts are deleted before this day, since 1970; NULL: none are. What they had of the totals.
alter table pruned add column counts_day integer;
alter table pruned add column matched integer not null default 0;
alter table pruned add column orphan integer not null default 0;

-- In which rows of states the messages of a day are: those of a `day` and between two keys. One row
-- for each day of sends, `day` of states and part; where the key holds a time, its day is the part,
-- so that one message with a time far from its key widens no other range. It is an index: ranges
-- may be too wide, and may have no message any more.
create table day_keys (
    send_day text not null,           -- YYYY-MM-DD, UTC: the day of the send, or else of the ID, or
                                      -- else of the first event
    day integer not null,             -- states.day
    part integer not null,            -- the day in the key, since 1970; 0 without
    from_ms integer not null,         -- start of the UTC day of that name, ms since 1970
    first_k integer not null,
    last_k integer not null,
    primary key (send_day, day, part)
) without rowid;

-- Accepted incidents: what they found is normal from their start on. When, and why.
alter table alert_incidents add column accepted_ms integer;
alter table alert_incidents add column comment text not null default '';

-- Of incidents: the events of all hours since the start; which incident they are part of; and what
-- receivers know them by, which never changes. Empty and null: of earlier versions.
alter table alert_incidents add column total_observed real;
alter table alert_incidents add column total_expected real;
alter table alert_incidents add column part_of integer;
alter table alert_incidents add column first_severity text not null default '';
alter table alert_incidents add column first_slice text;

-- What an owner notes of days: releases, outages.
create table note_rows (
    id integer primary key,
    day text not null,                -- YYYY-MM-DD
    note text not null
);

-- Conversions: of each message the earliest, of several at one moment the one of the least amount.
create table amounts (
    id integer primary key,
    millionths integer,               -- of the unit of the currency
    currency text                     -- three capital letters; null: not named
);
create table conversions (
    day integer not null,             -- as in states
    k integer not null,
    tail integer not null,
    converted_at integer not null,    -- ms since 1970
    amount integer not null,          -- amounts.id, 0 without a value
    primary key (day, k, tail)
) without rowid;
create table conversion_cells (
    send_hour text not null,
    segment integer not null,
    amount integer not null,
    converted integer not null,       -- within the window of conversions
    opened integer not null,          -- those that were opened, too
    late integer not null,            -- converted after the window
    primary key (send_hour, segment, amount)
) without rowid;

-- The names of messages that have several: FCM's ID and IDs of one's own, which some record has both
-- of. A message with one name has no row.
create table message_names (
    k integer not null,               -- the name, as the key of a state
    tail integer not null,
    message_k integer not null,       -- states.k and tail: the best of the message's names
    message_tail integer not null,
    facts integer not null,           -- a bit for each kind of record that used the name
    text text,                        -- of a name whose key does not hold it
    primary key (k, tail)
) without rowid;
create index message_names_by_message on message_names (message_k, message_tail);
