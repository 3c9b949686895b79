-- rejects
-- Why lines were rejected, by what they look like, with the first of each kind. One row for each
-- reason and set of keys; the most frequent reason first.
--
-- words: bad lines, parse errors
-- columns
--   reason        text     one word, such as invalid_json
--   rejected      integer  distinct lines of this reason, whatever their keys
--   keys          text     names of the record's members; empty where the line is no JSON
--   lines         integer  lines of this reason and these keys, of the first 1,000 of each file
--   example_path  text     file of the first such line, by name and line
--   example_line  integer  its line, from 1
--   example_byte  integer  where in the line, from 1
--   excerpt       text     its first bytes, with values masked
--   expected      text     what would have been accepted there
--
-- example: pushfunnel sql rejects

with places as (
    select
        reason,
        keys as member_names,
        path,
        line,
        byte,
        excerpt,
        expected,
        count(*) over (partition by reason, keys) as line_count,
        row_number() over (partition by reason, keys order by path, line) as place_number
    from rejects
)

select
    reject_reasons.reason as reason,
    reject_reasons.rejected as rejected,
    coalesce(places.member_names, '') as keys,
    coalesce(places.line_count, 0) as lines,
    places.path as example_path,
    places.line as example_line,
    places.byte as example_byte,
    places.excerpt as excerpt,
    places.expected as expected
from reject_reasons
left join places
    on places.reason = reject_reasons.reason
    and places.place_number = 1
order by rejected desc, reason, lines desc, keys
