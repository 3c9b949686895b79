-- day_notes
-- What happened on the days of a period and before it, in the words of pushfunnel note. One row for
-- each note, oldest first.
--
-- parameters
--   :since          hour  default null  first day or hour, UTC
--   :until          hour  default null  day or hour after the last
--   :history_since  hour  default null  first hour of the days before
--
-- columns
--   day   text  YYYY-MM-DD, in the zone of the reader's reports
--   note  text  the words
--
-- example: pushfunnel sql day_notes --param since=2025-11-18

select
    day,
    note
from notes
where
    day >= substr(coalesce(:history_since, :since, ''), 1, 10)
    and day <= substr(coalesce(:until, '9999'), 1, 10)
order by day, note
