/// Aggregate functions that SQLite lacks: median(x), percentile(x, p) and stddev(x).
///
/// They ignore null, as SQLite's own aggregates do, and any other value that is no number is an
/// error. They are null without a number. median(x) is percentile(x, 50); percentile(x, p) takes a p
/// from 0 to 100 and interpolates between two numbers as DuckDB's quantile_cont does. stddev(x) is
/// the standard deviation of a sample, null for one number.
///
/// percentile and median hold eight bytes for each number.
#ifndef PUSHFUNNEL_STATISTICS_H
#define PUSHFUNNEL_STATISTICS_H

struct sqlite3;

/// Gives SQLite's result code.
int statistics_register(struct sqlite3 *db);

#endif
