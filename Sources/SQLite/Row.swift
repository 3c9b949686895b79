internal import CSQLite

/// A row of a query, read by the names of its columns. A column that is not there, or that holds
/// something else than is expected, is an error: a file may be damaged.
package struct Row: Sendable {
    package let names: [String]
    package let cells: [Cell]
    private let sql: String

    fileprivate init(_ statement: Statement, names: [String], sql: String) {
        self.names = names
        self.sql = sql
        cells = names.indices.map { statement.cell(Int32($0)) }
    }

    package subscript<Value: CellValue>(_ name: String) -> Value {
        get throws(SQLiteError) {
            guard let place = names.firstIndex(of: name) else {
                throw SQLiteError(.misuse, "there is no column \(name)", sql: sql)
            }
            return try value(at: place)
        }
    }

    fileprivate func value<Value: CellValue>(at place: Int) throws(SQLiteError) -> Value {
        if let value = Value.of(cells[place]) { return value }
        let (name, kind) = (names[place], cells[place].kind)
        throw SQLiteError(
            .mismatch, "the column \(name) holds \(kind), expected \(Value.self)", sql: sql)
    }
}

extension Statement {
    package var columnNames: [String] {
        (0..<sqlite3_column_count(handle)).map { index in
            sqlite3_column_name(handle, index).map { String(cString: $0) } ?? ""
        }
    }

    /// The names of all parameters with the character before them; empty for a bare `?`.
    package var parameterNames: [String] {
        (0..<sqlite3_bind_parameter_count(handle)).map { index in
            sqlite3_bind_parameter_name(handle, index + 1).map { String(cString: $0) } ?? ""
        }
    }

    /// Of a text or a blob; of a number, the bytes would be those of its text.
    package func size(_ column: Int32) -> Int {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_TEXT, SQLITE_BLOB: Int(sqlite3_column_bytes(handle, column))
        default: 0
        }
    }

    package func cell(_ column: Int32) -> Cell {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
        case SQLITE_TEXT: .text(String(decoding: bytes(column), as: UTF8.self))
        case SQLITE_BLOB: .blob(Array(bytes(column)))
        default: .null
        }
    }

    package func text(_ column: Int32) throws(SQLiteError) -> String {
        let cell = cell(column)
        if let text = String.of(cell) { return text }
        throw SQLiteError(.mismatch, "column \(column) holds \(cell.kind), no text", sql: sql)
    }

    /// Of a text or a blob, until the next step.
    private func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        // In this order: https://www.sqlite.org/c3ref/column_blob.html
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    }

    /// Hands on each row, until one ends it.
    func forEachRow(
        _ values: [any CellValue], _ body: (Row) throws -> Bool
    ) throws {
        defer { reset() }
        try bind(values)
        var head: (names: [String], sql: String)?
        while try step() {
            // The columns of `*` are known for certain once it runs.
            let (names, sql) = head ?? (columnNames, self.sql)
            head = (names, sql)
            guard try body(Row(self, names: names, sql: sql)) else { return }
        }
    }
}

extension Row {
    package static func fetchAll(
        _ db: Connection, sql: String, arguments: [any CellValue] = []
    ) throws -> [Row] {
        var rows: [Row] = []
        try forEach(db, sql: sql, arguments: arguments) { rows.append($0) }
        return rows
    }

    /// The first row; nil when there is none.
    package static func fetchOne(
        _ db: Connection, sql: String, arguments: [any CellValue] = []
    ) throws -> Row? {
        var first: Row?
        try db.statement(sql).forEachRow(arguments) {
            first = $0
            return false
        }
        return first
    }

    /// Hands on one row after the other, of which only one is in memory.
    package static func forEach(
        _ db: Connection, sql: String, arguments: [any CellValue] = [],
        _ body: (Row) throws -> Void
    ) throws {
        try db.statement(sql).forEachRow(arguments) {
            try body($0)
            return true
        }
    }
}

extension CellValue {
    /// The first column of all rows.
    package static func fetchAll(
        _ db: Connection, sql: String, arguments: [any CellValue] = []
    ) throws -> [Self] {
        var values: [Self] = []
        try Row.forEach(db, sql: sql, arguments: arguments) { values.append(try $0.value(at: 0)) }
        return values
    }

    /// The first column of the first row; nil when there is no row, or NULL in it.
    package static func fetchOne(
        _ db: Connection, sql: String, arguments: [any CellValue] = []
    ) throws -> Self? {
        try Row.fetchOne(db, sql: sql, arguments: arguments)?.value(at: 0)
    }
}
