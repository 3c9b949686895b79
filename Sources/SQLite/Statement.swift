internal import CSQLite

/// A prepared statement.
///
/// What runs once a message binds and reads integers by their place, in calls of SQLite's own that
/// convert whatever a cell holds to a number. All else reads a `Row`, which is checked.
package final class Statement {
    @usableFromInline let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { sqlite3_finalize(handle) }

    // MARK: Binding

    @inlinable package func bind(_ index: Int32, _ number: Int64) {
        let code = sqlite3_bind_int64(handle, index, number)
        assert(code == SQLITE_OK, "no such parameter, or a statement that was not reset")
    }

    /// `none` is bound as NULL.
    @inlinable package func bind(_ index: Int32, _ number: Int64, none: Int64?) {
        if number == none {
            sqlite3_bind_null(handle, index)
        } else {
            bind(index, number)
        }
    }

    package func bind(_ index: Int32, _ text: String) throws(SQLiteError) {
        var text = text
        try check(
            text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    sqlite3_bind_text64(
                        handle, index, $0.baseAddress, UInt64($0.count), Statement.copied,
                        UInt8(SQLITE_UTF8))
                }
            })
    }

    package func bind(_ index: Int32, _ words: [UInt64]) throws(SQLiteError) {
        try check(words.withUnsafeBytes { bindBytes(index, $0) })
    }

    package func bind(_ index: Int32, _ cell: Cell) throws(SQLiteError) {
        switch cell {
        case .null: try check(sqlite3_bind_null(handle, index))
        case .integer(let number): try check(sqlite3_bind_int64(handle, index, number))
        case .real(let number): try check(sqlite3_bind_double(handle, index, number))
        case .text(let text): try bind(index, text)
        case .blob(let bytes): try check(bytes.withUnsafeBytes { bindBytes(index, $0) })
        }
    }

    /// A value for each parameter, in order.
    package func bind(_ values: [any CellValue]) throws(SQLiteError) {
        guard sqlite3_bind_parameter_count(handle) == values.count else {
            throw SQLiteError(.misuse, "\(values.count) values are not as many as ?", sql: sql)
        }
        for (place, value) in values.enumerated() { try bind(Int32(place + 1), value.cell) }
    }

    private func bindBytes(_ index: Int32, _ bytes: UnsafeRawBufferPointer) -> Int32 {
        guard let start = bytes.baseAddress else { return sqlite3_bind_zeroblob(handle, index, 0) }
        return sqlite3_bind_blob64(handle, index, start, UInt64(bytes.count), Statement.copied)
    }

    /// SQLite makes a copy of its own.
    private static var copied: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        if code != SQLITE_OK { throw failure() }
    }

    // MARK: Running

    /// True when there is a row.
    @inlinable package func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw failure()
        }
    }

    /// Runs it to its end, and passes over rows.
    package func run() throws(SQLiteError) {
        while try step() {}
        reset()
    }

    /// Lets go of the rows, so that values can be bound, and tables written.
    @inlinable package func reset() { sqlite3_reset(handle) }

    @usableFromInline func failure() -> SQLiteError {
        let error = SQLiteError(of: sqlite3_db_handle(handle), sql: sql)
        reset()
        return error
    }

    /// Whether it stands at a row.
    var isBusy: Bool { sqlite3_stmt_busy(handle) != 0 }
    package var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }
    package var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

    // MARK: Reading by place

    /// 0 for what is no number.
    @inlinable package func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    /// `none` for NULL.
    @inlinable package func integer(_ column: Int32, none: Int64) -> Int64 {
        isNull(column) ? none : sqlite3_column_int64(handle, column)
    }

    @inlinable package func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// The bytes of a blob; nil if the cell holds anything else.
    package func blob(_ column: Int32) -> [UInt8]? {
        guard sqlite3_column_type(handle, column) == SQLITE_BLOB else { return nil }
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    /// A blob as the numbers that were bound; none of anything else.
    package func words(_ column: Int32) -> [UInt64] {
        guard sqlite3_column_type(handle, column) == SQLITE_BLOB,
            let bytes = sqlite3_column_blob(handle, column)
        else { return [] }
        let count = Int(sqlite3_column_bytes(handle, column)) / 8
        return Array(unsafeUninitializedCapacity: count) { words, filled in
            UnsafeMutableRawBufferPointer(words).copyMemory(
                from: UnsafeRawBufferPointer(start: bytes, count: count * 8))
            filled = count
        }
    }
}
