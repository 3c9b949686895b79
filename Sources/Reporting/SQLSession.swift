package import Delivery
internal import GRDBSQLite

#if canImport(Glibc)
    internal import Glibc
#endif

/// A pushfunnel database, opened so that it can only be read.
///
/// Four walls, each enough alone: the file is opened read-only; `query_only` is on; an authorizer
/// lets reading through and nothing else; a statement that is not read-only is refused before it
/// runs. Text may hold one statement. It belongs to one thread at a time.
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

    /// What the session itself has to run, before anything is refused.
    private func settle() throws {
        _disableDoubleQuotedStringLiterals(connection)
        for pragma in [
            "pragma temp_store = memory", "pragma query_only = on", "pragma trusted_schema = off",
        ] {
            sqlite3_exec(connection, pragma, nil, nil, nil)
        }
        // The views come last when a store is made.
        if try !holds("name = 'ledger' and type = 'view'") {
            let isOther =
                try holds("tbl_name <> 'grdb_migrations'") && !holds("name = 'ledger_files'")
            throw isOther ? StoreError.notAStore(path: path) : .unfinished(path: path)
        }
    }

    /// Whether there is anything of this kind in the database.
    private func holds(_ condition: String) throws -> Bool {
        var holds = false
        let sql = "select 1 from sqlite_schema where \(condition)"
        let code = sqlite3_exec(
            connection, sql,
            { flag, _, _, _ in
                flag?.assumingMemoryBound(to: Bool.self).pointee = true
                return 0
            }, &holds, nil)
        switch code {
        case SQLITE_OK: return holds
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
        return try statement.rows(limit: limits.rows)
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
        return try statement.rows(limit: limits.rows)
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
