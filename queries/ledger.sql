-- ledger
-- What became of every line and every client event that was read. One row.
--
-- columns
--   files          integer  files and runs of standard input
--   lines          integer  lines read: new + duplicate + rejected + foreign_lines + blank
--   new            integer  lines that told something for the first time
--   duplicate      integer  lines that told what was known
--   rejected       integer  lines that look like pushes and cannot be read
--   foreign_lines  integer  lines of other systems: nothing in them is FCM's
--   blank          integer  lines with nothing on them
--   events         integer  distinct client events that name a message: matched + orphan
--   matched        integer  those whose send is known
--   orphan         integer  those whose send is not
--
-- example: pushfunnel sql ledger

select
    files,
    lines,
    new,
    duplicate,
    rejected,
    foreign_lines,
    blank,
    events,
    matched,
    orphan
from ledger
order by files
