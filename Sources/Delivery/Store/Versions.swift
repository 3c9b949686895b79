internal import CSQLite

/// The version of SQLite that runs, which need not be the one of the headers.
package var sqliteLibraryVersion: String { String(cString: sqlite3_libversion()) }
