internal import GRDB
internal import GRDBSQLite

/// Gives free pages back to the file system, and empties the write-ahead log, which still holds
/// what was dropped.
///
/// Free pages hold zeros, and the logs of the next days take them: with a prune each night there
/// are never many. When they are a large share, once days of a year are dropped, the file is
/// written anew. Moving pages instead (`auto_vacuum`) needs maps that cost every ingest 1.3 % of
/// its instructions.
enum ReturnedSpace {
    /// More than one page in so many is free.
    private static let share = 4

    /// What became of free pages.
    enum Outcome: Sendable {
        case done
        case stopped
        /// The disk has no room for the file beside itself; the pages stay free.
        case noRoom
    }

    static func give(
        _ database: any DatabaseWriter, shouldStop: @escaping () -> Bool
    ) throws -> Outcome {
        guard !shouldStop() else { return .stopped }
        let isWorthIt = try database.read { db in
            let free = try Int.fetchOne(db, sql: "pragma freelist_count") ?? 0
            let pages = try Int.fetchOne(db, sql: "pragma page_count") ?? 0
            return free * share > pages
        }
        guard isWorthIt else { return .done }
        do {
            try database.writeWithoutTransaction { try rewrite($0, shouldStop) }
            return .done
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            return .noRoom
        } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
            return .stopped
        }
    }

    /// False while a reader still needs the log.
    static func emptyLog(_ database: any DatabaseWriter) throws -> Bool {
        try database.writeWithoutTransaction {
            let isBusy = try Int.fetchOne($0, sql: "pragma wal_checkpoint(truncate)")
            return isBusy == 0
        }
    }

    /// In one transaction: readers read on, and stopped it leaves all as it was.
    private static func rewrite(_ db: Database, _ shouldStop: @escaping () -> Bool) throws {
        // The new file is made in a temporary one, which is as large.
        try db.execute(sql: "pragma temp_store = file")
        defer { try? db.execute(sql: "pragma temp_store = memory") }
        let stop = Stop(shouldStop)
        sqlite3_progress_handler(
            db.sqliteConnection, 10_000,
            { stop in
                guard let stop else { return 0 }
                return Unmanaged<Stop>.fromOpaque(stop).takeUnretainedValue().asks() ? 1 : 0
            }, Unmanaged.passUnretained(stop).toOpaque())
        defer {
            sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil)
            withExtendedLifetime(stop) {}
        }
        try db.execute(sql: "vacuum")
    }

    private final class Stop {
        let asks: () -> Bool

        init(_ asks: @escaping () -> Bool) { self.asks = asks }
    }
}
