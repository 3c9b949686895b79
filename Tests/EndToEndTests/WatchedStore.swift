import Foundation
import TestSupport

/// Three weeks of logs in which opens of ios, deliveries to android and all sends fail for some
/// hours, one after the other, and databases of them.
final class WatchedStore: Sendable {
    static let sample = Result {
        try Sample([
            "--sends", "350000", "--days", "21", "--start", "2025-10-06",
            "--incident", "opens:platform=ios:2025-10-24T12/6h:0.2",
            "--incident", "delivery:platform=android:2025-10-25T12/5h:0.3",
            "--incident", "sends:all:2025-10-26T08/6h:0",
        ])
    }

    private static let whole = Result {
        let database = try Database()
        return (database, try database.ingest([sample.get().folder]))
    }

    let path: String
    /// Immutable, though it does not say so.
    nonisolated(unsafe) private let folder: TemporaryFolder

    /// An empty one.
    init(empty: Void) throws {
        folder = try TemporaryFolder()
        path = folder.file("push.db")
    }

    /// All of the logs, and nobody told yet.
    convenience init() throws {
        try self.init(empty: ())
        let (database, read) = try WatchedStore.whole.get()
        guard read.code == 0 else { throw Sample.SampleFailure(errors: read.errors) }
        try FileManager.default.copyItem(atPath: database.path, toPath: path)
    }

    /// The log files of some kinds (`sends`, `events`, …) and hours.
    static func files(_ isWanted: (_ kind: String, _ hour: String) -> Bool) throws -> [String] {
        let sample = try sample.get()
        return sample.files.filter { file in
            let parts = file.dropFirst(sample.folder.count + 1).split(separator: "/")
            let name = parts.last?.split(separator: ".").first ?? ""
            // Files of a day end with it.
            let hour = name.count == 10 ? name + "T23" : String(name)
            return isWanted(String(parts.first ?? ""), hour)
        }
    }

    func ingest(_ paths: [String]) throws {
        let read = try Program.run(["ingest", "-q", "--db", path] + paths)
        guard read.code == 0 else { throw Sample.SampleFailure(errors: read.errors) }
    }

    func alert(_ arguments: String...) throws -> Finished {
        try Program.run(["alert"] + arguments + ["--db", path])
    }

    /// As another database prints it with the same records.
    func anyAlert(_ arguments: String...) throws -> Finished {
        try Program.run(["alert"] + arguments + ["--db", path]).without(database: path)
    }

    func cells(_ sql: String) throws -> [[String]] {
        let found = try Program.run(["sql", "--csv", "--db", path, sql])
        guard found.code == 0 else { throw Sample.SampleFailure(errors: found.errors) }
        return found.output.split(separator: "\n").dropFirst()
            .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    }

    func file(_ name: String) -> String { folder.file(name) }
}
