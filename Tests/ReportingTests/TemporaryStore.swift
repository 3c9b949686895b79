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
        try Database(path: path).write(DayKeys.renew)
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
