internal import Alerts

extension AlertSettings {
    /// The settings of a rule, from flags, files and defaults, under the names of the file.
    func text(of name: String, timeZone: String) -> String {
        let rows =
            AlertRule(rawValue: name).map { self.rows(of: $0, timeZone) }
            ?? self.rows(ofCheck: name)
        let width = rows.map(\.name.count).max() ?? 0
        let lines = rows.map { "  \($0.name.padded(to: width + 2))\($0.text)\n" }
        return "\nsettings of rule \(name)\n" + lines.joined()
    }

    private typealias Row = (name: String, text: String)

    private func rows(of rule: AlertRule, _ timeZone: String) -> [Row] {
        let isOn: Row = ("on", self.isOn(rule) ? "true" : "false")
        let common: [Row] = [
            ("repeat", pauses), ("lag", hours(lagHours)), ("time zone", timeZone),
            ("mute", quiet.isEmpty ? "nothing" : "warnings " + quiet.joined(separator: "; ")),
        ]
        guard rule != .freshness, let own = rules[rule] else { return [isOn] + scope + common }
        let ignored = self.ignored.map { slice in
            slice.map { "\($0.name)=\($0.text)" }.joined(separator: ",")
        }
        return [isOn] + scope + [
            ("budget", "\(number(budget)) a month: false alarms of all series together"),
            ("min_drop", number(own.minDrop * 100) + "%"),
            ("min_missing", "\(number(own.minMissing)) events"),
            ("min_volume", "\(number(own.minVolume)) expected events in 24 hours"),
            ("windows", windows.map(String.init).joined(separator: ", ") + " hours"),
            ("series", series.map(AlertSettings.seriesName).joined(separator: "; ")),
            ("ignore", ignored.isEmpty ? "nothing" : ignored.joined(separator: "; ")),
            ("history_days", String(historyDays)),
            ("holidays", NumberWords.count(holidays.days.count, "day")),
        ] + common
    }

    private var scope: [Row] { project.map { [("project", $0)] } ?? [] }

    private func rows(ofCheck name: String) -> [Row] {
        checks.filter { $0.name == name }.flatMap { check in
            [
                ("query", check.query),
                ("severity", check.isCritical ? "critical" : "warning"),
                ("repeat", pauses),
            ] + check.parameters.sorted { $0.key < $1.key }.map { ("parameter", "\($0)=\($1)") }
        }
    }

    private var quiet: [String] {
        quietHours.map { "\(clock($0.from))-\(clock($0.until)) \($0.zone)" }
    }

    private func clock(_ minute: Int) -> String {
        [minute / 60, minute % 60].map { ($0 < 10 ? "0" : "") + String($0) }
            .joined(separator: ":")
    }

    private var pauses: String { repeatHours.map(hours).joined(separator: ", ") }

    private func hours(_ hours: Double) -> String { number(hours) + "h" }

    private func number(_ number: Double) -> String { NumberWords.short(number, places: 2) }
}
