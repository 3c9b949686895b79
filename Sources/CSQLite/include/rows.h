/// Rows of integers in memory as a table that SQL can select from.
///
/// `insert into t select * from rows` writes a million rows of fifteen columns in 0.44 s of CPU,
/// where a bound statement for each row takes 0.74 s: the statement is set up once, its cursor
/// stays where it is, and a row behind the last one needs no search.
#ifndef PUSHFUNNEL_ROWS_H
#define PUSHFUNNEL_ROWS_H

#include <stddef.h>
#include <stdint.h>

struct sqlite3;

/// What the table holds now. The memory is the caller's, and outlives the connection's use of it.
struct rows {
    /// One row after the other, `columns` values each.
    const int64_t *values;
    size_t count;
    int columns;
    /// Columns from this one on are NULL where they hold INT64_MAX; in those before it that is a
    /// number as any other.
    int nullable_from;
};

/// Makes `rows` known to a connection as a table `name` with columns c0, c1, …; gives SQLite's
/// result code.
int rows_register(struct sqlite3 *db, const char *name, const struct rows *rows);

#endif
