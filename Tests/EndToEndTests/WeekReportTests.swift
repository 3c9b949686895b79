import Foundation
import TestSupport
import Testing

/// The sections that only reports of a week have.
@Suite("Reports of a week", .sample("--sends", "40000", "--days", "9"))
struct WeekReportTests {
    private static let week = ["--week", "2025-11-18", "--tz", "Europe/Berlin"]

    private func sections(
        _ options: [String], of database: Database? = nil
    ) throws -> [String: Any] {
        let whole = try #require(Undisturbed.current)
        let path = (database ?? whole.database).path
        let report = try Program.run(["report", "nightly", "--db", path, "--json"] + options)
        let json = try JSONSerialization.jsonObject(with: Data(report.output.utf8))
        return (json as? [String: Any])?["sections"] as? [String: Any] ?? [:]
    }

    @Test("have how often people got pushes, when they open them and when they leave")
    func sections() throws {
        let names: Set = ["weekday", "frequency", "uninstalls"]
        #expect(try names.isSubset(of: sections(WeekReportTests.week).keys))
        #expect(try names.isDisjoint(with: sections(["--day", "2025-11-18"]).keys))
        #expect(try names.isDisjoint(with: sections([]).keys))
    }

    @Test(
        "name commands that give the same rows",
        arguments: ["weekday", "frequency", "uninstalls"])
    func commands(name: String) throws {
        let whole = try #require(Undisturbed.current)
        let section = try #require(try sections(WeekReportTests.week)[name] as? [String: Any])
        let command = try #require(section["command"] as? String)
        let rows = try #require(section["rows"] as? [[String: Any]])
        let script = """
            pushfunnel() { "$PUSHFUNNEL" "$@" --db '\(whole.database.path)' --json; }
            \(command)
            """
        let asked = try RunningProgram("/bin/sh", ["-ec", script]).finish()
        let json = try JSONSerialization.jsonObject(with: Data(asked.output.utf8))
        let answers = try #require(json as? [[String: Any]])
        #expect(!rows.isEmpty)
        #expect(rows.count == answers.count)
        for (row, answer) in zip(rows, answers) {
            // Reports have intervals, too.
            for (column, cell) in answer {
                #expect(row[column].map { "\($0)" } == "\(cell)", "\(column)")
            }
        }
    }

    /// Until May 2016, Venezuela was four and a half hours behind UTC; today it is four.
    @Test("have no hours of a zone whose hours were not those of counts")
    func partHours() throws {
        let sample = try Sample(["--sends", "20000", "--days", "7", "--start", "2016-04-20"])
        let folder = try TemporaryFolder()
        let week = Database(in: folder)
        #expect(try week.ingest([sample.folder]).code == 0)
        let names = try Set(sections(["--tz", "America/Caracas"], of: week).keys)
        #expect(names.isSuperset(of: ["frequency", "uninstalls"]))
        #expect(names.isDisjoint(with: ["weekday", "trend"]))
        #expect(try sections([], of: week).keys.contains("weekday"))
        #expect(try week.run("report", "--tz", "Asia/Kolkata").code == 64)
    }

    @Test("count opens at equal age by the clock of a zone")
    func equalAge() throws {
        let whole = try #require(Undisturbed.current)
        let found = try whole.database.run(
            "sql", "opens_by_weekday", "--csv", "--tz", "Europe/Berlin", "--param", "age=24",
            "--param", "aged_until=2025-11-24T10")
        // In winter, Berlin is an hour ahead of UTC.
        let sql = """
            select
                (cast(strftime('%w', sent_ms / 1000 + 3600, 'unixepoch') as integer) + 6) % 7 + 1,
                cast(strftime('%H', sent_ms / 1000 + 3600, 'unixepoch') as integer),
                sum(sent), sum(received),
                sum(case when open_base = 1 and opened_ms - sent_ms < 86400000 then 1 else 0 end),
                sum(open_base)
            from messages where attempted = 1 and send_hour < '2025-11-24T10'
            group by 1, 2 order by 1, 2
            """
        let lines = found.output.split(separator: "\n").dropFirst().map { line -> String in
            var cells = line.split(separator: ",", omittingEmptySubsequences: false)
            cells.remove(at: 5)
            return cells.joined(separator: ",")
        }
        #expect(try lines == whole.database.rows(sql).split(separator: "\n").map(String.init))
        #expect(lines.count == 168)
    }
}
