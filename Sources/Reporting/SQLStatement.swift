internal import GRDBSQLite

/// One prepared statement that reads.
final class SQLStatement {
    private let handle: OpaquePointer
    private let session: SQLSession
    private let sql: String
    private let file: String?

    /// Prepares the one statement of a text, and refuses whatever else the text holds: also behind
    /// a NUL, where the text ends to SQLite.
    init(_ sql: String, file: String?, session: SQLSession) throws(QueryError) {
        let start = QueryError.Place(path: file)
        if let offset = sql.utf8.firstOffset(of: 0) {
            throw QueryError(.nulByte, at: SQLSession.place(ofByte: offset, in: sql, file: file))
        }
        let (first, end) = try SQLStatement.prepare(sql, from: 0, file: file, session: session)
        guard let first else { throw QueryError(.nothingToRun, at: start) }
        handle = first
        self.session = session
        self.sql = sql
        self.file = file
        guard sqlite3_stmt_readonly(handle) != 0 else {
            throw QueryError(.notReadOnly, at: start)
        }
        try refuseMore(from: end)
    }

    deinit { sqlite3_finalize(handle) }

    /// Comments may follow a statement; nothing else.
    private func refuseMore(from end: Int) throws(QueryError) {
        var offset = end
        while offset < sql.utf8.count {
            let start = SQLBlanks.end(in: sql, from: offset)
            let place = SQLSession.place(ofByte: start, in: sql, file: file)
            var next: (handle: OpaquePointer?, end: Int)
            do {
                next = try SQLStatement.prepare(sql, from: offset, file: file, session: session)
            } catch {
                throw QueryError(.severalStatements, at: place)
            }
            if let handle = next.handle {
                sqlite3_finalize(handle)
                throw QueryError(.severalStatements, at: place)
            }
            guard next.end > offset else { return }
            offset = next.end
        }
    }

    /// Prepares what begins at a byte; says where it ends. Nil: nothing but comments.
    private static func prepare(
        _ sql: String, from offset: Int, file: String?, session: SQLSession
    ) throws(QueryError) -> (handle: OpaquePointer?, end: Int) {
        var handle: OpaquePointer?
        var end = offset
        let text = Array(sql.utf8) + [0]
        let code = text.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                guard let base = characters.baseAddress else { return SQLITE_MISUSE }
                var tail: UnsafePointer<CChar>?
                let length = Int32(clamping: characters.count - offset)
                let code = sqlite3_prepare_v2(
                    session.connection, base + offset, length, &handle, &tail)
                if let tail { end = tail - base }
                return code
            }
        }
        guard code == SQLITE_OK else {
            throw QueryError([session.failure(place: .init(path: file), sql: sql)])
        }
        return (handle, end)
    }

    /// The names of all parameters, without their `:`; empty for a bare `?`.
    var parameterNames: [String] {
        (0..<sqlite3_bind_parameter_count(handle)).map { index in
            guard let name = sqlite3_bind_parameter_name(handle, index + 1) else { return "" }
            return name[0] == 0x3f ? "" : String(cString: name + 1)
        }
    }

    var columnNames: [String] {
        (0..<sqlite3_column_count(handle)).map { index in
            sqlite3_column_name(handle, index).map { String(cString: $0) } ?? ""
        }
    }

    /// Binds texts and nulls by name. Throws all that do not fit at once.
    func bind(_ parameters: [String: String?]) throws(QueryError) {
        let names = parameterNames
        var problems: [QueryError.Problem] = []
        if names.contains("") { problems.append(.init(.unnamedParameter)) }
        let known = names.filter { !$0.isEmpty }.unique
        for name in parameters.keys.sorted() where !known.contains(name) {
            let near = NearNames.of(name, in: known)
            problems.append(.init(.unknownParameter(name: name, near: near, known: known)))
        }
        for name in known where parameters[name] == nil {
            problems.append(.init(.missingParameter(name: name)))
        }
        guard problems.isEmpty else { throw QueryError(problems) }
        for (index, name) in names.enumerated() {
            try bind(parameters[name] ?? nil, at: Int32(index + 1))
        }
    }

    private func bind(_ text: String?, at index: Int32) throws(QueryError) {
        guard let text else {
            sqlite3_bind_null(handle, index)
            return
        }
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        let length = Int32(clamping: text.utf8.count)
        guard sqlite3_bind_text(handle, index, text, length, copied) == SQLITE_OK else {
            throw QueryError([session.failure(place: .init(path: file), sql: sql)])
        }
    }

    /// Runs it; rows past the limit are left out, and the table says so.
    func rows(_ limits: SQLLimits) throws(QueryError) -> ResultTable {
        var table = ResultTable(columns: columnNames)
        var left = limits.memoryBytes ?? Int64.max
        while true {
            let code = sqlite3_step(handle)
            if code == SQLITE_DONE { return table }
            guard code == SQLITE_ROW else {
                throw QueryError([session.failure(place: .init(path: file), sql: sql)])
            }
            if let limit = limits.rows, table.rows.count >= limit {
                table.cutAfterRows = limit
                return table
            }
            left -= size(ofColumns: Int32(table.columns.count))
            guard left >= 0 else {
                let limit = QueryError.Kind.memoryLimit(bytes: limits.memoryBytes ?? 0)
                throw QueryError(limit, at: .init(path: file))
            }
            table.rows.append((0..<Int32(table.columns.count)).map { cell($0) })
        }
    }

    /// Bytes that a row takes in a table, about.
    private func size(ofColumns count: Int32) -> Int64 {
        let fixed = MemoryLayout<ResultTable.Cell>.stride
        return (0..<count).reduce(32) { sum, index in
            // Of a number, the bytes would be those of its text.
            let isLong = [SQLITE_TEXT, SQLITE_BLOB].contains(sqlite3_column_type(handle, index))
            return sum + Int64(fixed) + (isLong ? Int64(sqlite3_column_bytes(handle, index)) : 0)
        }
    }

    private func cell(_ index: Int32) -> ResultTable.Cell {
        switch sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, index))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, index))
        case SQLITE_TEXT:
            let bytes = sqlite3_column_text(handle, index)
            let count = Int(sqlite3_column_bytes(handle, index))
            return .text(
                String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            let bytes = sqlite3_column_blob(handle, index)
            let count = Int(sqlite3_column_bytes(handle, index))
            return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
        default: return .null
        }
    }
}

extension String.UTF8View {
    fileprivate func firstOffset(of byte: UInt8) -> Int? {
        firstIndex(of: byte).map { distance(from: startIndex, to: $0) }
    }
}

extension [String] {
    /// Each once, in order.
    fileprivate var unique: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
