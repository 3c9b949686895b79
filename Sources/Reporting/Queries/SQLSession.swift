internal import CSQLite
package import Delivery
internal import SQLite

/// A pushfunnel database, opened so that it can only be read.
///
/// Four walls, each enough alone: the file is opened read-only; `query_only` is on; an authorizer
/// lets reading through and nothing else; a statement that is not read-only is refused before it
/// runs. Text may hold one statement. The file itself may be hostile: see `Connection`.
/// It belongs to one thread at a time.
package final class SQLSession {
    package let path: String
    package var limits: SQLLimits
    /// Whose hours the database counts by.
    package private(set) var clock = HourClock.utc
    let connection: Connection
    let sentry = SQLGuard()
    /// Known once a statement has asked for a message by its ID.
    var messageIDs: MessageIDs?
    /// Whether views of the session's own stand for those of the database: see `prepared`.
    var hasViewsByID = false
    /// Conditions of views of sends: see `narrow(to:)`.
    var narrowing = ""
    private var isInSnapshot = false

    /// Opens a database. Throws `StoreError` when it is none, or `QueryError`.
    package init(path: String, limits: SQLLimits = .standard) throws {
        self.path = path
        self.limits = limits
        connection = try SQLSession.open(path) {
            try Store.openToRead(path) { try Connection(path: $0, $1, busySeconds: 10) }
        }
        try settle()
    }

    /// Opens a store that was cut, which must live as long as the session.
    package convenience init(_ cut: CutStore, limits: SQLLimits = .standard) throws {
        try self.init(inMemory: cut.uri, limits: limits)
    }

    /// Opens a store in memory, which must live as long as the session.
    package convenience init(_ store: Store, limits: SQLLimits = .standard) throws {
        try self.init(inMemory: store.path, limits: limits)
    }

    private init(inMemory uri: String, limits: SQLLimits) throws {
        path = uri
        self.limits = limits
        connection = try SQLSession.open(uri) { try Connection(path: uri, [.readOnly, .uri]) }
        try settle(heldBytes: sqlite3_memory_used())
    }

    private static func open(_ path: String, _ open: () throws -> Connection) throws -> Connection {
        do {
            return try open()
        } catch let error as SQLiteError {
            if error.code == .notADatabase { throw StoreError.notAStore(path: path) }
            if let trouble = diskTrouble(error, path) { throw trouble }
            let code = error.code.rawValue
            let isBusy = error.code == .busy
            throw QueryError(
                isBusy ? .busy : .sqlite(code: code, message: error.message), at: .init(path: path))
        }
    }

    /// What no query of a person needs more of, and a hostile one could make slow or large.
    /// https://www.sqlite.org/limits.html
    private static let bounds =
        [
            (SQLITE_LIMIT_SQL_LENGTH, 1_000_000),
            // LIKE and GLOB take time by the product of pattern and text.
            (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000), (SQLITE_LIMIT_ATTACHED, 0),
            (SQLITE_LIMIT_WORKER_THREADS, 1),
        ] as [(Int32, Int32)]

    /// What the session itself has to run, before anything is refused.
    ///
    /// `heldBytes` are those of the database itself, which no query can change.
    private func settle(heldBytes: Int64 = 0) throws {
        try execute("pragma query_only = on")
        // One more thread sorts what the first reads.
        try execute("pragma threads = 1")
        for (limit, most) in SQLSession.bounds { sqlite3_limit(connection.handle, limit, most) }
        sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, limits.textBytes)
        if let bytes = limits.memoryBytes { sqlite3_hard_heap_limit64(heldBytes + bytes) }
        do {
            let code = statistics_register(connection.handle)
            guard code == SQLITE_OK else { throw SQLiteError(code: code) }
            try Store.expectStore(connection, path)
            clock = try HourClock.stored(connection)
        } catch let error as SQLiteError {
            throw failure(error, place: .init(path: path), sql: error.sql ?? "")
        }
        sentry.install(on: connection)
    }

    /// Runs one statement. Its parameters must be those given, by name, each a text or null.
    ///
    /// `file` names where the SQL comes from, for messages.
    package func run(
        sql: String, parameters: [String: String?] = [:], file: String? = nil
    ) throws(QueryError) -> ResultTable {
        sentry.reset(time: limits.time)
        defer { sentry.rest() }
        let statement = try prepared(sql, file: file)
        try statement.bind(parameters)
        return try statement.rows(limits)
    }

    /// Runs a query of a file, after comparing its header with its statement.
    package func run(
        _ query: QueryFile, parameters: [String: String?] = [:]
    ) throws(QueryError) -> ResultTable {
        let bindings = try query.bindings(parameters)
        defer { sentry.rest() }
        let statement = try checked(query)
        try statement.bind(bindings)
        var table = try statement.rows(limits)
        table.clock = clock
        table.columns = query.columns.map { ResultTable.Column($0) }
        return table
    }

    /// Compares a header with its statement, without running it.
    package func check(_ query: QueryFile) throws(QueryError) {
        defer { sentry.rest() }
        _ = try checked(query)
    }

    private func checked(_ query: QueryFile) throws(QueryError) -> SQLStatement {
        sentry.reset(time: limits.time)
        let statement = try prepared(query.text, file: query.path)
        try query.check(parameters: statement.parameterNames, columns: statement.columnNames)
        return statement
    }

    /// A number that the store remembers of itself; nil when there is none.
    func setting(_ name: Settings.Name) throws(QueryError) -> Int64? {
        sentry.allowsEverything = true
        defer { sentry.allowsEverything = false }
        let sql = "select setting from settings where name = :name"
        return try texts(sql, ["name": name.rawValue]).first.flatMap { Int64($0) }
    }

    /// The texts in the first column of a statement's rows.
    func texts(
        _ sql: String, _ parameters: [String: String?] = [:]
    ) throws(QueryError) -> [String] {
        try run(sql: sql, parameters: parameters).rows.compactMap { $0.first?.word }
    }

    /// The first day whose messages are stored, when the statement that ran last reads messages
    /// and earlier ones were pruned: it tells of later ones alone.
    package func messagesSince() throws(QueryError) -> String? {
        guard sentry.readsMessages else { return nil }
        return try firstKeptDay()
    }

    /// The time of the data, ms since 1970; nil in an empty store.
    package func asOf() throws -> Int64? { try read(AsOf.stored) }

    /// The first day whose messages are stored; nil when none were pruned.
    package func firstKeptDay() throws(QueryError) -> String? {
        try texts("select horizon_day from retention").first
    }

    /// The notes of all days.
    package func notes() throws -> [DayNote] { try read(DayNote.all) }

    /// Reads by the program's own statements, within a snapshot on the state that it shows.
    func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        sentry.reset(time: nil)
        sentry.allowsEverything = true
        defer { sentry.allowsEverything = false }
        return try body(connection)
    }

    /// Runs several queries over one state of the database, whatever is written meanwhile. A
    /// snapshot inside another one shows the state of that one.
    package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        guard !isInSnapshot else { return try body() }
        try transaction("begin")
        isInSnapshot = true
        defer {
            try? transaction("rollback")
            isInSnapshot = false
            narrowing = ""
        }
        return try body()
    }

    private func transaction(_ sql: String) throws(QueryError) {
        sentry.reset(time: nil)
        sentry.allowsEverything = true
        defer { sentry.allowsEverything = false }
        try execute(sql)
    }

    /// Runs a statement that makes a table of the session's own, which no file holds.
    func executeOwn(_ sql: String) throws(QueryError) {
        sentry.allowsEverything = true
        defer { sentry.allowsEverything = false }
        for statement in ["pragma query_only = off", sql, "pragma query_only = on"] {
            try execute(statement)
        }
    }

    /// Runs a statement of the session's own.
    func execute(_ sql: String) throws(QueryError) {
        do throws(SQLiteError) {
            try connection.execute(sql: sql)
        } catch {
            throw failure(error, sql: sql)
        }
    }
}
