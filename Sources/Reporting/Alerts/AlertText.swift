internal import Alerts

/// An evaluation for people: the state in one line, and a block for each alert.
struct AlertText {
    private static let mostContributors = 5

    var style: TextStyle
    var commands = AlertCommands()
    /// Without blocks of other alerts. The first line counts all that fire.
    var showsOnlyNews = false

    func text(of report: AlertReport) -> String {
        let smallest = AlertSensitivity.mainText(report.series, style)
        let heads = report.projects.isEmpty ? [report] : report.projects.filter(isShown)
        let blocks = report.ordered.filter(isShown).map(block)
        let parts = [heads.map(head).joined()] + blocks + [smallest]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func isShown(_ project: AlertReport) -> Bool {
        !showsOnlyNews || project.alerts.contains(where: isShown)
    }

    private func isShown(_ alert: AlertReport.Alert) -> Bool { !showsOnlyNews || alert.isNews }

    // MARK: The first lines

    private func head(_ report: AlertReport) -> String {
        let project = report.project.map { "project \(SafeText.visible($0)): " } ?? ""
        var lines = [style.bold(project + verdict(report))]
        if let until = report.evaluatedUntil {
            lines.append("judged up to \(NumberWords.moment(until)): \(segments(report))")
        }
        if hasRecords(report), report.state == .noData || report.freshness.state != "ok" {
            lines.append(freshness(report.freshness))
        }
        if report.unnamedRefusals > 0 {
            lines.append(
                NumberWords.count(Int(report.unnamedRefusals), "refused send")
                    + " in this history without a project: not judged")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    func verdict(_ report: AlertReport) -> String {
        switch report.state {
        case .firing: firing(report.alerts)
        case .ok: "No alert firing"
        case .noData where !hasRecords(report): "Cannot judge: no records are stored yet"
        case .noData: "Cannot judge: records are missing"
        case .notEnoughHistory: "Cannot judge yet: alerts need 14 days of history"
        case .lowVolume: "Cannot judge: too few events are expected"
        }
    }

    /// `2 alerts firing, 1 silenced`
    private func firing(_ alerts: [AlertReport.Alert]) -> String {
        let firing = alerts.count { [.firing, .reopened].contains($0.state) }
        let silenced = alerts.count { $0.state == .silenced }
        return (firing > 0 ? NumberWords.count(firing, "alert") : "No alert") + " firing"
            + (silenced > 0 ? ", \(silenced) silenced" : "")
    }

    private func hasRecords(_ report: AlertReport) -> Bool {
        report.freshness.newestEvent != nil || report.freshness.newestSend != nil
    }

    private func segments(_ report: AlertReport) -> String {
        let unjudged = [
            (report.segmentsLowVolume, "with too few events"),
            (report.segmentsNotEnoughHistory, "with too little history"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let tested = report.segmentsTested == 1 ? "1 series" : "\(report.segmentsTested) series"
        let isYoung = report.state == .notEnoughHistory
        let days = NumberWords.count(report.historyDays, "day")
        let history = isYoung ? "" : ", up to \(days) of history"
        return ([tested + history] + unjudged).joined(separator: "; ")
    }

    private func freshness(_ freshness: AlertReport.Freshness) -> String {
        let event = freshness.newestEvent.map(NumberWords.moment) ?? "none"
        let send = freshness.newestSend.map(NumberWords.moment) ?? "none"
        let missing = freshness.expectedSinceNewest.map {
            "; \(NumberWords.count($0)) events expected since"
        }
        return "newest event \(event), newest send \(send)\(missing ?? "")"
    }

    // MARK: An alert

    private func block(_ alert: AlertReport.Alert) -> String {
        let slice = AlertWords.slice(alert.slice)
        let besides = SafeText.visible(AlertSentence.besides(alert))
        let name = "\(SafeText.visible(alert.rule)), \(slice)\(besides)"
        let state = "\(alert.state.rawValue) \(SafeText.visible(alert.severity))"
        var lines = [marked(state, alert) + "  " + style.bold(name)]
        lines.append("  " + SafeText.visible(AlertSentence.summary(alert)))
        lines += rows(alert).map { style.dim("  \($0.name)".padded(to: 16)) + $0.text }
        return lines.map { $0 + "\n" }.joined()
    }

    private typealias Row = (name: String, text: String)

    private func rows(_ alert: AlertReport.Alert) -> [Row] {
        var rows: [Row] = []
        if alert.hasFigures {
            rows = [("observed", observed(alert)), ("missing", missing(alert))]
        }
        rows.append((alert.state == .resolved ? "was" : "since", times(alert)))
        if let ratio = alert.restRatio {
            let rest = NumberWords.percent(ratio)
            rows.append(("elsewhere", "\(rest) of the expected events, in the same campaigns"))
        }
        if let ratio = alert.deliveredRatio {
            rows.append(("deliveries", "\(NumberWords.percent(ratio)) of expected"))
        }
        rows += AlertPlaces.words(alert, most: AlertText.mostContributors).enumerated()
            .map { ($0 == 0 ? "where" : "", $1) }
        if alert.partOf != nil { rows.append(("part of", "an incident that began before it")) }
        let causes = AlertSentence.excluded(alert)
        rows += alert.notes.map { ("noted", SafeText.visible($0)) }
        if !causes.isEmpty { rows.append(("not caused by", causes.joined(separator: "; "))) }
        rows += alert.links.map { ("link", $0) }
        rows.append(("run", SafeText.visible(commands.counts(of: alert))))
        rows += [commands.acceptance(of: alert)].compactMap(\.self).map { ("if planned", $0) }
        return rows
    }

    private func observed(_ alert: AlertReport.Alert) -> String {
        let sent = alert.sent.map { " from \(NumberWords.grouped($0)) sends" } ?? ""
        return "\(AlertSentence.observed(alert))\(sent), \(AlertSentence.expected(alert))"
    }

    private func missing(_ alert: AlertReport.Alert) -> String {
        let counts = AlertSentence.sinceStart(alert)
        let share =
            "\(NumberWords.count(counts.missing)) in \(NumberWords.count(counts.hours, "hour")), "
            + NumberWords.percent(counts.drop)
        // What to look at is a file, not a score.
        guard alert.lastFile == nil else { return share }
        let score = NumberWords.decimal(alert.score, places: 1)
        let threshold = NumberWords.decimal(alert.threshold, places: 1)
        return "\(share); score \(score), threshold \(threshold)"
    }

    private func times(_ alert: AlertReport.Alert) -> String {
        let start = NumberWords.moment(alert.startsAt)
        if alert.state == .resolved, let end = alert.endsAt {
            return "\(start) to \(NumberWords.moment(end))"
        }
        let hours = alert.hoursInARow
        return start + (hours > 0 ? "; \(NumberWords.count(hours, "hour")) in a row" : "")
    }

    // MARK: Looks

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
