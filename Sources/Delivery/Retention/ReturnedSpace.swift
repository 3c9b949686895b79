internal import GRDB

/// Gives free pages back to the file system, and empties the write-ahead log, which still holds
/// what was dropped.
///
/// Pages move from the end of the file into free ones, some thousand in a transaction: readers
/// read on, and it takes no more room than the log. `VACUUM` writes the whole store twice in one
/// transaction, on a disk that may be full of it; it is for stores that were made without the
/// maps that moving needs.
enum ReturnedSpace {
    private static let pagesAtOnce = 1000
    /// One page in so many stays free, for the logs of the next days: else they would be moved
    /// each night for room that is taken again each day.
    private static let keptShare = 10
    private static let incremental = 2

    /// False when it was asked to stop.
    static func give(
        _ database: any DatabaseWriter, shouldStop: () -> Bool
    ) throws -> Bool {
        let mode = try database.read { try Int.fetchOne($0, sql: "pragma auto_vacuum") }
        if mode != incremental, try surplus(database) > 0 { try rewrite(database) }
        while case let pages = try surplus(database), pages > 0 {
            guard !shouldStop() else { return false }
            let count = min(pages, pagesAtOnce)
            try database.writeWithoutTransaction {
                try $0.execute(sql: "pragma incremental_vacuum(\(count))")
            }
        }
        return true
    }

    /// False while a reader still needs the log.
    static func emptyLog(_ database: any DatabaseWriter) throws -> Bool {
        try database.writeWithoutTransaction {
            let isBusy = try Int.fetchOne($0, sql: "pragma wal_checkpoint(truncate)")
            return isBusy == 0
        }
    }

    /// Free pages beyond those that stay.
    private static func surplus(_ database: any DatabaseWriter) throws -> Int {
        try database.read { db in
            let free = try Int.fetchOne(db, sql: "pragma freelist_count") ?? 0
            let pages = try Int.fetchOne(db, sql: "pragma page_count") ?? 0
            return free - (pages - free) / keptShare
        }
    }

    private static func rewrite(_ database: any DatabaseWriter) throws {
        try database.writeWithoutTransaction { db in
            // What is sorted in it is as large as the store.
            try db.execute(sql: "pragma temp_store = file")
            try db.execute(sql: "pragma auto_vacuum = incremental")
            try db.execute(sql: "vacuum")
            try db.execute(sql: "pragma temp_store = memory")
        }
    }
}
