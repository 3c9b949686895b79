/// Where a connection that only reads keeps what does not fit its cache, such as rows to be sorted:
/// in memory, under SQLite's heap limit, and never on a disk.
///
/// `pragma temp_store = memory` does that, too, but sorts one list of all rows: 3 million rows take
/// twice the time and five times the memory of runs that are merged.
#ifndef PUSHFUNNEL_TEMPORARY_H
#define PUSHFUNNEL_TEMPORARY_H

#include <sqlite3.h>

/// What SQLite gives when such a file finds no memory.
static const int temporary_no_memory = SQLITE_IOERR_NOMEM;

/// The name of a VFS whose temporary files are in memory; NULL if SQLite has no `memdb`.
/// https://www.sqlite.org/vfs.html
const char *temporary_vfs(void);

#endif
