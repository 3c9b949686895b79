import Delivery

/// How a report of alerts is written.
enum AlertFormat: Sendable {
    case text
}

/// The one place where reports of alerts become texts and payloads.
enum AlertFormats {
    static func text(_ report: AlertReport, _ format: AlertFormat) -> String {
        switch format {
        case .text: report.alerts.map { AlertText.lines($0) }.joined() + AlertText.state(report)
        }
    }
}

/// Alerts for people.
enum AlertText {
    /// What was found of one alert, its sentence first.
    static func lines(_ alert: AlertReport.Alert) -> String {
        var lines = ["\(alert.state.rawValue.uppercased()) \(alert.severity): \(alert.summary)"]
        lines.append("    since \(AlertTime.text(alert.startsAt)), rule \(alert.rule)")
        if !alert.contributors.isEmpty {
            let parts = alert.contributors.prefix(6).map {
                "\(name($0.slice)) \(Int(($0.shareOfMissing * 100).rounded())) %"
            }
            lines.append("    missing: " + parts.joined(separator: ", "))
        }
        lines += alert.ruledOut.map { "    not the cause: \($0)" }
        lines.append("    more: \(alert.command)")
        return lines.joined(separator: "\n") + "\n"
    }

    static func state(_ report: AlertReport) -> String {
        let until = report.evaluatedUntil.map { ", judged up to \(AlertTime.text($0))" } ?? ""
        let firing = report.alerts.count { $0.state == .firing }
        switch report.state {
        case .ok: return "ok: \(report.segmentsTested) series\(until)\n"
        case .firing: return "firing: \(firing) of \(report.segmentsTested) series\(until)\n"
        case .noData: return "no_data\(until)\n"
        case .lowVolume: return "low_volume: nothing expects 14 events in a day\(until)\n"
        case .notEnoughHistory:
            return "not_enough_history: \(AlertParameters.fewestDays) days come first\n"
        }
    }

    static func name(_ slice: [AlertReport.Dimension]) -> String {
        if slice.isEmpty { return "all" }
        return slice.map { "\($0.name) \($0.text)" }.joined(separator: ", ")
    }
}
