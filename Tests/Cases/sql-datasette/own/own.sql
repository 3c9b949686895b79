-- own
-- What <b>I</b> ask. One row.
--
-- parameters
--   :word   text     default it's  a word
--   :number integer  required      a number
--   :day    day      default null  a day
--
-- columns
--   given   text  what was given
--   kept    text  what is no parameter
--
-- example: pushfunnel sql own --param number=1

select
    :word || :number as given, -- not :word here
    ':word' || coalesce(:day, '') as kept /* nor :day
    or :number here */
from (select 1 as "one :day")
