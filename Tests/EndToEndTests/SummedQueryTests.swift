import Foundation
import TestSupport
import Testing

@Suite("Queries of sums")
struct SummedQueryTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Copies with a comment more are no queries of the program: those read hour by hour.
    private static func copies(in folder: TemporaryFolder) throws -> [String] {
        let queries = root.appending(path: "queries")
        let files = try FileManager.default.contentsOfDirectory(atPath: queries.path)
        return try files.filter { $0.hasSuffix(".sql") }.sorted().compactMap { file in
            let text = try String(contentsOf: queries.appending(path: file), encoding: .utf8)
            let reads = ["funnel_hourly", "funnel_values"].contains(where: text.contains)
            guard reads, text.contains("--   :since "), text.contains("--   :until ") else {
                return nil
            }
            try (text + "-- a copy\n").write(
                toFile: folder.file(file), atomically: true, encoding: .utf8)
            return String(file.dropLast(4))
        }
    }

    @Test(
        "give what they give hour by hour",
        arguments: [
            [], ["--since", "2025-11-18", "--until", "2025-11-19"], ["--since", "2025-11-18T05"],
            ["--since", "2025-11-17T22", "--until", "2025-11-19T03"],
            ["--since", "2025-11-18T05", "--until", "2025-11-18T09"],
        ])
    func same(period: [String]) throws {
        let folder = try TemporaryFolder()
        let sample = try Sample(["--sends", "3000", "--days", "3", "--two-projects"])
        let database = folder.file("push.db")
        #expect(try Program.run(["ingest", "-q", "--db", database, sample.folder]).code == 0)
        let names = try Self.copies(in: folder)
        #expect(names.count > 20)
        for name in names {
            let command = ["sql", name, "--db", database, "--csv"] + period
            let given = try Program.run(command)
            let hourly = try Program.run(command + ["--queries", folder.path])
            #expect(given.code == 0, "\(name): \(given.errors)")
            #expect(given.output == hourly.output, "\(name) \(period)")
        }
    }
}
