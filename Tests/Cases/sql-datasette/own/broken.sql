-- broken
-- Reads what is not there. One row.
--
-- columns
--   n  integer  a number
--
-- example: pushfunnel sql broken

select n from absent
