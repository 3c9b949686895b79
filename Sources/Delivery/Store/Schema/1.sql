-- The tables behind the views. Query the views: these hold numbers that only they explain.

-- One row for each message (an accumulating snapshot), failed send, validated request, batch
-- line, and event without a message ID. (k, tail) is the key: see Sources/README.md.
create table states (
    day integer not null,             -- of its earliest record, where k holds no time; else 0
    k integer not null,
    tail integer not null,
    facts integer not null,           -- a bit for each kind of record seen
    profile integer not null,         -- send_profiles.id, 0 when no send is known
    segment integer not null,         -- segments.id, 0 when no send is known
    observed integer not null,        -- observed_profiles.id, 0 without events
    error integer not null,           -- send_errors.id, 0 when not refused
    target_hash integer,              -- keyed hash of the token or installation ID
    sent_at integer,                  -- all times: ms since 1970 UTC, earliest record
    receipt_at integer,
    foreground_at integer,
    impression_at integer,
    opened_at integer,
    dismissed_at integer,
    phantom_open_at integer,
    primary key (day, k, tail)
) without rowid;

-- Which keys without a time a day may hold: blocked Bloom filters, so that a key is looked for
-- in its own day alone. A day has as many as its keys fill.
create table day_filters (
    day integer not null,             -- states.day
    part integer not null,            -- from 0; each holds four times as many as the one before
    keys integer not null,            -- how many it holds
    bits blob not null,
    primary key (day, part)
);
-- The message IDs whose key is a hash of them: those of no known shape.
create table message_ids (
    day integer not null,             -- as in states
    k integer not null,
    tail integer not null,
    message_id text not null,
    primary key (day, k, tail)
) without rowid;

-- What sends asked for, shared by the messages of a campaign. NULL: no record told.
create table send_profiles (
    id integer primary key,
    explicit_platform integer,
    addressed_platform integer,
    target integer not null,
    topic text,
    campaign text,
    message_label text,
    android_label text,
    ios_label text,
    web_label text,
    exported_label text,
    images integer not null,          -- a byte for each of android, ios, web, unknown
    displays integer not null,        -- likewise
    priority text,
    ttl_seconds integer,
    is_collapsible integer,
    click_action text,
    message_type text
);

-- What sends are counted under: settled from profile, ID and error.
create table segments (
    id integer primary key,
    platform text not null,
    platform_source text not null,
    campaign text not null,
    image text not null,
    image_status text not null,
    silent integer not null,
    target_kind text not null,
    topic text
);

-- What clients say of messages.
create table observed_profiles (
    id integer primary key,
    platforms integer not null,       -- a bit for each platform: 1 android, 2 ios, 4 web
    label text,
    composer_id text,
    composer_name text,
    topic text,
    is_priority_lowered integer
);

create table send_errors (
    id integer primary key,
    code text not null,
    apns_reason text,
    http_status integer
);

-- Rollups. Ingest changes them in the transaction that changes the states.
create table funnel_cells (
    send_hour text not null,          -- YYYY-MM-DDTHH, UTC
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
    primary key (send_hour, segment)
) without rowid;

create table delay_cells (
    send_hour text not null,
    segment integer not null,
    stage_bucket integer not null,    -- stage * 256 + bucket, and 1024: see hours_later in views
    messages integer not null,
    primary key (send_hour, segment, stage_bucket)
) without rowid;

-- The same by UTC day and platform alone, for curves of many days.
create table delay_day_cells (
    send_day text not null,           -- YYYY-MM-DD, UTC
    platform integer not null,        -- 0 android, 1 ios, 2 web, 3 unknown
    stage_bucket integer not null,    -- stage * 256 + bucket
    messages integer not null,
    primary key (send_day, platform, stage_bucket)
) without rowid;

create table delay_buckets (
    bucket integer primary key,       -- from 255 down before the send, from 1 up after it
    from_seconds integer,             -- NULL: without beginning
    to_seconds integer                -- NULL: without end
);

create table failure_cells (
    send_hour text not null,
    segment integer not null,
    error integer not null,
    messages integer not null,
    primary key (send_hour, segment, error)
) without rowid;

create table topic_send_cells (
    send_hour text not null,
    segment integer not null,
    sent integer not null,
    failed integer not null,
    events integer not null,
    primary key (send_hour, segment)
) without rowid;

create table topic_receipt_cells (
    send_hour text not null,
    observed integer not null,
    received integer not null,
    opened integer not null,
    primary key (send_hour, observed)
) without rowid;

create table orphan_cells (
    send_hour text not null,
    observed integer not null,
    messages integer not null,
    events integer not null,
    opened integer not null,
    primary key (send_hour, observed)
) without rowid;

create table label_cells (
    event_hour text not null,
    observed integer not null,
    kind integer not null,
    events integer not null,
    primary key (event_hour, observed, kind)
) without rowid;

create table validated_cells (
    send_hour text not null,
    segment integer not null,
    messages integer not null,
    primary key (send_hour, segment)
) without rowid;

-- The ledger: one row for each file, or run of standard input. For every row
-- lines = new + duplicate + rejected + blank.
create table ledger_files (
    id integer primary key,
    path text not null,
    device integer not null,
    inode integer not null,
    size integer not null,            -- bytes as stored, when last read
    modified_ns integer not null,
    head_length integer not null,     -- the first bytes, to know the file again
    head_hash integer not null,
    member_offset integer not null,   -- where reading goes on: see ResumePoint
    inflated_offset integer not null,
    lines integer not null,
    new integer not null,
    duplicate integer not null,
    rejected integer not null,
    blank integer not null,
    facts integer not null,           -- facts first told by this file
    state text not null,              -- reading, complete, incomplete, broken
    problem text,                     -- what ended it before its time
    first_ms integer,                 -- times of its records, for finding a message again
    last_ms integer
);
create index ledger_files_by_path on ledger_files (path);
create index ledger_files_by_inode on ledger_files (device, inode);

-- Rejected lines with their place: the first of each file, up to a limit.
create table rejected_lines (
    file integer not null,
    line integer not null,
    byte integer not null,
    reason text not null,
    expected text not null,
    excerpt text not null,
    primary key (file, line)
) without rowid;

-- Every rejected line once, whatever its place: what reports count.
create table distinct_rejects (
    line_hash integer primary key,
    reason text not null
);

-- Impressions of all time, to know which platforms tell of them.
create table impression_cells (
    segment integer primary key,
    messages integer not null
);

-- Totals: sums over tables that grow with history, which a report of one day shows or needs.
-- The triggers keep them, whoever changes those tables, so they are exact at every commit.
create table totals (
    files integer not null,
    lines integer not null,
    new integer not null,
    duplicate integer not null,
    rejected integer not null,
    blank integer not null,
    matched integer not null,         -- client events whose send is known
    orphan integer not null           -- those whose send is not
);
insert into totals values (0, 0, 0, 0, 0, 0, 0, 0);

create table impression_totals (
    platform text primary key,
    messages integer not null
) without rowid;

create table reject_totals (
    reason text primary key,
    rejected integer not null         -- distinct lines
) without rowid;

create trigger ledger_files_added after insert on ledger_files
begin
    update totals set
        files = files + 1, lines = lines + new.lines, new = new + new.new,
        duplicate = duplicate + new.duplicate, rejected = rejected + new.rejected,
        blank = blank + new.blank;
end;
create trigger ledger_files_changed
after update of lines, new, duplicate, rejected, blank on ledger_files
begin
    update totals set
        lines = lines + new.lines - old.lines, new = new + new.new - old.new,
        duplicate = duplicate + new.duplicate - old.duplicate,
        rejected = rejected + new.rejected - old.rejected, blank = blank + new.blank - old.blank;
end;

create trigger funnel_cells_added after insert on funnel_cells when new.events <> 0
begin
    update totals set matched = matched + new.events;
end;
create trigger funnel_cells_changed
after update of events on funnel_cells when new.events <> old.events
begin
    update totals set matched = matched + new.events - old.events;
end;

create trigger topic_send_cells_added after insert on topic_send_cells when new.events <> 0
begin
    update totals set matched = matched + new.events;
end;
create trigger topic_send_cells_changed
after update of events on topic_send_cells when new.events <> old.events
begin
    update totals set matched = matched + new.events - old.events;
end;

create trigger orphan_cells_added after insert on orphan_cells when new.events <> 0
begin
    update totals set orphan = orphan + new.events;
end;
create trigger orphan_cells_changed
after update of events on orphan_cells when new.events <> old.events
begin
    update totals set orphan = orphan + new.events - old.events;
end;

create trigger impression_cells_added after insert on impression_cells
begin
    insert into impression_totals (platform, messages)
    select segments.platform, 0 from segments
    where segments.id = new.segment
        and segments.platform not in (select impression_totals.platform from impression_totals);
    update impression_totals set messages = messages + new.messages
    where platform = (select segments.platform from segments where segments.id = new.segment);
end;
create trigger impression_cells_changed after update of messages on impression_cells
begin
    update impression_totals set messages = messages + new.messages - old.messages
    where platform = (select segments.platform from segments where segments.id = new.segment);
end;

create trigger distinct_rejects_added after insert on distinct_rejects
begin
    -- No "on conflict": inside of an "insert or ignore" it would be ignored, too.
    insert into reject_totals (reason, rejected)
    select new.reason, 0
    where new.reason not in (select reject_totals.reason from reject_totals);
    update reject_totals set rejected = rejected + 1 where reason = new.reason;
end;

-- What alerts have told: one row for each incident.
create table alert_incidents (
    id integer primary key,
    alert_id text not null,           -- a hash of rule and slice
    rule text not null,
    metric text not null,
    slice text not null,              -- dimension=word, separated by commas
    state text not null,              -- firing, silenced, inhibited, reopened, resolved
    severity text not null,
    starts_ms integer not null,
    updated_ms integer not null,      -- end of the last hour that was judged
    ends_ms integer,                  -- NULL: it goes on
    window_hours integer not null,
    observed real not null,
    expected real not null,
    worst_drop real not null,
    summary text not null,
    command text not null,
    told_ms integer,                  -- NULL: nobody was told
    told_drop real,
    told_count integer not null
);
create index alert_incidents_open on alert_incidents (alert_id) where ends_ms is null;

create table alert_silence_rows (
    id integer primary key,
    rule text not null,               -- or *
    slice text not null,              -- as in alert_incidents
    since_ms integer not null,
    until_ms integer not null,
    comment text not null
);

create table settings (
    name text primary key,
    setting text not null
) without rowid;
