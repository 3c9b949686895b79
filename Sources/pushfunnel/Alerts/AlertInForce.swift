import Alerts
import Delivery

extension AlertRun {
    /// The values that a rule goes by, from flags, files and defaults.
    func inForce(_ name: String) -> String {
        let rows = AlertRule(rawValue: name).map(ruleRows) ?? check(name)
        let width = rows.map(\.name.count).max() ?? 0
        let lines = rows.map { row in
            "  \(row.name)\(String(repeating: " ", count: width + 2 - row.name.count))\(row.text)\n"
        }
        return "\nin force for \(name)\n" + lines.joined()
    }

    private typealias Row = (name: String, text: String)

    private func ruleRows(_ rule: AlertRule) -> [Row] {
        let isOn: Row = ("on", settings.isOn(rule) ? "true" : "false")
        let common: [Row] = [
            ("repeat", hours(settings.repeatHours)), ("lag", hours(settings.lagHours)),
            ("time zone", zone),
        ]
        guard rule != .freshness, let own = settings.rules[rule] else { return [isOn] + common }
        let ignored = settings.ignored.map(AlertSliceText.name)
        let series = settings.series.map(AlertSettings.seriesName)
        return [
            isOn,
            ("budget", "\(number(settings.budget)) a month: false alarms of all series together"),
            ("min_drop", "\(number(own.minDrop * 100)) %"),
            ("min_missing", "\(number(own.minMissing)) events"),
            ("min_volume", "\(number(own.minVolume)) expected events in 24 h"),
            ("windows", settings.windows.map(String.init).joined(separator: ", ") + " h"),
            ("series", series.joined(separator: "; ")),
            ("ignore", ignored.isEmpty ? "nothing" : ignored.joined(separator: "; ")),
            ("history_days", String(settings.historyDays)),
        ] + common
    }

    private func check(_ name: String) -> [Row] {
        settings.checks.filter { $0.name == name }.flatMap { check in
            [
                ("query", check.query),
                ("severity", check.isCritical ? "critical" : "warning"),
                ("repeat", hours(settings.repeatHours)),
            ] + check.parameters.sorted { $0.key < $1.key }.map { ("parameter", "\($0)=\($1)") }
        }
    }

    private func hours(_ number: Double) -> String { "\(self.number(number)) h" }

    private func number(_ number: Double) -> String {
        let hundredths = (number * 100).rounded() / 100
        return hundredths == hundredths.rounded() ? String(Int64(hundredths)) : "\(hundredths)"
    }
}
