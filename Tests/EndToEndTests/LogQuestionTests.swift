import Foundation
import TestSupport
import Testing

/// `sql --from` answers as `sql` does after an ingest of the same logs.
@Suite(
    "Questions to logs", .sample("--sends", "3000", "--dirty", "0.01", "--duplicates", "0.1"))
struct LogQuestionTests {
    /// Hashes of targets have a key that each store draws for itself.
    private static let questions: [[String]] = [
        ["select * from funnel_hourly order by 1, 2, 3, 4, 5, 6, 7"],
        ["select message_id, sent_ms, received, opened, campaign, message_type from messages"],
        ["select count(distinct target_hash) as targets from messages"],
        ["select * from ledger"],
        ["select path, state, lines, new, duplicate, rejected from files order by 1"],
        ["select path, line, byte, reason, keys, excerpt from rejects order by 1, 2"],
        ["select message_id from messages where message_id = '0'"],
        ["latency"], ["dead_targets"], ["repeated_sends"],
        ["opens_by_weekday", "--tz", "Europe/Berlin"],
        ["effect_strata", "--derive", "effect"],
        ["funnel_by_day", "--since", "2025-11-17", "--chart"],
    ]

    @Test("have the answers of a database", arguments: questions)
    func same(question: [String]) throws {
        let whole = try #require(Undisturbed.current)
        let options = question + ["--limit", "0"]
        let stored = try Program.run(["sql", "--db", whole.database.path] + options)
        let asked = try Program.run(["sql", "-q", "--from", whole.sample.folder] + options)
        #expect(asked == stored)
        #expect(stored.code == 0)
    }

    @Test("leave nothing on the disk, and have rows for their own memory")
    func memory() throws {
        let whole = try #require(Undisturbed.current)
        let folder = try TemporaryFolder()
        // The messages alone need more than a megabyte.
        let counted = try Program.run(
            [
                "sql", "-q", "--from", whole.sample.folder, "--memory", "2", "--csv",
                "select count(*) as n from messages",
            ], in: folder.path)
        #expect(counted.output.hasPrefix("n\n"))
        #expect(counted.code == 0)
        let grown = try Program.run(
            [
                "sql", "-q", "--from", whole.sample.folder, "--memory", "2", "--limit", "0",
                "with recursive a(n) as (select 1 union select n + 1 from a) select max(n) from a",
            ], in: folder.path)
        #expect(grown.errors.contains("stopped at the memory limit of 2 MB"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test("of many files in parts are those of the folder")
    func parts() throws {
        let whole = try #require(Undisturbed.current)
        let sums = "select sum(sent), sum(received), sum(opened) from funnel_hourly"
        let paths = ["sends", "events", "export", "ga4"]
            .flatMap { ["--from", whole.sample.folder + "/" + $0] }
        let asked = try Program.run(["sql", "-q", "--csv", sums] + paths)
        let stored = try whole.database.run("sql", "--csv", sums)
        #expect(asked == stored)
    }
}
