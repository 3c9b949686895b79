import Alerts
import Foundation
import Reporting
import Testing

@Suite("Alerts of several projects in one report")
struct ProjectReportTests {
    private static func report(_ project: String, _ state: AlertState, isNews: Bool) -> AlertReport
    {
        let outer = [AlertReport.Dimension(name: "project", text: project)]
        let alerts = [
            SampleReports.alert(isNews: isNews).within(outer),
            SampleReports.alert("sends", slice: [], isNews: false).within(outer),
        ]
        var report = SampleReports.report(state, state == .firing ? alerts : [])
        report.project = project
        return report
    }

    static let two = AlertReport(of: [
        report("shop \"a\"", .firing, isNews: true), report("staging", .firing, isNews: false),
    ])

    @Test("the same slice has another id in each project, and in all of them together")
    func ids() {
        let ids =
            Self.two.alerts.map(\.id)
            + [SampleReports.alert(), SampleReports.alert("sends")]
            .map(\.id)
        #expect(Set(ids).count == 6)
    }

    @Test("labels and keys of receivers name the project")
    func receivers() throws {
        let labels = try #require(
            json(FormatTests.text(Self.two, .alertmanager)) as? [[String: Any]]
        ).compactMap { $0["labels"] as? [String: String] }
        #expect(Set(labels.map { $0["project"] }) == ["shop \"a\"", "staging"])
        #expect(Set(labels).count == 4)
        let events = try #require(
            json(FormatTests.text(Self.two, .pagerduty)) as? [[String: Any]])
        #expect(events.map { $0["dedup_key"] as? String } == [Self.two.alerts[0].id])
        let payload = events.first?["payload"] as? [String: Any]
        let component = payload?["component"] as? String
        #expect(component?.hasPrefix("project shop \"a\", platform ios") ?? false)
    }

    @Test("Prometheus gets the state of each, and the alerts of all of its sends")
    func prometheus() {
        let lines = FormatTests.text(Self.two, .prometheus).split(separator: "\n")
        for line in [
            #"push_alert_state{project="staging",state="firing"} 1"#,
            #"push_segments{project="shop \"a\"",state="tested"} 26"#,
            "push_alert_firing{metric=\"sends\",project=\"staging\",rule=\"sends\","
                + "severity=\"critical\"} 1",
        ] {
            #expect(lines.contains(Substring(line)), "\(line)")
        }
        #expect(lines.count { $0.hasPrefix("push_last_send_timestamp_seconds ") } == 1)
    }

    @Test("a text has the state of each; with the news alone, of those that have any")
    func text() {
        let text = FormatTests.text(Self.two, .text)
        #expect(text.contains("project shop \"a\": 2 alerts firing\n"))
        #expect(text.contains("project staging: 2 alerts firing\n"))
        let news = AlertFormats.text(
            Self.two, .text, schedule: FormatTests.schedule, onlyNews: true)
        #expect(news.hasPrefix("project shop \"a\": 2 alerts firing\n"))
        #expect(!news.contains("staging"))
    }

    @Test(
        "the state is the worst; one that can be judged is enough",
        arguments: [
            ([AlertState.ok, .firing], AlertState.firing), ([.firing, .noData], .noData),
            ([.notEnoughHistory, .ok], .ok), ([.notEnoughHistory, .lowVolume], .lowVolume),
            ([.notEnoughHistory, .notEnoughHistory], .notEnoughHistory),
        ])
    func state(_ states: [AlertState], _ worst: AlertState) {
        let reports = states.map { Self.report("shop", $0, isNews: false) }
        #expect(AlertReport(of: reports).state == worst)
    }
}
