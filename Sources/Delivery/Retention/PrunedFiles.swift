internal import Glibc
internal import SQLite

/// Deletes the rejected lines of files of pruned days, and reduces files that no longer exist to a
/// row for each day. Every total stays.
///
/// A file is of pruned days if neither its messages nor its last change are from the horizon on. If
/// such a file comes back, its lines are `past_retention`, and change nothing.
struct PrunedFiles {
    private static let filesAtOnce = 1000

    private let horizon: Horizon
    private let database: Database

    static func prune(before horizon: Horizon, _ database: Database) throws {
        let files = PrunedFiles(horizon: horizon, database: database)
        try files.deleteRejects()
        try files.reduce()
    }

    // MARK: Rejected lines

    /// Their excerpts may have message IDs, so rows leave with the messages of their file. Hashes
    /// leave when the file cannot hold a line of a stored day.
    private func deleteRejects() throws {
        try database.write { db in
            try db.execute(
                sql: """
                    delete from rejected_lines
                    where reason = 'past_retention' or file in (
                        select id from ledger_files
                        where coalesce(last_ms, case when inode <> 0 then modified_ns / 1000000 end)
                            < ?)
                    """,
                arguments: [horizon.milliseconds])
            let ofPrunedDays = "file in (select id from ledger_files where \(isOver))"
            // First, because the trigger deletes a total of 0.
            try db.execute(
                sql: """
                    update reject_totals
                    set rejected = rejected + gone.lines, pruned = pruned + gone.lines
                    from (
                        select reason, count(*) as lines from distinct_rejects
                        where \(ofPrunedDays) group by reason) as gone
                    where gone.reason = reject_totals.reason
                    """)
            try db.execute(sql: "delete from distinct_rejects where \(ofPrunedDays)")
        }
    }

    /// Runs of standard input have no time of change: if nothing is known of their messages, they
    /// are as old as the files that were read after them.
    private var isOver: String {
        let start = horizon.milliseconds
        return """
            case when last_ms is null and inode = 0
                then id < (
                    select min(id) from ledger_files
                    where last_ms >= \(start) or modified_ns / 1000000 >= \(start))
                else max(coalesce(last_ms, 0), modified_ns / 1000000) < \(start)
            end
            """
    }

    // MARK: Files

    private func reduce() throws {
        let gone = try filesThatAreGone()
        for start in stride(from: 0, to: gone.count, by: PrunedFiles.filesAtOnce) {
            let ids = gone[start..<min(start + PrunedFiles.filesAtOnce, gone.count)]
            try database.write { db in
                for id in ids { try move(id, db) }
            }
        }
    }

    private func filesThatAreGone() throws -> [Int64] {
        var gone: [Int64] = []
        try database.read { db in
            let sql = "select id, path, inode from ledger_files where \(isOver) order by id"
            try Row.forEach(db, sql: sql) { row in
                let (path, inode): (String, Int64) = (try row["path"], try row["inode"])
                if inode == 0 || !PrunedFiles.exists(path) { gone.append(try row["id"]) }
            }
        }
        return gone
    }

    /// A file that cannot be looked at exists.
    private static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0 || ![ENOENT, ENOTDIR].contains(errno)
    }

    private func move(_ id: Int64, _ db: Connection) throws {
        try db.execute(sql: PrunedFiles.adding, arguments: [horizon.day - 1, id])
        for (table, column) in [("rejected_lines", "file"), ("ledger_files", "id")] {
            try db.execute(sql: "delete from \(table) where \(column) = ?", arguments: [id])
        }
    }

    private static let adding: String = {
        let sums = ["size"] + LineCounts.columns.map(\.name) + ["facts"]
        let added = (["files"] + sums).map { "\($0) = \($0) + excluded.\($0)" }
        return """
            insert into pruned_files (day, files, \(sums.joined(separator: ", ")))
            select
                coalesce(nullif(max(coalesce(last_ms, 0), modified_ns / 1000000), 0) / 86400000, ?),
                1, \(sums.joined(separator: ", "))
            from ledger_files where id = ?
            on conflict (day) do update set \(added.joined(separator: ", "))
            """
    }()
}
