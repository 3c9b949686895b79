internal import CSQLite
internal import SQLite

/// Rows of integers that one statement writes: see `rows.h`.
///
/// Rows are gathered, some thousands at a time, and handed to SQLite as a table of which the
/// statement selects.
final class IntegerRows {
    /// Stands for NULL, in columns that may hold it.
    static let null = Int64.max
    /// Rows handed over at once: their memory stays in the processor's cache, and the statement's
    /// set-up is spread over them.
    static let capacity = 4096

    private let source: UnsafeMutablePointer<rows>
    private let values: UnsafeMutablePointer<Int64>
    private let columns: Int

    /// Makes a table `name` with columns c0, c1, … known to the connection, which must not be used
    /// when this is gone. Columns from `nullableFrom` on may hold NULL.
    init(_ db: Connection, name: String, columns: Int, nullableFrom: Int) throws {
        self.columns = columns
        values = .allocate(capacity: IntegerRows.capacity * columns)
        source = .allocate(capacity: 1)
        source.initialize(
            to: rows(
                values: values, count: 0, columns: Int32(columns),
                nullable_from: Int32(nullableFrom)))
        let code = rows_register(db.handle, name, source)
        guard code == SQLITE_OK else { throw SQLiteError(code: code) }
    }

    deinit {
        source.deallocate()
        values.deallocate()
    }

    var isFull: Bool { source.pointee.count == IntegerRows.capacity }

    /// Gives the memory of one more row, all of which is to be written.
    func append() -> UnsafeMutablePointer<Int64> {
        defer { source.pointee.count += 1 }
        return values + source.pointee.count * columns
    }

    /// Runs a statement that selects from the table, and forgets the rows.
    func write(_ statement: Statement) throws {
        guard source.pointee.count > 0 else { return }
        try statement.run()
        source.pointee.count = 0
    }
}
