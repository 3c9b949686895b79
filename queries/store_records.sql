-- store_records
-- What the store holds of all that was read: counts that do not depend on how lines were split into
-- files or on how often they were read. One row for each kind, by its word.
--
-- columns
--   what     text     new, events, matched, orphan, and rejected_ with the reason
--   records  integer  how many
--   meaning  text     what the word means
--
-- example: pushfunnel sql store_records
-- for: reports

select
    'new' as what,
    new as records,
    'distinct records stored' as meaning
from ledger
union all
select
    'events' as what,
    events as records,
    'distinct client events = matched + orphan' as meaning
from ledger
union all
select
    'matched' as what,
    matched as records,
    'events whose send is known' as meaning
from ledger
union all
select
    'orphan' as what,
    orphan as records,
    'events whose send is not' as meaning
from ledger
union all
select
    'rejected_' || reason as what,
    rejected as records,
    'distinct rejected lines: ' || reason as meaning
from reject_reasons
order by what
