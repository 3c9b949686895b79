internal import Alerts

/// An evaluation for node_exporter's textfile collector.
///
/// It has the series that fire and those of all sends: the number of campaigns has no limit, and
/// Prometheus stores every series that it has seen.
enum PrometheusText {
    static func text(of report: AlertReport, _ schedule: AlertSchedule) -> String {
        let alerts = distinct(
            report.ordered.filter { alert in
                alert.state == .firing
                    || alert.slice.allSatisfy { $0.name == AlertHistory.projectDimension }
            })
        let labels = alerts.map(AlertLabels.of)
        let series: [(name: String, help: String, value: (AlertReport.Alert) -> Double)] = [
            ("push_alert_firing", "1 while the alert fires.", { $0.state == .firing ? 1 : 0 }),
            ("push_events_observed", "Events in the alert's window.", \.observed),
            ("push_events_expected", "Expected events in the window.", \.expected),
            (
                "push_drop_ratio", "Missing events as a share of the expected ones, 0 to 1.",
                \.drop
            ),
            (
                "push_alert_score",
                "Minus the logarithm of the probability of so few events by chance.", \.score
            ),
            (
                "push_alert_window_seconds", "Length of the alert's window.",
                { Double($0.windowHours) * 3600 }
            ),
        ]
        let families = series.map { name, help, value in
            PrometheusFormat.family(name, help, zip(labels, alerts).map { ($0, value($1)) })
        }
        return families.joined() + state(report) + segments(report) + times(report, schedule)
    }

    private static func state(_ report: AlertReport) -> String {
        PrometheusFormat.family(
            "push_alert_state", "1 for the state of the last evaluation.",
            byProject(report) { report in
                AlertState.allCases.map { ([("state", $0.rawValue)], $0 == report.state ? 1 : 0) }
            })
    }

    private typealias Sample = (labels: [AlertLabels.Label], value: Double)

    /// The samples of each project, labelled with it; of all projects together without a label.
    private static func byProject(
        _ report: AlertReport, _ samples: (AlertReport) -> [Sample]
    ) -> [Sample] {
        guard !report.projects.isEmpty else { return samples(report) }
        return report.projects.flatMap { one in
            samples(one).map { sample in
                let label = one.project.map { (name: AlertHistory.projectDimension, text: $0) }
                return ([label].compactMap(\.self) + sample.labels, sample.value)
            }
        }
    }

    private static func segments(_ report: AlertReport) -> String {
        PrometheusFormat.family(
            "push_segments", "Series that were judged, and series that could not be judged.",
            byProject(report) { report in
                [
                    ("tested", report.segmentsTested), ("low_volume", report.segmentsLowVolume),
                    ("not_enough_history", report.segmentsNotEnoughHistory),
                ].map { ([("state", $0.0)], Double($0.1)) }
            })
    }

    private static func times(_ report: AlertReport, _ schedule: AlertSchedule) -> String {
        PrometheusFormat.times([
            ("push_last_event", "Time of the newest client event.", report.freshness.newestEvent),
            ("push_last_send", "Time of the newest send.", report.freshness.newestSend),
            ("push_alert_evaluated_until", "End of the last judged hour.", report.evaluatedUntil),
            ("push_alert_last_run", "Time of the last evaluation.", schedule.now),
        ])
    }

    /// With the same labels twice, the collector would reject the whole file.
    private static func distinct(_ alerts: [AlertReport.Alert]) -> [AlertReport.Alert] {
        var seen: Set<[String]> = []
        return alerts.filter { alert in
            seen.insert(AlertLabels.of(alert).flatMap { [$0.name, $0.text] }).inserted
        }
    }
}
