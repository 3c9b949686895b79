internal import CSQLite

/// An open database. Whatever it opens may come from somebody else, so it is defended: see
/// `defense.h`. It belongs to one thread at a time; `Database` sees to that.
package final class Connection {
    package struct Options: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Keeps in memory what does not fit a cache: see `temporary.h`.
        package static let withoutTemporaryFiles = Options(rawValue: 4)
        /// Writes nothing to the disk. Without it, a file is made where there is none.
        package static let readOnly = Options(rawValue: 1 | 4)
        /// The name is one of https://www.sqlite.org/uri.html.
        package static let uri = Options(rawValue: 2)
    }

    package static let memory = ":memory:"

    /// A name as SQL takes it, whatever it holds.
    package static func quoted(_ name: String) -> String {
        "\""
            + name.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }

    package let handle: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// Asked while statements run; true ends the one that runs with `interrupt`.
    package var shouldStop: (() -> Bool)? {
        didSet { installHandler() }
    }

    /// Throws `notADatabase` for a file that is none. Waits for the locks of others as long as
    /// `busySeconds`.
    package init(
        path: String = Connection.memory, _ options: Options = [], busySeconds: Int32 = 0
    ) throws(SQLiteError) {
        handle = try Connection.open(path, options)
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, busySeconds * 1000)
        guard defend(handle) == SQLITE_OK else { throw SQLiteError(of: handle) }
        try execute(sql: "pragma foreign_keys = on")
        // SQLite finds out what a file is when it first reads it.
        try execute(sql: "select 1 from sqlite_schema limit 1")
    }

    private static func open(
        _ path: String, _ options: Options
    ) throws(SQLiteError) -> OpaquePointer {
        var flags = SQLITE_OPEN_NOMUTEX
        flags |=
            options.contains(.readOnly)
            ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        if options.contains(.uri) { flags |= SQLITE_OPEN_URI }
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, flags, try vfs(options))
        guard code == SQLITE_OK, let handle else {
            sqlite3_close_v2(handle)
            throw SQLiteError(code: code)
        }
        return handle
    }

    private static func vfs(_ options: Options) throws(SQLiteError) -> UnsafePointer<CChar>? {
        guard options.contains(.withoutTemporaryFiles) else { return nil }
        guard let vfs = temporary_vfs() else {
            throw SQLiteError(.misuse, "this SQLite has no memdb")
        }
        return vfs
    }

    deinit {
        statements = [:]
        sqlite3_close_v2(handle)
    }

    private func installHandler() {
        guard shouldStop != nil else { return sqlite3_progress_handler(handle, 0, nil, nil) }
        sqlite3_progress_handler(
            handle, 1000,
            { context in
                guard let context else { return 0 }
                let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
                return connection.shouldStop?() ?? false ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    // MARK: Statements

    /// Prepares what begins at a byte of a text; says where it ends. Nil: nothing but comments.
    package func prepare(
        _ sql: String, from offset: Int = 0
    ) throws(SQLiteError) -> (statement: Statement?, end: Int) {
        var statement: OpaquePointer?
        var end = offset
        let code = sql.withCString { text in
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v2(handle, text + offset, -1, &statement, &tail)
            if let tail { end = tail - text }
            return code
        }
        guard code == SQLITE_OK else {
            let rest = String(decoding: sql.utf8.dropFirst(offset), as: UTF8.self)
            throw SQLiteError(of: handle, sql: rest)
        }
        return (statement.map(Statement.init), end)
    }

    /// The one statement of a text, which is kept for the next time. While that one is read, it is
    /// another.
    package func statement(_ sql: String) throws(SQLiteError) -> Statement {
        if let known = statements[sql], !known.isBusy { return known }
        guard let made = try prepare(sql).statement else {
            throw SQLiteError(.misuse, "there is no statement", sql: sql)
        }
        statements[sql] = made
        return made
    }

    /// Runs statements one after the other, and passes over what they give.
    package func execute(sql: String) throws(SQLiteError) {
        var offset = 0
        while true {
            let (statement, end) = try prepare(sql, from: offset)
            try statement?.run()
            guard end > offset else { return }
            offset = end
        }
    }

    /// Runs one statement, with a value for each of its parameters.
    package func execute(sql: String, arguments: [any CellValue]) throws(SQLiteError) {
        let statement = try statement(sql)
        try statement.bind(arguments)
        try statement.run()
    }

    package func tableExists(_ name: String) throws -> Bool {
        let sql = "select exists (select 1 from sqlite_schema where type = 'table' and name = ?)"
        return try Bool.fetchOne(self, sql: sql, arguments: [name]) ?? false
    }

    /// Rows that the last statement inserted, changed or deleted.
    package var changesCount: Int64 { sqlite3_changes64(handle) }
    package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }
}
