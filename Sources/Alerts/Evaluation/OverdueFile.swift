internal import Delivery
internal import SQLite

/// The last file of the source that is overdue most: where to look when records are missing.
///
/// A source is the set of files whose paths differ in digits only and name an hour: other files
/// hold records of any time, so they would tell of the past what came later. Its usual pause is the
/// median of the last 16 days.
struct OverdueFile {
    private static let days: Int64 = 16
    private static let fewestFiles = 6

    /// Nil if no source is later than its usual pause.
    static func find(_ db: Connection, now: Int64) throws -> AlertReport.LastFile? {
        let sql = "select path from ledger_files where first_ms between ? and ?"
        let arguments = [now - days * 86_400_000, now]
        var sources: [String: [(time: Int64, path: String)]] = [:]
        try Row.forEach(db, sql: sql, arguments: arguments) { row in
            let path: String = try row["path"]
            let source = SourcePath(path)
            guard let time = source.hour.map({ $0 * 3_600_000 }), time <= now else { return }
            sources[source.pattern, default: []].append((time, path))
        }
        let late = sources.values.compactMap { files -> (overdue: Int64, AlertReport.LastFile)? in
            guard let last = files.max(by: { ($0.time, $0.path) < ($1.time, $1.path) }),
                let pause = pause(files.map(\.time))
            else { return nil }
            // A file of a pause comes at its end.
            let overdue = now - last.time - 2 * pause
            return overdue > 0
                ? (overdue, AlertReport.LastFile(path: last.path, pause: pause)) : nil
        }
        return late.max { ($0.overdue, $1.1.path) < ($1.overdue, $0.1.path) }?.1
    }

    /// The median time from one file to the next; nil with too few of them.
    private static func pause(_ times: [Int64]) -> Int64? {
        let times = Set(times).sorted()
        guard times.count >= fewestFiles else { return nil }
        let pauses = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
        return pauses[pauses.count / 2]
    }
}
