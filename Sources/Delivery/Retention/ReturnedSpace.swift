internal import SQLite

/// Gives free pages back to the file system.
///
/// A file is written anew when it is small, and when free pages are a large share, once days of a
/// year are dropped. Otherwise the logs of the next days take the free pages, which hold zeros:
/// with a prune each night there are never many. What is not written anew may still hold a copy of
/// a dropped row, in the unused part of a page of rows that stay: SQLite leaves one where it
/// spreads rows over neighbouring pages. Moving pages instead (`auto_vacuum`) needs maps that cost
/// every ingest 1.3 % of its instructions.
enum ReturnedSpace {
    /// More than one page in so many is free.
    private static let share: Int64 = 4

    /// What became of free pages.
    enum Outcome: Sendable {
        case done
        case stopped
        /// The disk has no room for the file beside itself; the pages stay free.
        case noRoom
    }

    /// - Parameter smallSize: files of up to so many bytes are small.
    static func give(
        _ database: Database, hasDropped: Bool, smallSize: Int64,
        shouldStop: @escaping () -> Bool
    ) throws -> Outcome {
        guard !shouldStop() else { return .stopped }
        let isWorthIt = try database.read { db in
            let free = try Int64.fetchOne(db, sql: "pragma freelist_count") ?? 0
            let pages = try Int64.fetchOne(db, sql: "pragma page_count") ?? 0
            let pageSize = try Int64.fetchOne(db, sql: "pragma page_size") ?? 0
            let isSmall = pages * pageSize <= smallSize
            return free * share > pages || isSmall && (hasDropped || free > 0)
        }
        guard isWorthIt else { return .done }
        do {
            try database.writeWithoutTransaction { try rewrite($0, shouldStop) }
            return .done
        } catch let error as SQLiteError where error.code == .full {
            return .noRoom
        } catch let error as SQLiteError where error.code == .interrupt {
            return .stopped
        }
    }

    /// In one transaction: readers read on, and stopped it leaves all as it was.
    private static func rewrite(_ db: Connection, _ shouldStop: @escaping () -> Bool) throws {
        // The new file is made in a temporary one, which is as large.
        try db.execute(sql: "pragma temp_store = file")
        defer { try? db.execute(sql: "pragma temp_store = memory") }
        db.shouldStop = shouldStop
        defer { db.shouldStop = nil }
        try db.execute(sql: "vacuum")
    }
}
