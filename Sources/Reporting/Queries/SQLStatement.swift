internal import SQLite

/// One prepared statement that reads.
final class SQLStatement {
    private let statement: Statement
    private let session: SQLSession
    private let sql: String
    private let file: String?

    /// Prepares the one statement of a text, and refuses whatever else the text holds: also behind
    /// a NUL, where the text ends to SQLite.
    init(_ sql: String, file: String?, session: SQLSession) throws(QueryError) {
        let start = QueryError.Place(path: file)
        let length = sql.utf8.prefix { $0 != 0 }.count
        guard length == sql.utf8.count else {
            throw QueryError(.nulByte, at: SQLSession.place(ofByte: length, in: sql, file: file))
        }
        let (first, end) = try SQLStatement.prepare(sql, from: 0, file: file, session: session)
        guard let first else { throw QueryError(.nothingToRun, at: start) }
        statement = first
        self.session = session
        self.sql = sql
        self.file = file
        guard statement.isReadOnly else {
            throw QueryError(.notReadOnly, at: start)
        }
        try refuseMore(from: end)
    }

    /// Comments may follow a statement; nothing else.
    private func refuseMore(from end: Int) throws(QueryError) {
        var offset = end
        while offset < sql.utf8.count {
            let start = SQLBlanks.end(in: sql, from: offset)
            let place = SQLSession.place(ofByte: start, in: sql, file: file)
            var next: (statement: Statement?, end: Int)
            do {
                next = try SQLStatement.prepare(sql, from: offset, file: file, session: session)
            } catch {
                throw QueryError(.severalStatements, at: place)
            }
            guard next.statement == nil else { throw QueryError(.severalStatements, at: place) }
            guard next.end > offset else { return }
            offset = next.end
        }
    }

    /// Prepares what begins at a byte; says where it ends. Nil: nothing but comments.
    private static func prepare(
        _ sql: String, from offset: Int, file: String?, session: SQLSession
    ) throws(QueryError) -> (statement: Statement?, end: Int) {
        do throws(SQLiteError) {
            return try session.connection.prepare(sql, from: offset)
        } catch {
            throw session.failure(error, place: .init(path: file), sql: sql)
        }
    }

    /// The names of all parameters, without their `:`; empty for a bare `?`.
    var parameterNames: [String] {
        statement.parameterNames.map { $0.hasPrefix("?") ? "" : String($0.dropFirst()) }
    }

    var columnNames: [String] { statement.columnNames }

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
            let cell = (parameters[name] ?? nil).map(Cell.text) ?? .null
            try run { () throws(SQLiteError) in try statement.bind(Int32(index + 1), cell) }
        }
    }

    /// Runs it; rows past the limit are left out, and the table says so.
    func rows(_ limits: SQLLimits) throws(QueryError) -> ResultTable {
        var table = ResultTable(columns: columnNames)
        let columns = 0..<Int32(table.columns.count)
        var left = limits.memoryBytes ?? Int64.max
        while try run({ () throws(SQLiteError) in try statement.step() }) {
            if let limit = limits.rows, table.rows.count >= limit {
                table.cutAfterRows = limit
                return table
            }
            left -= columns.reduce(32) { $0 + size(of: $1) }
            guard left >= 0 else {
                let limit = QueryError.Kind.memoryLimit(bytes: limits.memoryBytes ?? 0)
                throw QueryError(limit, at: .init(path: file))
            }
            table.rows.append(columns.map { ResultTable.Cell(statement.cell($0)) })
        }
        return table
    }

    /// Bytes that a cell takes in a table, about.
    private func size(of column: Int32) -> Int64 {
        Int64(MemoryLayout<ResultTable.Cell>.stride + statement.size(column))
    }

    private func run<Result>(
        _ body: () throws(SQLiteError) -> Result
    ) throws(QueryError) -> Result {
        do throws(SQLiteError) {
            return try body()
        } catch {
            throw session.failure(error, place: .init(path: file), sql: sql)
        }
    }
}

extension ResultTable.Cell {
    fileprivate init(_ cell: Cell) {
        self =
            switch cell {
            case .null: .null
            case .integer(let number): .integer(number)
            case .real(let number): .real(number)
            case .text(let text): .text(text)
            case .blob(let bytes): .blob(bytes)
            }
    }
}

extension [String] {
    /// Each once, in order.
    package var unique: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
