-- From version 2 to 3.

-- Lines of other systems are a class of their own in the ledger.
alter table ledger_files add column foreign_lines integer not null default 0;
alter table ledger_files add column unproven_events integer not null default 0;
alter table totals add column foreign_lines integer not null default 0;
alter table totals add column unproven_events integer not null default 0;

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
