import Delivery
import Foundation
import Reporting
import SQLite

/// An empty pushfunnel database in a folder of its own, gone with this object.
final class TemporaryStore {
    let folder: URL
    var path: String { folder.appending(path: "pushfunnel.db").path }

    /// `rows` are statements that fill its tables.
    init(rows sql: String = "") throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        _ = try Store(writing: path)
        try execute(sql)
        try fillDays()
        try Database(path: path).write(DayKeys.renew)
    }

    /// The counts by day are the sums of those by hour.
    private func fillDays() throws {
        let columns = try session().run(sql: "select * from funnel_cells limit 0").columns
        let counts = columns.map(\.name).filter { !["send_hour", "segment"].contains($0) }
        try execute(
            """
            insert into funnel_day_cells
                (send_day, segment, \(counts.joined(separator: ", ")))
            select
                substr(send_hour, 1, 10), segment,
                \(counts.map { "sum(\($0))" }.joined(separator: ", "))
            from funnel_cells group by 1, 2
            """)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func session(_ limits: SQLLimits = .standard) throws -> SQLSession {
        try SQLSession(path: path, limits: limits)
    }

    /// Runs statements that write, past the session.
    func execute(_ sql: String) throws {
        try Connection(path: path).execute(sql: sql)
    }
}
