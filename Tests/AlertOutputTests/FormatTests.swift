import Alerts
import Delivery
import Foundation
import Reporting
import Testing

/// What holds of every format, whatever the evaluation.
@Suite("Formats of alerts")
struct FormatTests {
    static let schedule = AlertSchedule(
        now: SampleReports.start + 3 * SampleReports.hour, intervalSeconds: 600)

    static func text(_ report: AlertReport, _ format: AlertFormatName) -> String {
        AlertFormats.text(report, format, schedule: schedule)
    }

    @Test(
        "end with a line end, and are the same bytes in any order of alerts",
        arguments: AlertFormatName.allCases)
    func same(format: AlertFormatName) {
        for (name, report) in SampleReports.all where name != "extreme" {
            let text = FormatTests.text(report, format)
            #expect(text.hasSuffix("\n"), "\(name)")
            var other = report
            other.alerts.reverse()
            for index in other.alerts.indices { other.alerts[index].contributors.reverse() }
            for index in other.alerts.indices { other.alerts[index].excluded.reverse() }
            #expect(FormatTests.text(other, format) == text, "\(name)")
        }
    }

    @Test(
        "hold nothing that a terminal obeys, but for Prometheus's labels",
        arguments: AlertFormatName.allCases)
    func controls(format: AlertFormatName) {
        for (name, report) in SampleReports.all where format != .prometheus {
            let unsafe = FormatTests.text(report, format).unicodeScalars.filter {
                ($0.value < 0x20 && $0 != "\n") || 0x7f...0x9f ~= $0.value || $0 == "\u{202e}"
            }
            #expect(unsafe.isEmpty, "\(name)")
        }
    }

    @Test("are JSON where they say so", arguments: AlertFormatName.allCases)
    func valid(format: AlertFormatName) throws {
        guard format.contentType == "application/json" else { return }
        for (name, report) in SampleReports.all {
            #expect(throws: Never.self, "\(name)") {
                try json(FormatTests.text(report, format))
            }
        }
    }

    @Test(
        "have commands for their database, except the default one",
        arguments: AlertFormatName.allCases.filter { $0 != .prometheus })
    func database(format: AlertFormatName) throws {
        let text = { (database: String) in
            AlertFormats.text(
                SampleReports.report(), format, schedule: FormatTests.schedule,
                commands: AlertCommands(database: database))
        }
        #expect(text("pushfunnel.db") == FormatTests.text(SampleReports.report(), format))
        let here = FileManager.default.currentDirectoryPath
        for (database, word) in [
            ("/var/lib/push.db", "/var/lib/push.db"), ("push.db", "\(here)/push.db"),
            ("/my logs/push.db", "'/my logs/push.db'"),
        ] {
            // Slashes and spaces are escaped in no format.
            #expect(text(database).contains(" --db \(word)"), "\(text(database))")
        }
    }

    @Test("are due on news; for Alertmanager while an alert fires, for Prometheus always")
    func due() {
        let old = SampleReports.report(.firing, [SampleReports.alert(isNews: false)])
        let over = SampleReports.report(.ok, [SampleReports.alert(state: .resolved)])
        let overLong = SampleReports.report(
            .ok, [SampleReports.alert(state: .resolved, isNews: false)])
        let due = { (format: AlertFormatName) in
            [SampleReports.report(), old, over, overLong, SampleReports.quiet].map {
                AlertFormats.isDue($0, format)
            }
        }
        for format in [AlertFormatName.text, .json, .slack, .teams, .pagerduty] {
            #expect(due(format) == [true, false, true, false, false])
        }
        #expect(due(.alertmanager) == [true, true, true, false, false])
        #expect(due(.prometheus) == [true, true, true, true, true])
    }
}

@Suite("Alerts as JSON")
struct AlertJSONTests {
    private static let members = [
        "schema_version", "state", "evaluated_hour_start", "evaluated_hour_end", "timezone",
        "history_days", "segments_tested", "segments_low_volume", "segments_not_enough_history",
        "freshness", "alerts", "series",
    ]

    private func object(_ report: AlertReport) throws -> [String: Any] {
        try #require(json(FormatTests.text(report, .json)) as? [String: Any])
    }

    @Test("the same members, whatever there is to say")
    func members() throws {
        for (name, report) in SampleReports.all {
            let more = report.projects.isEmpty ? [] : ["projects"]
            #expect(try Set(object(report).keys) == Set(AlertJSONTests.members + more), "\(name)")
        }
    }

    @Test("every member is in the manual, and no other")
    func manual() throws {
        let path = Tool.root.path + "/Sources/Reporting/Alerts/README.md"
        let manual = try String(contentsOfFile: path, encoding: .utf8)
        let part = try #require(manual.split(separator: "\n## ").first { $0.hasPrefix("JSON\n") })
        let described = part.split(separator: "\n")
            .compactMap { $0.firstMatch(of: /^\| `([a-z0-9_.\[\]]+)` \|/) }.map { String($0.1) }
        #expect(Set(described).count == described.count)
        var report = SampleReports.report()
        let counts = AlertReport.Counts(hours: 2, observed: 1, expected: 3, likely: 2...4)
        for place in report.alerts.indices {
            report.alerts[place].total = counts
            report.alerts[place].recent = counts
            report.alerts[place].clientParts = [SampleReports.client("2.1.0", 3)]
        }
        report.series = [
            AlertBacktest.Series(
                rule: "opened", slice: [], expected: 60, noise: 0, smallest: [nil, nil, nil, 0.7])
        ]
        report.projects = [SampleReports.report()]
        report.projects[0].project = "shop"
        let found = AlertJSONTests.paths(try object(report), "")
        #expect(described.sorted() == found.sorted())
    }

    /// `alerts[].slice` and so on; a slice has the dimensions that it has.
    private static func paths(_ value: Any, _ path: String) -> [String] {
        if let list = value as? [Any] {
            return list.first.map { paths($0, path + "[]") } ?? []
        }
        guard let object = value as? [String: Any], !path.hasSuffix("slice") else { return [] }
        return object.flatMap { name, value in
            let path = path.isEmpty ? name : "\(path).\(name)"
            return [path] + paths(value, path)
        }
    }

    @Test("figures, times and words")
    func figures() throws {
        let object = try object(SampleReports.report())
        #expect(object["state"] as? String == "firing")
        #expect(object["evaluated_hour_start"] as? String == "2025-11-18T10:00:00.000Z")
        #expect(object["evaluated_hour_end"] as? String == "2025-11-18T11:00:00.000Z")
        let freshness = try #require(object["freshness"] as? [String: Any])
        #expect(freshness["last_event_at"] as? String == "2025-11-18T11:00:59.118Z")
        let alert = try #require((object["alerts"] as? [[String: Any]])?.first)
        #expect(
            alert["slice"] as? [String: String] == [
                "platform": "ios", "campaign": "winter-sale",
            ])
        #expect(alert["observed"] as? Int == 212)
        #expect(alert["expected"] as? Double == 540.25)
        #expect(alert["drop"] as? Double == 0.607589)
        #expect(alert["sent"] as? Int == 4310)
        #expect(alert["ends_at"] is NSNull)
        #expect(alert["is_news"] as? Bool == true)
        #expect(
            alert["ruled_out"] as? [String] == [
                "audience mix: expected counts follow it; alone it would lower the rate by 1.2%",
                "late data: the newest client event is 5 minutes old",
            ])
        let parts = try #require(alert["contributors"] as? [[String: Any]])
        #expect(parts.map { $0["share_of_missing"] as? Double } == [0.7, 0.3])
    }

    @Test("names come back as they were")
    func names() throws {
        let object = try object(SampleReports.hostile)
        let alerts = try #require(object["alerts"] as? [[String: Any]])
        let campaigns = alerts.compactMap { ($0["slice"] as? [String: String])?["campaign"] }
        #expect(Set(campaigns) == Set(SampleReports.hostileNames))
    }

    @Test("no data is null, not zero")
    func empty() throws {
        let object = try object(SampleReports.empty)
        #expect(object["state"] as? String == "no_data")
        #expect(object["evaluated_hour_end"] is NSNull)
        let freshness = try #require(object["freshness"] as? [String: Any])
        #expect(freshness["last_event_at"] is NSNull)
        #expect(freshness["expected_since_last"] is NSNull)
    }
}
