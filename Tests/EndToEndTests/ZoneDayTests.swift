import Foundation
import TestSupport
import Testing

/// Reports over changes of clocks compare calendar days: one has 23 or 25 hours, two midnights, or
/// none.
@Suite("Days of zones whose clocks change")
struct ZoneDayTests {
    private static let made = Result {
        let sample = try Sample([
            "--sends", "40000", "--days", "58", "--start", "2025-09-10",
        ])
        let database = try Database()
        let read = try database.ingest([sample.folder])
        try #require(read.code == 0, "\(read.errors)")
        return database
    }

    @Test(
        "are those of the view hours on every page",
        arguments: [
            ("Europe/Berlin", "2025-10-26"), ("Europe/London", "2025-10-26"),
            ("Atlantic/Azores", "2025-10-26"), ("America/New_York", "2025-11-02"),
            ("America/Havana", "2025-11-02"), ("America/Adak", "2025-11-02"),
            ("Pacific/Auckland", "2025-09-28"), ("Australia/Sydney", "2025-10-05"),
        ])
    func days(zone: String, change: String) throws {
        let database = try Self.made.get()
        let truth = try days(of: zone, database)
        for (option, back) in [("--day", 1), ("--day", 0), ("--day", -1), ("--week", 0)] {
            let day = try Self.day(change, after: -back)
            let report = try report([option, day, "--tz", zone], database)
            let trend = try rows("trend", of: report)
            for row in trend {
                let name = try #require(row["day"] as? String)
                #expect(row["sent"] as? Int == truth[name], "\(zone) \(option) \(day): \(name)")
            }
            guard option == "--day" else { continue }
            #expect(trend.last?["day"] as? String == day, "\(zone)")
            let sent = try rows("usual", of: report).first {
                $0["kind"] as? String == "all" && $0["measure"] as? String == "sent"
            }
            let before = truth[try Self.day(day, after: -7)]
            #expect(sent?["week_before_events"] as? Int == before, "\(zone) \(day)")
        }
    }

    /// Of more than a day each, and mostly of parts of days. The zones at the ends have days that
    /// begin at ten o'clock and at eleven, of the day before and of the same day.
    @Test(
        "are those of the view hours in reports of any period",
        arguments: [
            "UTC", "Europe/Berlin", "America/Los_Angeles", "Pacific/Kiritimati",
            "Pacific/Pago_Pago", "Pacific/Tongatapu",
        ])
    func periods(zone: String) throws {
        try expectDays(of: zone, Self.made.get())
    }

    @Test(
        "are those of the view hours over many changes of clocks, and of stores of a zone",
        arguments: [("UTC", "Europe/Berlin"), ("Australia/Lord_Howe", "Australia/Lord_Howe")])
    func changes(store: String, zone: String) throws {
        let sample = try Sample(["--sends", "4000", "--days", "420", "--start", "2024-09-10"])
        let database = try Database()
        try #require(try database.ingest(["--tz", store, sample.folder]).code == 0)
        try expectDays(of: zone, database)
    }

    /// Days of a period have its hours alone, days before it all of theirs.
    private func expectDays(of zone: String, _ database: Database) throws {
        let whole = try days(of: zone, database)
        for period in [
            [], ["--since", "2025-10-20T12", "--until", "2025-10-23T18"],
            ["--since", "2025-10-25T03", "--until", "2025-10-26T03"],
            ["--until", "2025-11-01"], ["--since", "2025-09-27T05"],
        ] {
            let report = try report(period + ["--tz", zone], database)
            let scope = try #require(report["scope"] as? [String: Any])
            let (since, until) = (scope["since"] as? String, scope["until"] as? String)
            let within = try days(
                of: zone, database,
                "where send_hour >= '\(since ?? "")' and send_hour < '\(until ?? "9999")'")
            let shown = try rows("trend", of: report)
            let first = try #require(within.keys.min())
            for row in shown {
                let day = try #require(row["day"] as? String)
                let expected = (day < first ? whole : within)[day]
                #expect(row["sent"] as? Int == expected, "\(zone) \(period) \(day)")
            }
            #expect(Set(shown.compactMap { $0["day"] as? String }).isSuperset(of: within.keys))
        }
    }

    /// Midnight in the Azores is one o'clock on this day.
    @Test("a day without a midnight ends with the next one")
    func skipped() throws {
        let sample = try Sample(["--sends", "3000", "--days", "4", "--start", "2026-03-27"])
        let database = try Database()
        try #require(try database.ingest([sample.folder]).code == 0)
        let report = try report(["--day", "2026-03-29", "--tz", "Atlantic/Azores"], database)
        let scope = try #require(report["scope"] as? [String: Any])
        #expect(scope["since"] as? String == "2026-03-29T01")
        #expect(scope["until"] as? String == "2026-03-30T00")
    }

    private func days(
        of zone: String, _ database: Database, _ condition: String = ""
    ) throws -> [String: Int] {
        let sql = """
            select local_day, sum(sent) from funnel_hourly inner join hours using (send_hour)
            \(condition) group by 1
            """
        let found = try Program.run(
            ["sql", "--csv", "--tz", zone, "--db", database.path, sql])
        let lines = found.output.split(separator: "\n").dropFirst()
        return Dictionary(
            uniqueKeysWithValues: lines.map { line in
                let cells = line.split(separator: ",")
                return (String(cells[0]), Int(cells[1]) ?? -1)
            })
    }

    private func report(_ arguments: [String], _ database: Database) throws -> [String: Any] {
        let made = try Program.run(["report", "--json", "--db", database.path] + arguments)
        try #require(made.code == 0, "\(made.errors)")
        let json = try JSONSerialization.jsonObject(with: Data(made.output.utf8))
        return try #require(json as? [String: Any])
    }

    private func rows(_ section: String, of report: [String: Any]) throws -> [[String: Any]] {
        let sections = try #require(report["sections"] as? [String: Any])
        let section = try #require(sections[section] as? [String: Any])
        return try #require(section["rows"] as? [[String: Any]])
    }

    private static func day(_ day: String, after days: Int) throws -> String {
        let start = try #require(ISO8601DateFormatter().date(from: day + "T12:00:00Z"))
        return String((start + Double(days) * 86_400).ISO8601Format().prefix(10))
    }
}
