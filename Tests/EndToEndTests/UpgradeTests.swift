import Foundation
import TestSupport
import Testing

/// What the released version 2 left after some use, brought up to date.
@Suite("A database that an earlier version used", .enabled(if: EarlierDatabase.canBeMade))
struct UpgradeTests {
    private let upgraded: Database
    private let fresh: Database

    init() throws {
        (upgraded, fresh) = (try Database(), try Database())
        try EarlierDatabase.make("Used/2.sql", at: upgraded.path)
        #expect(try upgraded.run("upgrade", "-q") == Finished(output: "", errors: "", code: 0))
        let files = ["records.ndjson", "Used/later.ndjson"].map {
            EarlierDatabase.folder + "/" + $0
        }
        #expect(try fresh.ingest(files).code == 0)
        #expect(try fresh.run("prune", "-q", "--before", "2025-11-18").code == 0)
    }

    /// Other paths of files; incidents that only one has; projects, which version 2 did not keep.
    private static let others: Set = ["ledger", "rejects", "recent_alerts", "funnel_by_project"]
    /// What their failure rates are of was another number; of pruned days it stays as it was.
    private static let ofKeptDays: Set = ["funnel_by_platform", "funnel_by_platform_and_image"]

    @Test("adds up, and answers what a new one of the same records does")
    func answers() throws {
        #expect(try upgraded.run("verify", "-q").code == 0)
        var questions: [[String]] = []
        for day in ["2025-11-16", "2025-11-17", "2025-11-18", "2025-11-24"] {
            for format in ["text", "json", "html"] {
                questions.append(["report", "--day", day, "--format", format])
            }
        }
        let queries = try FileManager.default.contentsOfDirectory(
            atPath: EarlierDatabase.folder + "/../../queries"
        ).filter { $0.hasSuffix(".sql") }.map { String($0.dropLast(4)) }
        let asked = Set(queries).subtracting(Self.others).sorted()
        #expect(asked.count > 40)
        questions += asked.map { query in
            ["sql", "--csv", query]
                + (Self.ofKeptDays.contains(query) ? ["--param", "since=2025-11-18"] : [])
        }
        for question in questions {
            let (found, expected) = (try ask(upgraded, question), try ask(fresh, question))
            #expect(found == expected, "\(question)")
        }
    }

    @Test("keeps its incidents and silences")
    func incidents() throws {
        let listed = try Program.run([
            "alert", "list", "--now", "2025-11-21T00:00:00Z", "--db", upgraded.path,
        ]).output
        for row in ["2  firing", "1  resolved", "store outage"] {
            #expect(listed.contains(row), "\(listed)")
        }
    }

    private func ask(_ database: Database, _ question: [String]) throws -> Finished {
        try Program.run(question + ["--db", database.path])
    }
}
