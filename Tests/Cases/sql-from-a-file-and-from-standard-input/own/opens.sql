-- opens
-- How many messages were opened. One row.
--
-- parameters
--   :platform  text  default null  android, ios, web or unknown; null means all
--
-- columns
--   opened  integer  opened within the window
--
-- example: pushfunnel sql opens --param platform=ios

select coalesce(sum(opened), 0) as opened
from funnel_hourly
where :platform is null or platform = :platform
