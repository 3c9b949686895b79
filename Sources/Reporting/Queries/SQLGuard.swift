internal import CSQLite
internal import SQLite

/// Stands between a statement and SQLite: says what may be done, and for how long.
///
/// The list is of what is allowed, so what a later SQLite learns is refused until it is added.
final class SQLGuard {
    /// The first thing that was refused since `reset`.
    private(set) var refusal: String?
    private(set) var isTimeUp = false
    /// Whether a statement since `reset` reads single messages.
    private(set) var readsMessages = false
    private var deadline: ContinuousClock.Instant?
    private let timer = StatementTimer()
    /// Set while the session runs statements of its own.
    var allowsEverything = false

    /// Pragmas that read, with an argument or without.
    private static let readingPragmas: Set<String> = [
        "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
        "foreign_key_list", "integrity_check", "quick_check",
    ]

    /// Pragmas that read when they have no argument, and set something when they have one.
    private static let readingAlonePragmas: Set<String> = [
        "application_id", "collation_list", "compile_options", "data_version", "database_list",
        "encoding", "freelist_count", "function_list", "module_list", "page_count", "page_size",
        "pragma_list", "query_only", "schema_version", "trusted_schema", "user_version",
    ]

    /// Functions that reach out of the database.
    private static let refusedFunctions: Set<String> = [
        "load_extension", "fts3_tokenizer", "readfile", "writefile", "edit", "eval",
    ]

    /// Where the keys of hashes stand, which belong in no result: a table, and the pages of all.
    private static let secretTables: Set<String> = ["settings", "sqlite_dbpage"]
    /// Views that show settings, and no key.
    private static let settingViews: Set<String> = ["base_settings", "base_newest"]
    private static let messageTable = "states"

    func install(on connection: Connection) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_set_authorizer(
            connection.handle,
            { context, action, first, second, _, view in
                guard let context else { return SQLITE_DENY }
                if action == SQLITE_READ, let first, SQLGuard.isOrdinary(first) {
                    return SQLITE_OK
                }
                if let view, SQLGuard.settingViews.contains(String(cString: view)) {
                    return SQLITE_OK
                }
                let sqlGuard = Unmanaged<SQLGuard>.fromOpaque(context).takeUnretainedValue()
                return sqlGuard.allows(
                    action, first.map { String(cString: $0) }, second.map { String(cString: $0) })
                    ? SQLITE_OK : SQLITE_DENY
            }, context)
        // It keeps this object as long as the connection lives.
        connection.shouldStop = { [self] in !checkTime() }
    }

    /// Whether reading a table is neither refused nor noted. SQLite asks this for each column of
    /// each view, thousands of times for a long query: most names are told by their first letter.
    private static func isOrdinary(_ table: UnsafePointer<CChar>) -> Bool {
        table[0] | 0x20 != CChar(bitPattern: UInt8(ascii: "s"))
            || sqlite3_stricmp(table, messageTable) != 0
                && secretTables.allSatisfy { sqlite3_stricmp(table, $0) != 0 }
    }

    /// Forgets the last statement and starts the clock for the next.
    func reset(time: Duration?) {
        refusal = nil
        isTimeUp = false
        readsMessages = false
        deadline = time.map { ContinuousClock.now + $0 }
        timer.stop()
        if let time { timer.start(limit: time) }
    }

    /// Stops the clock: the statement has ended.
    func rest() { timer.stop() }

    /// Whether there is time left.
    func checkTime() -> Bool {
        if let deadline, ContinuousClock.now >= deadline { isTimeUp = true }
        return !isTimeUp
    }

    private func allows(_ action: Int32, _ first: String?, _ second: String?) -> Bool {
        guard !allowsEverything, let refused = refusedAction(action, first, second) else {
            return true
        }
        if refusal == nil { refusal = refused }
        return false
    }

    /// What the statement would do, if that is not allowed.
    private func refusedAction(_ action: Int32, _ first: String?, _ second: String?) -> String? {
        switch action {
        case SQLITE_SELECT, SQLITE_RECURSIVE:
            return nil
        case SQLITE_READ:
            let name = first?.lowercased() ?? ""
            if name == SQLGuard.messageTable { readsMessages = true }
            return SQLGuard.secretTables.contains(name) ? "reading \(name)" : nil
        case SQLITE_FUNCTION:
            let name = second?.lowercased() ?? ""
            return SQLGuard.refusedFunctions.contains(name) ? "\(name)()" : nil
        case SQLITE_PRAGMA:
            let name = first?.lowercased() ?? ""
            if SQLGuard.readingPragmas.contains(name) { return nil }
            if second == nil, SQLGuard.readingAlonePragmas.contains(name) { return nil }
            return "pragma \(name)"
        case SQLITE_UPDATE where first == "sqlite_master":
            // Asked when a table-valued function (json_each) tells its columns. SQLite itself
            // refuses real updates of it.
            return nil
        default:
            return SQLGuard.name(action)
        }
    }

    private static func name(_ action: Int32) -> String {
        switch action {
        case SQLITE_ATTACH: "attach"
        case SQLITE_DETACH: "detach"
        case SQLITE_INSERT: "insert"
        case SQLITE_UPDATE: "update"
        case SQLITE_DELETE: "delete"
        case SQLITE_TRANSACTION: "a transaction"
        case SQLITE_SAVEPOINT: "a savepoint"
        case SQLITE_ANALYZE: "analyze"
        case SQLITE_REINDEX: "reindex"
        case SQLITE_ALTER_TABLE: "alter table"
        case SQLITE_DROP_TABLE, SQLITE_DROP_VIEW, SQLITE_DROP_INDEX, SQLITE_DROP_TRIGGER: "drop"
        case SQLITE_CREATE_TABLE, SQLITE_CREATE_VIEW, SQLITE_CREATE_INDEX, SQLITE_CREATE_TRIGGER,
            SQLITE_CREATE_TEMP_TABLE, SQLITE_CREATE_TEMP_VIEW, SQLITE_CREATE_TEMP_INDEX,
            SQLITE_CREATE_TEMP_TRIGGER, SQLITE_CREATE_VTABLE:
            "create"
        default: "action \(action)"
        }
    }
}
