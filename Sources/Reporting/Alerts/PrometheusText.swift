internal import Delivery

/// An evaluation for node_exporter's textfile collector, in the text format 0.0.4: no times of
/// samples, which the collector refuses, and a line end at the end.
///
/// Series are those that fire, and those of all sends: campaigns come and go without end, and
/// Prometheus keeps every series it has ever seen.
/// https://prometheus.io/docs/instrumenting/exposition_formats/
enum PrometheusText {
    private typealias Sample = (labels: [AlertLabels.Label], value: Double)

    static func text(of report: AlertReport, _ telling: AlertTelling) -> String {
        let alerts = distinct(
            report.ordered.filter { $0.state == .firing || $0.slice.isEmpty })
        let labels = alerts.map(AlertLabels.of)
        let series = { (value: (AlertReport.Alert) -> Double) -> [Sample] in
            zip(labels, alerts).map { ($0, value($1)) }
        }
        return [
            family(
                "push_alert_firing", "1 while the alert fires.",
                series { $0.state == .firing ? 1 : 0 }),
            family(
                "push_events_observed", "Events in the alert's window.", series(\.observed)),
            family(
                "push_events_expected", "Events that were to be expected in the window.",
                series(\.expected)),
            family(
                "push_drop_ratio", "Share of what was expected that is missing, 0 to 1.",
                series(\.drop)),
            family(
                "push_alert_score",
                "How unlikely so few are by chance: minus the logarithm of the probability.",
                series(\.score)),
            family(
                "push_alert_window_seconds", "Length of the alert's window.",
                series { Double($0.windowHours) * 3600 }),
            state(report), segments(report), times(report, telling),
        ].joined()
    }

    private static func state(_ report: AlertReport) -> String {
        let states: [AlertReport.State] = [
            .ok, .firing, .noData, .notEnoughHistory, .lowVolume,
        ]
        return family(
            "push_alert_state", "1 for the state of the last evaluation.",
            states.map { ([("state", $0.rawValue)], $0 == report.state ? 1 : 0) })
    }

    private static func segments(_ report: AlertReport) -> String {
        let counts = [
            ("tested", report.segmentsTested), ("low_volume", report.segmentsLowVolume),
            ("not_enough_history", report.segmentsNotEnoughHistory),
        ]
        return family(
            "push_segments", "Segments that were judged, and that could not be.",
            counts.map { ([("state", $0.0)], Double($0.1)) })
    }

    private static func times(_ report: AlertReport, _ telling: AlertTelling) -> String {
        let times: [(String, String, Int64?)] = [
            ("push_last_event", "Of the newest client event.", report.freshness.newestEvent),
            ("push_last_send", "Of the newest send.", report.freshness.newestSend),
            ("push_alert_evaluated_until", "End of the last hour judged.", report.evaluatedUntil),
            ("push_alert_last_run", "When the evaluation was told.", telling.now),
        ]
        return times.map { name, help, milliseconds in
            family(
                name + "_timestamp_seconds", help,
                milliseconds.map { [([], Double($0) / 1000)] } ?? [])
        }.joined()
    }

    // MARK: The format

    private static func family(_ name: String, _ help: String, _ samples: [Sample]) -> String {
        guard !samples.isEmpty else { return "" }
        let lines = samples.map { sample in
            let labels = sample.labels.map { "\($0.name)=\"\(escaped($0.text))\"" }
            let set = labels.isEmpty ? "" : "{" + labels.joined(separator: ",") + "}"
            return "\(name)\(set) \(number(sample.value))\n"
        }
        return "# HELP \(name) \(help)\n# TYPE \(name) gauge\n" + lines.joined()
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: value).map(String.init) ?? "\(value)"
    }

    /// The same labels twice would make the collector refuse the whole file.
    private static func distinct(_ alerts: [AlertReport.Alert]) -> [AlertReport.Alert] {
        var seen: Set<[String]> = []
        return alerts.filter { alert in
            seen.insert(AlertLabels.of(alert).flatMap { [$0.name, $0.text] }).inserted
        }
    }
}
