import Foundation
import TestSupport
import Testing

/// What a day's report says of made-up logs, beside what was simulated in them.
@Suite("Findings of sample logs")
struct DayFindingTests {
    private static let days = 34

    /// The lines of changes outside the usual range, by day.
    private func changes(_ database: String, _ days: [String]) throws -> [String: [String]] {
        var changes: [String: [String]] = [:]
        for day in days {
            let report = try Program.run("report", "--day", day, "--db", database)
            #expect(report.code == 0, "\(report.errors)")
            changes[day] = report.output.split(separator: "\n").map(String.init)
                .filter { $0.hasPrefix("~") }
        }
        return changes
    }

    private func store(_ folder: borrowing TemporaryFolder, _ options: [String]) throws -> String {
        let sample = try Sample(
            ["--days", "\(Self.days)", "--sends", "68000", "--tail-hours", "80"] + options)
        let database = folder.file("push.db")
        #expect(try Program.run("ingest", "-q", "--db", database, sample.folder).code == 0)
        return database
    }

    /// Samples begin on 2025-11-17.
    private static let judged = (10...20).map { "2025-12-\($0)" }

    @Test("ordinary days are ordinary", arguments: ["5", "6"])
    func ordinary(seed: String) throws {
        let folder = try TemporaryFolder()
        let changes = try changes(store(folder, ["--seed", seed]), Self.judged)
        // At most one false alarm in 20 days.
        #expect(changes.values.joined().count <= 1, "\(changes)")
    }

    @Test("a day with fewer opens of iOS, and one with fewer receipts of the web, say so")
    func incidents() throws {
        let folder = try TemporaryFolder()
        let database = try store(
            folder,
            [
                "--seed", "7", "--incident", "opens:platform=ios:2025-12-16T00/24h:0.3",
                "--incident", "delivery:platform=web:2025-12-18T00/24h:0.4",
            ])
        let changes = try changes(database, Self.judged)
        let opens = changes["2025-12-16"] ?? []
        let receipts = changes["2025-12-18"] ?? []
        #expect(opens.contains { $0.hasPrefix("~ iOS pushes were opened less than usual:") })
        #expect(receipts.contains { $0.hasPrefix("~ Web pushes were received less than usual:") })
        #expect(!(opens + receipts).contains { $0.contains("Android") })
        let others = changes.filter { !["2025-12-16", "2025-12-18"].contains($0.key) }
        #expect(others.values.joined().count <= 1, "\(others)")
    }
}
