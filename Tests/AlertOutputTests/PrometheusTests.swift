import Alerts
import Delivery
import Reporting
import Testing

@Suite("Alerts for Prometheus")
struct PrometheusTests {
    private func lines(_ report: AlertReport) -> [Substring] {
        FormatTests.text(report, .prometheus).split(separator: "\n")
    }

    @Test("series and figures")
    func series() {
        let lines = lines(SampleReports.report())
        let labels =
            #"{campaign="winter-sale",metric="opened",platform="ios",rule="opened","#
            + #"severity="critical"}"#
        for line in [
            "push_alert_firing\(labels) 1", "push_events_observed\(labels) 212",
            "push_events_expected\(labels) 540.25", "push_alert_score\(labels) 24.125",
            "push_drop_ratio\(labels) 0.607589079", "push_alert_window_seconds\(labels) 7200",
            "push_last_event_timestamp_seconds 1763463659.118",
            "push_alert_last_run_timestamp_seconds 1763467200",
            #"push_alert_state{state="firing"} 1"#, #"push_alert_state{state="ok"} 0"#,
            #"push_segments{state="tested"} 26"#,
        ] {
            #expect(lines.contains(Substring(line)))
        }
    }

    @Test("what fires, and what is of all sends; nothing else")
    func shown() {
        let alerts = [
            SampleReports.alert(state: .resolved), SampleReports.alert("delivered"),
            SampleReports.alert("sends", state: .resolved, slice: []),
            SampleReports.alert("x", state: .inhibited),
        ]
        let firing = lines(SampleReports.report(.firing, alerts)).filter {
            $0.hasPrefix("push_alert_firing{")
        }
        #expect(
            firing == [
                #"push_alert_firing{campaign="winter-sale",metric="delivered",platform="ios","#
                    + #"rule="delivered",severity="critical"} 1"#,
                #"push_alert_firing{metric="sends",rule="sends",severity="critical"} 0"#,
            ])
    }

    @Test("the same series once")
    func once() {
        let lines = lines(
            SampleReports.report(.firing, [SampleReports.alert(), SampleReports.alert()]))
        #expect(lines.count { $0.hasPrefix("push_alert_firing{") } == 1)
    }

    /// https://prometheus.io/docs/prometheus/latest/command-line/promtool/
    @Test(
        "promtool takes them and finds nothing to say",
        .enabled(
            if: Tool.path("promtool") != nil, "there is no promtool: make test unpacks it"),
        arguments: SampleReports.all.map(\.name))
    func promtool(name: String) throws {
        let report = try #require(SampleReports.all.first { $0.name == name }?.report)
        let tool = try Tool(
            "promtool", ["check", "metrics"], input: FormatTests.text(report, .prometheus))
        #expect(tool.finish() == 0)
        #expect(tool.errors + tool.output == "")
    }
}
