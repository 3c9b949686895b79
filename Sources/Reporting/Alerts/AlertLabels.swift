internal import Alerts

/// The labels that identify an alert in Prometheus and Alertmanager: names and texts only, because
/// a changed number would make it another alert.
///
/// A missing dimension means all its values. Texts are as in the logs.
enum AlertLabels {
    typealias Label = (name: String, text: String)

    private static let own: Set = ["alertname", "metric", "rule", "severity", "state"]

    /// Sorted by name, each name once.
    static func of(_ alert: AlertReport.Alert) -> [Label] {
        of(alert, alert.slice, alert.severity)
    }

    /// What never changes within an incident: a list for each severity that it has had.
    static func identities(_ alert: AlertReport.Alert) -> [[Label]] {
        let severities = alert.severities.isEmpty ? [alert.severity] : alert.severities
        return severities.map { of(alert, alert.firstSlice ?? alert.slice, $0) }
    }

    private static func of(
        _ alert: AlertReport.Alert, _ slice: [AlertReport.Dimension], _ severity: String
    ) -> [Label] {
        var labels = [
            "metric": text(alert.rule), "rule": text(alert.rule), "severity": text(severity),
        ]
        for dimension in slice {
            // Names of Prometheus's own labels begin with two underscores.
            var name = dimension.name.asciiName(marks: ["_"], else: "_", prefix: "slice_")
            if own.contains(name) { name = "slice_" + name }
            while labels[name] != nil { name += "_" }
            labels[name] = text(dimension.text)
        }
        return labels.sorted { $0.key < $1.key }.map { (name: $0.key, text: $0.value) }
    }

    static func alertName(_ alert: AlertReport.Alert) -> String {
        alertNames[alert.rule] ?? "PushRule"
    }

    private static let alertNames = [
        "delivered": "PushDeliveryDrop", "opened": "PushOpenDrop", "sends": "PushSendsDrop",
        "failed": "PushSendsRefused", "freshness": "PushPipelineStale",
    ]

    /// Both ignore a label without text.
    private static func text(_ text: String) -> String { text.isEmpty ? "(empty)" : text }
}
