import Foundation
import TestSupport

/// A database in a folder of its own, asked only through the program.
final class Database: Sendable {
    let path: String
    /// The folder that it stands in.
    var folder: String { place.path }
    /// Immutable, though it does not say so.
    nonisolated(unsafe) private let place: TemporaryFolder

    convenience init() throws { try self.init(in: TemporaryFolder()) }

    /// `push.db` in a folder that lives as long.
    init(in folder: TemporaryFolder) {
        place = folder
        path = folder.file("push.db")
    }

    func run(_ command: String, _ arguments: String...) throws -> Finished {
        try Program.run([command, "--db", path] + arguments)
    }

    func ingest(_ paths: [String]) throws -> Finished {
        try Program.run(["ingest", "-q", "--db", path] + paths)
    }

    /// The report for programs, whose bytes are a function of the records alone.
    func report() throws -> String { try run("report", "--json").output }

    /// All rows of a query, as CSV without its heading.
    func rows(_ sql: String) throws -> String {
        let found = try run("sql", "--csv", "--limit", "0", sql)
        guard found.code == 0 else { throw QueryFailure(sql: sql, errors: found.errors) }
        let heading = found.output.utf8.firstIndex(of: 0x0a) ?? found.output.startIndex
        return String(found.output[heading...].dropFirst())
    }

    struct QueryFailure: Error {
        var sql: String
        var errors: String
    }

    /// Rows of a query whose cells hold no comma.
    func cells(_ sql: String) throws -> [[String]] {
        try rows(sql).split(whereSeparator: \.isNewline)
            .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    }

    /// The number that a query of one row and column gives; nil while there is no database.
    func number(_ sql: String) -> Int? {
        (try? cells(sql))?.first?.first.flatMap { Int($0) }
    }

    /// Bytes on disk, with what is not yet in the main file.
    var size: Int {
        [path, path + "-wal"].reduce(0) { sum, path in
            let values = try? FileManager.default.attributesOfItem(atPath: path)
            return sum + (values?[.size] as? Int ?? 0)
        }
    }
}
