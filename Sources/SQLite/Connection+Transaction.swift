internal import CSQLite

extension Connection {
    package enum TransactionKind: String, Sendable {
        /// Sees one commit from its first read on.
        case deferred
        /// Has the right to write from its beginning.
        case immediate
    }

    /// Commits what `body` does, or none of it when it throws.
    package func transaction<Result>(
        _ kind: TransactionKind = .immediate, _ body: () throws -> Result
    ) throws -> Result {
        try execute(sql: "begin \(kind.rawValue)", arguments: [])
        do {
            let result = try body()
            resetStatements()
            try execute(sql: "commit", arguments: [])
            return result
        } catch {
            resetStatements()
            // Some failures have rolled it back already.
            if sqlite3_get_autocommit(handle) == 0 { try? execute(sql: "rollback") }
            throw error
        }
    }

    /// A statement that was left at a row would keep the state that it reads.
    private func resetStatements() {
        var statement = sqlite3_next_stmt(handle, nil)
        while let found = statement {
            sqlite3_reset(found)
            statement = sqlite3_next_stmt(handle, found)
        }
    }

    /// Brings the write-ahead log into the database and empties it. False when a reader still needs
    /// the log.
    package func emptyLog() throws(SQLiteError) -> Bool {
        switch sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil) {
        case SQLITE_OK: return true
        case let code where code & 0xff == SQLITE_BUSY: return false
        default: throw SQLiteError(of: handle)
        }
    }

    /// Copies the whole database into another, some pages at a time; told after each step how many
    /// are copied, and of how many. What `onStep` throws ends it.
    package func backup(
        to copy: Connection, pagesAtOnce: Int32, _ onStep: (_ done: Int, _ all: Int) throws -> Void
    ) throws {
        guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
            throw SQLiteError(of: copy.handle)
        }
        var isFinished = false
        defer { if !isFinished { sqlite3_backup_finish(backup) } }
        var code = SQLITE_OK
        while code == SQLITE_OK {
            code = sqlite3_backup_step(backup, pagesAtOnce)
            guard code == SQLITE_OK || code == SQLITE_DONE else { break }
            let all = Int(sqlite3_backup_pagecount(backup))
            try onStep(all - Int(sqlite3_backup_remaining(backup)), all)
        }
        isFinished = true
        let end = sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE, end == SQLITE_OK else {
            throw SQLiteError(code: code == SQLITE_DONE ? end : code)
        }
    }
}
