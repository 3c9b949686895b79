internal import CDefense
internal import GRDB
internal import GRDBSQLite

/// Holds for every connection to a file: a database may come from somebody else.
package enum ConnectionDefense {
    static func apply(_ db: Database) throws {
        guard let connection = db.sqliteConnection else { return }
        let code = apply(connection)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    /// Gives SQLite's result code.
    package static func apply(_ connection: OpaquePointer) -> Int32 { defend(connection) }
}
