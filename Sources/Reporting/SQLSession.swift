package import Delivery
internal import GRDBSQLite

#if canImport(Glibc)
    internal import Glibc
#endif

/// A pushfunnel database, opened so that it can only be read.
///
/// Four walls, each enough alone: the file is opened read-only; `query_only` is on; an authorizer
/// lets reading through and nothing else; a statement that is not read-only is refused before it
/// runs. Text may hold one statement. The file itself may be hostile: see `ConnectionDefense`.
/// It belongs to one thread at a time.
package final class SQLSession {
    package let path: String
    package var limits: SQLLimits
    let connection: OpaquePointer
    let sentry = SQLGuard()

    /// Opens a database. Throws `StoreError` when it is none, or `QueryError`.
    package init(path: String, limits: SQLLimits = .standard) throws {
        self.path = path
        self.limits = limits
        guard access(path, F_OK) == 0 else { throw StoreError.notFound(path: path) }
        connection = try SQLSession.openToRead(path)
        sqlite3_busy_timeout(connection, 10_000)
        try settle()
        sentry.install(on: connection)
    }

    /// Opens a store that was cut, which must live as long as the session.
    package init(_ cut: CutStore, limits: SQLLimits = .standard) throws {
        path = cut.uri
        self.limits = limits
        connection = try SQLSession.open(cut.uri, flags: SQLITE_OPEN_URI, file: path)
        try settle()
        sentry.install(on: connection)
    }

    deinit { sqlite3_close_v2(connection) }

    /// A database in WAL mode has to be locked in a file beside it. Who may not write there can
    /// still read it when no log is beside it, since then nobody is writing.
    private static func openToRead(_ path: String) throws(QueryError) -> OpaquePointer {
        let connection = try open(path, flags: 0, file: path)
        let code = sqlite3_exec(connection, "select 1 from sqlite_schema", nil, nil, nil)
        let cannotLock = code == SQLITE_READONLY || code == SQLITE_CANTOPEN
        guard cannotLock, access(path + "-wal", F_OK) != 0 else { return connection }
        sqlite3_close_v2(connection)
        return try open(DatabaseURI.immutable(path), flags: SQLITE_OPEN_URI, file: path)
    }

    private static func open(
        _ name: String, flags: Int32, file: String
    ) throws(QueryError) -> OpaquePointer {
        var connection: OpaquePointer?
        let flags = flags | SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(name, &connection, flags, nil)
        guard code == SQLITE_OK, let connection else {
            let message = String(cString: sqlite3_errstr(code))
            sqlite3_close_v2(connection)
            throw QueryError(.disk(code: code, message: message), at: .init(path: file))
        }
        return connection
    }

    /// What no query of a person needs more of, and a hostile one could make slow or large.
    /// https://www.sqlite.org/limits.html
    private static let bounds =
        [
            // A text or a row: as long as the longest line that is read.
            (SQLITE_LIMIT_LENGTH, 16 << 20), (SQLITE_LIMIT_SQL_LENGTH, 1_000_000),
            // LIKE and GLOB take time by the product of pattern and text.
            (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000), (SQLITE_LIMIT_ATTACHED, 0),
            (SQLITE_LIMIT_WORKER_THREADS, 0),
        ] as [(Int32, Int32)]

    /// What the session itself has to run, before anything is refused.
    private func settle() throws {
        guard ConnectionDefense.apply(connection) == SQLITE_OK else {
            throw QueryError([failure(place: .init(path: path), sql: "")])
        }
        for pragma in ["pragma temp_store = memory", "pragma query_only = on"] {
            sqlite3_exec(connection, pragma, nil, nil, nil)
        }
        for (limit, most) in SQLSession.bounds { sqlite3_limit(connection, limit, most) }
        if let bytes = limits.memoryBytes { sqlite3_hard_heap_limit64(bytes) }
        // All tables are made at once.
        if try !holds("name = 'ledger_files'") {
            let isOther = try holds("tbl_name <> 'grdb_migrations'")
            throw isOther ? StoreError.notAStore(path: path) : .unfinished(path: path)
        }
        let versions = try texts("select identifier from grdb_migrations")
        try Store.expectCurrent(versions: Set(versions), path: path)
    }

    /// Whether there is anything of this kind in the database.
    private func holds(_ condition: String) throws -> Bool {
        try !texts("select 1 from sqlite_schema where \(condition)").isEmpty
    }

    /// The first column of a statement of the session's own.
    private func texts(_ sql: String) throws -> [String] {
        var statement: OpaquePointer?
        var code = sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
        defer { sqlite3_finalize(statement) }
        var texts: [String] = []
        while code == SQLITE_OK || code == SQLITE_ROW {
            code = sqlite3_step(statement)
            guard code == SQLITE_ROW, let text = sqlite3_column_text(statement, 0) else { continue }
            texts.append(String(cString: text))
        }
        switch code {
        case SQLITE_DONE: return texts
        case SQLITE_NOTADB: throw StoreError.notAStore(path: path)
        default: throw QueryError([failure(place: .init(path: path), sql: sql)])
        }
    }

    /// Runs one statement. Its parameters must be those given, by name, each a text or null.
    ///
    /// `file` names where the SQL comes from, for messages.
    package func run(
        sql: String, parameters: [String: String?] = [:], file: String? = nil
    ) throws(QueryError) -> ResultTable {
        sentry.reset(time: limits.time)
        let statement = try SQLStatement(sql, file: file, session: self)
        try statement.bind(parameters)
        return try statement.rows(limits)
    }

    /// Runs a query of a file, after comparing its header with its statement.
    package func run(
        _ query: QueryFile, parameters: [String: String?] = [:]
    ) throws(QueryError) -> ResultTable {
        let bindings = try query.bindings(parameters)
        sentry.reset(time: limits.time)
        let statement = try SQLStatement(query.text, file: query.path, session: self)
        try query.check(parameters: statement.parameterNames, columns: statement.columnNames)
        try statement.bind(bindings)
        var table = try statement.rows(limits)
        table.columns = query.columns.map { ResultTable.Column($0) }
        return table
    }

    /// Compares a header with its statement, without running it.
    package func check(_ query: QueryFile) throws(QueryError) {
        sentry.reset(time: limits.time)
        let statement = try SQLStatement(query.text, file: query.path, session: self)
        try query.check(parameters: statement.parameterNames, columns: statement.columnNames)
    }

    /// A number that the store remembers of itself; nil when there is none.
    func setting(_ name: Settings.Name) throws(QueryError) -> Int64? {
        sentry.allowsSettings = true
        defer { sentry.allowsSettings = false }
        let sql = "select setting from settings where name = :name"
        let rows = try run(sql: sql, parameters: ["name": name.rawValue]).rows
        guard case .text(let text)? = rows.first?.first else { return nil }
        return Int64(text)
    }

    /// The first day whose messages are stored, when the statement that ran last reads messages
    /// and earlier ones were pruned: it tells of later ones alone.
    package func messagesSince() throws(QueryError) -> String? {
        guard sentry.readsMessages else { return nil }
        let rows = try run(sql: "select horizon_day from retention").rows
        guard case .text(let day)? = rows.first?.first else { return nil }
        return day
    }

    /// Runs several queries over one state of the database, whatever is written meanwhile.
    package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try transaction("begin")
        defer { try? transaction("rollback") }
        return try body()
    }

    private func transaction(_ sql: String) throws(QueryError) {
        sentry.reset(time: nil)
        sentry.allowsTransactions = true
        defer { sentry.allowsTransactions = false }
        guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else {
            throw QueryError([failure(place: nil, sql: sql)])
        }
    }
}
