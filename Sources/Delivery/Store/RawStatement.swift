internal import GRDB
internal import GRDBSQLite

/// A prepared statement by SQLite's own calls, for what runs once a message: GRDB's argument
/// binding costs two and a half times as much there. GRDB owns the statement and its connection.
struct RawStatement {
    private let statement: OpaquePointer
    private let connection: OpaquePointer?

    init(_ db: Database, _ sql: String) throws {
        statement = try db.cachedStatement(sql: sql).sqliteStatement
        connection = db.sqliteConnection
    }

    func bind(_ index: Int32, _ number: Int64) {
        sqlite3_bind_int64(statement, index, number)
    }

    /// `none` is bound as NULL.
    func bind(_ index: Int32, _ number: Int64, none: Int64?) {
        if number == none {
            sqlite3_bind_null(statement, index)
        } else {
            sqlite3_bind_int64(statement, index, number)
        }
    }

    func bind(_ index: Int32, _ text: String) {
        let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                _ = sqlite3_bind_text(statement, index, $0.baseAddress, Int32($0.count), copy)
            }
        }
    }

    func bind(_ index: Int32, _ words: [UInt64]) {
        let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        words.withUnsafeBytes {
            _ = sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), copy)
        }
    }

    /// True when there is a row.
    func step() throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let message = sqlite3_errmsg(connection).map { String(cString: $0) }
            sqlite3_reset(statement)
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
        }
    }

    /// Runs a statement without rows.
    func run() throws {
        _ = try step()
        reset()
    }

    func reset() { sqlite3_reset(statement) }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    /// `none` for NULL.
    func integer(_ column: Int32, none: Int64) -> Int64 {
        isNull(column) ? none : sqlite3_column_int64(statement, column)
    }

    /// A blob as the numbers that were bound.
    func words(_ column: Int32) -> [UInt64] {
        let count = Int(sqlite3_column_bytes(statement, column)) / 8
        guard let bytes = sqlite3_column_blob(statement, column) else { return [] }
        return Array(unsafeUninitializedCapacity: count) { words, filled in
            UnsafeMutableRawBufferPointer(words).copyMemory(
                from: UnsafeRawBufferPointer(start: bytes, count: count * 8))
            filled = count
        }
    }

    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(statement, column) == SQLITE_NULL
    }
}
