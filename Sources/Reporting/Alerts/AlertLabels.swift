internal import Alerts
internal import Delivery

/// What identifies an alert to Prometheus and Alertmanager: names and texts only, since a figure
/// among them would make each telling another alert.
///
/// A dimension that is not there means all its values. Texts stay as they are in the logs.
enum AlertLabels {
    typealias Label = (name: String, text: String)

    private static let own: Set = ["alertname", "metric", "rule", "severity", "state"]

    /// Sorted by name, each name once.
    static func of(_ alert: AlertReport.Alert) -> [Label] {
        var labels = [
            "metric": text(alert.metric), "rule": text(alert.rule),
            "severity": text(alert.severity),
        ]
        for dimension in alert.slice {
            var name = name(dimension.name)
            if own.contains(name) { name = "slice_" + name }
            while labels[name] != nil { name += "_" }
            labels[name] = text(dimension.text)
        }
        return labels.sorted { $0.key < $1.key }.map { (name: $0.key, text: $0.value) }
    }

    static func alertName(_ alert: AlertReport.Alert) -> String {
        switch alert.metric {
        case "delivered": "PushDeliveryDrop"
        case "opened": "PushOpenDrop"
        case "sends": "PushSendsDrop"
        case "freshness": "PushPipelineStale"
        default: "PushRule"
        }
    }

    /// A label without text is none to both.
    private static func text(_ text: String) -> String { text.isEmpty ? "(empty)" : text }

    /// Letters, digits and underscores of ASCII, none of the digits first, nor two underscores,
    /// which mark labels of Prometheus's own.
    private static func name(_ name: String) -> String {
        let kept = name.unicodeScalars.map { scalar -> Character in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_": Character(scalar)
            default: "_"
            }
        }
        let text = String(kept)
        return text.first?.isLetter == true ? text : "slice_" + text
    }
}
