internal import Alerts
internal import Delivery

/// An evaluation for people: what is the case in a line, and a block for each alert.
struct AlertText {
    private static let mostContributors = 5

    var style: TextStyle

    func text(of report: AlertReport) -> String {
        ([head(report)] + report.ordered.map(block)).joined(separator: "\n")
    }

    // MARK: The first lines

    private func head(_ report: AlertReport) -> String {
        var lines = [style.bold(verdict(report))]
        if let until = report.evaluatedUntil {
            lines.append("judged to \(AlertWords.moment(until)); \(segments(report))")
        }
        if report.state == .noData || report.freshness.state != "ok" {
            lines.append(freshness(report.freshness))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func verdict(_ report: AlertReport) -> String {
        // Whoever is told of them.
        let firing = report.alerts.count { [.firing, .reopened, .silenced].contains($0.state) }
        switch report.state {
        case .firing: return firing == 1 ? "1 alert fires" : "\(firing) alerts fire"
        case .ok: return "Nothing fires"
        case .noData: return "Cannot tell: data is missing"
        case .notEnoughHistory:
            return "Cannot tell yet: there is too little history to compare with"
        case .lowVolume: return "Nothing can fire: too few events are expected"
        }
    }

    private func segments(_ report: AlertReport) -> String {
        let unjudged = [
            (report.segmentsLowVolume, "with too few events"),
            (report.segmentsNotEnoughHistory, "with too little history"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let tested =
            report.segmentsTested == 1 ? "1 segment" : "\(report.segmentsTested) segments"
        return ([tested + " of \(report.historyDays) days"] + unjudged).joined(separator: ", ")
    }

    private func freshness(_ freshness: AlertReport.Freshness) -> String {
        let event = freshness.newestEvent.map(AlertWords.moment) ?? "never"
        let send = freshness.newestSend.map(AlertWords.moment) ?? "never"
        let missing = freshness.expectedSinceNewest.map {
            "; \(AlertWords.count($0)) events should have come since"
        }
        return "newest event \(event), newest send \(send)\(missing ?? "")"
    }

    // MARK: An alert

    private func block(_ alert: AlertReport.Alert) -> String {
        let slice = AlertWords.slice(alert.slice)
        let name = "\(SafeText.visible(alert.metric)), \(slice)"
        let state = "\(alert.state.rawValue) \(SafeText.visible(alert.severity))"
        var lines = [marked(state, alert) + "  " + style.bold(name)]
        lines.append("  " + SafeText.visible(alert.summary))
        lines += rows(alert).map { style.dim(pad("  " + $0.name)) + $0.text }
        return lines.map { $0 + "\n" }.joined()
    }

    private typealias Row = (name: String, text: String)

    private func rows(_ alert: AlertReport.Alert) -> [Row] {
        var rows: [Row] = [("observed", observed(alert)), ("missing", missing(alert))]
        rows.append((alert.state == .resolved ? "was" : "since", times(alert)))
        if let ratio = alert.restRatio {
            let rest = ChartNumber.percent(ratio)
            rows.append(("elsewhere", "\(rest) of what was expected, in the same campaigns"))
        }
        rows += contributors(alert)
        if !alert.ruledOut.isEmpty {
            let causes = alert.ruledOut.sorted().map(SafeText.visible)
            rows.append(("ruled out", causes.joined(separator: "; ")))
        }
        rows.append(("look", SafeText.visible(alert.command)))
        return rows
    }

    private func observed(_ alert: AlertReport.Alert) -> String {
        let window = AlertWords.window(alert).map { " in \($0)" } ?? ""
        let sent = alert.sent.map { " of \(CellText.grouped($0)) sends" } ?? ""
        return "\(AlertWords.count(alert.observed))\(window)\(sent), expected "
            + "\(AlertWords.count(alert.expected)) (likely \(AlertWords.likely(alert)))"
    }

    private func missing(_ alert: AlertReport.Alert) -> String {
        let share = "\(AlertWords.count(alert.missing)), \(ChartNumber.percent(alert.drop))"
        let score = ChartNumber.decimal(alert.score, places: 1)
        let threshold = ChartNumber.decimal(alert.threshold, places: 1)
        return "\(share); score \(score), an alarm from \(threshold) on"
    }

    private func times(_ alert: AlertReport.Alert) -> String {
        let start = AlertWords.moment(alert.startsAt)
        if alert.state == .resolved, let end = alert.endsAt {
            return "\(start) to \(AlertWords.moment(end))"
        }
        let hours = alert.hoursInARow
        let row = hours > 0 ? "; \(hours) hour\(hours == 1 ? "" : "s") in a row" : ""
        return start + row
    }

    private func contributors(_ alert: AlertReport.Alert) -> [Row] {
        let all = alert.orderedContributors
        let shown = all.prefix(AlertText.mostContributors).enumerated().map { index, part -> Row in
            let share = ChartNumber.percent(part.shareOfMissing)
            let counts = "\(AlertWords.count(part.observed)) of \(AlertWords.count(part.expected))"
            return (
                index == 0 ? "where" : "", "\(share) \(AlertWords.slice(part.slice)): \(counts)"
            )
        }
        let more = all.count - shown.count
        return shown + (more > 0 ? [("", "and \(more) more")] : [])
    }

    // MARK: Looks

    private func pad(_ name: String) -> String {
        name + String(repeating: " ", count: max(0, 13 - name.count))
    }

    private func marked(_ state: String, _ alert: AlertReport.Alert) -> String {
        guard style.hasColor else { return state.uppercased() }
        let color =
            switch (alert.state, alert.severity) {
            case (.firing, "critical"): "1;31"
            case (.firing, _): "1;33"
            case (.resolved, _): "32"
            default: "2"
            }
        return "\u{1b}[\(color)m\(state.uppercased())\u{1b}[0m"
    }
}
