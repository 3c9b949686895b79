-- rejects
-- Why lines were rejected, and where the first of each kind stands. One row for each reason, most
-- frequent first.
--
-- columns
--   reason        text     one word, such as invalid_json
--   rejected      integer  distinct lines
--   example_path  text     file of the first such line, by name and line
--   example_line  integer  its line, from 1
--   example_byte  integer  where in the line, from 1
--   expected      text     what would have been accepted there
--
-- example: pushfunnel sql rejects

with places as (
    select
        reason,
        path,
        line,
        byte,
        expected,
        row_number() over (partition by reason order by path, line) as place_number
    from rejects
)

select
    reject_reasons.reason as reason,
    reject_reasons.rejected as rejected,
    places.path as example_path,
    places.line as example_line,
    places.byte as example_byte,
    places.expected as expected
from reject_reasons
left join places
    on places.reason = reject_reasons.reason
    and places.place_number = 1
order by rejected desc, reason
