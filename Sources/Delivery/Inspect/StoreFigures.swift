internal import Glibc
package import SQLite

/// Figures of a store for those who watch over it: totals of all that was ever read.
package struct StoreFigures: Sendable {
    package struct Named: Sendable {
        package var name: String
        package var count: Int64
    }

    /// Lines by their result: new, duplicate, rejected, past_retention (of pruned days, which are
    /// not among the rejected here), foreign, blank.
    package private(set) var lines: [Named] = []
    /// Distinct rejected lines by reason.
    package private(set) var rejects: [Named] = []
    /// Client events: matched and orphan.
    package private(set) var events: [Named] = []
    /// Files of the ledger by state.
    package private(set) var files: [Named] = []
    /// Bytes of those files, as they were when they were read last.
    package private(set) var fileBytes: Int64 = 0
    /// Newest times, ms since 1970; nil before the first. No event is newer than `AsOf`: a clock
    /// that is ahead says nothing of when events came.
    package private(set) var newestSend: Int64?
    package private(set) var newestEvent: Int64?
    /// Messages from clocks that are ahead, by platform: see `AsOf.ahead`.
    package private(set) var ahead: [Named] = []
    /// Bytes on disk: of the database, and of its write-ahead log.
    package private(set) var size: [Named] = []

    /// All of one commit.
    package init(_ reader: Database) throws {
        try reader.read { db in
            try count(db)
            newestSend = try Settings.integer(.newestSend, db)
            newestEvent = try AsOf.newestEvent(db)
            ahead = try AsOf.ahead(db).map { Named(name: $0.platform, count: $0.messages) }
        }
        size = [("main", ""), ("wal", "-wal")].map { name, suffix in
            var status = stat()
            let isThere = stat(reader.path + suffix, &status) == 0
            return Named(name: name, count: isThere ? Int64(status.st_size) : 0)
        }
    }

    private mutating func count(_ db: Connection) throws {
        let ledger = try Row.fetchOne(db, sql: "select * from ledger")
        func named(_ names: [String]) throws -> [Named] {
            try names.map { Named(name: $0, count: try ledger?[$0] ?? 0) }
        }
        lines = try named([
            "new", "duplicate", "rejected", "past_retention", "foreign_lines", "blank",
        ])
        // A damaged row may have any number.
        lines[2].count &-= lines[3].count
        lines[4].name = "foreign"
        events = try named(["matched", "orphan"])
        rejects = try StoreFigures.named(
            "select reason as name, rejected as count from reject_reasons order by name", db)
        let found = try StoreFigures.named(
            "select state as name, count(*) as count from files group by state", db)
        files = FileState.allCases.map { state in
            found.first { $0.name == state.rawValue } ?? Named(name: state.rawValue, count: 0)
        }
        fileBytes =
            try Int64.fetchOne(
                db,
                sql: "select coalesce(sum(size_bytes), 0) from files where state <> 'pruned'") ?? 0
    }

    private static func named(_ sql: String, _ db: Connection) throws -> [Named] {
        try Row.fetchAll(db, sql: sql).map { try Named(name: $0["name"], count: $0["count"]) }
    }
}
