internal import Delivery

/// Why an alert fires, in numbers: where events are missing, and what it is not.
struct AlertExplanation {
    /// Parts that lack less than this share of the missing are not told.
    private static let leastShare = 0.05
    /// A part that lacks so much of all, and so much more than its size, explains the alert.
    private static let explains = (share: 0.5, beyondSize: 0.15)
    /// FCM refused so many more of the attempts than usual: no chance, and worth telling.
    private static let moreFailures = (factor: 2.0, points: 0.05)

    let history: AlertHistory
    let clock: AlertClock
    let delivered: AlertOutlook?
    let opened: AlertOutlook?

    func explain(_ finding: AlertFinding) -> AlertReport.Alert {
        var alert = finding.alert()
        let hours = window(finding)
        let sent = history.sends.sent(in: finding.slice)
        let isRate = finding.rule != .sends
        if isRate { alert.sent = Int64(sent[hours].reduce(0, +)) }
        alert.contributors = contributors(finding, hours)
        alert.ruledOut = [
            lateData(), isRate ? fewerSends(sent, hours) : nil,
            isRate ? audienceMix(finding, sent, hours) : nil,
        ].compactMap(\.self)
        let failures = failures(finding, hours)
        if let text = failures, !text.isCause { alert.ruledOut.append(text.text) }
        alert.summary = summary(alert, finding, failures.flatMap { $0.isCause ? $0.text : nil })
        alert.command = command(alert, finding)
        return alert
    }

    /// One that is over, as it was when it was worst.
    func lookBack(_ finding: AlertFinding) -> AlertReport.Alert {
        let worst = finding.atWorst
        var alert = worst.alert()
        let hours = window(worst)
        let sent = history.sends.sent(in: worst.slice)
        if worst.rule != .sends { alert.sent = Int64(sent[hours].reduce(0, +)) }
        alert.updatedAt = alert.endsAt ?? alert.updatedAt
        let span = AlertPhrases.duration((alert.endsAt ?? alert.updatedAt) - alert.startsAt)
        alert.summary =
            "over after \(span): \(counts(alert, worst, "were")) in \(alert.windowHours) h"
        if let failures = failures(worst, hours), failures.isCause {
            alert.summary += "; \(failures.text)"
        }
        alert.command = command(alert, worst)
        return alert
    }

    /// Indices of the hours of the latest alarm.
    private func window(_ finding: AlertFinding) -> Range<Int> {
        let latest = finding.episode.latest
        let end = Int(latest.hour + 1 - history.hours.lowerBound)
        return max(0, end - latest.score.window)..<end
    }

    private func outlook(_ rule: AlertRule) -> AlertOutlook? {
        switch rule {
        case .delivered: delivered
        case .opened: opened
        case .sends, .freshness: nil
        }
    }

    // MARK: Where

    private func contributors(
        _ finding: AlertFinding, _ hours: Range<Int>
    ) -> [AlertReport.Contributor] {
        guard let outlook = outlook(finding.rule) else { return [] }
        let whole = outlook.sum(finding.leaves, hours)
        let score = finding.episode.latest.score
        guard whole.expected > 0, score.missing > 0 else { return [] }
        // What the rest of the campaigns tells is in the alert's expectation; so it is here.
        let scale = score.expected / whole.expected
        var parts: [AlertReport.Contributor] = []
        for dimension in finding.slice.values.indices where finding.slice.values[dimension] == nil {
            let byValue = Dictionary(grouping: finding.leaves) {
                outlook.model.leaves[$0][dimension]
            }
            guard byValue.count > 1 else { continue }
            for (value, leaves) in byValue {
                let part = outlook.sum(leaves, hours)
                parts.append(
                    AlertReport.Contributor(
                        slice: [
                            AlertReport.Dimension(
                                name: AlertHistory.dimensions[dimension], text: value)
                        ],
                        observed: part.observed, expected: part.expected * scale,
                        shareOfMissing: (part.expected * scale - part.observed) / score.missing))
            }
        }
        parts += stages(finding, hours)
        return parts.filter { $0.shareOfMissing >= AlertExplanation.leastShare }
            .sorted {
                $0.shareOfMissing != $1.shareOfMissing
                    ? $0.shareOfMissing > $1.shareOfMissing
                    : AlertPhrases.name($0.slice) < AlertPhrases.name($1.slice)
            }
    }

    /// Of missing opens, those that were not even delivered.
    private func stages(
        _ finding: AlertFinding, _ hours: Range<Int>
    ) -> [AlertReport.Contributor] {
        guard finding.rule == .opened, let delivered else { return [] }
        let arrived = delivered.sum(finding.leaves, hours)
        let score = finding.episode.latest.score
        guard arrived.expected > 0, score.missing > 0 else { return [] }
        let ratio = min(1, arrived.observed / arrived.expected)
        let early = min(1, score.expected * (1 - ratio) / score.missing)
        let stage = { (name: String, share: Double) in
            AlertReport.Contributor(
                slice: [AlertReport.Dimension(name: "stage", text: name)],
                observed: name == "delivered" ? arrived.observed : score.observed,
                expected: name == "delivered" ? arrived.expected : score.expected,
                shareOfMissing: share)
        }
        return [stage("delivered", early), stage("opened", 1 - early)]
    }

    // MARK: What it is not

    private func lateData() -> String? {
        clock.newestEvent.map {
            "late data: client events are in up to \(AlertPhrases.duration(clock.now - $0)) ago"
        }
    }

    private func fewerSends(_ sent: [Double], _ hours: Range<Int>) -> String {
        let usual = usual(sent, hours)
        return
            "fewer sends: expected follows them; \(AlertPhrases.count(sent[hours].reduce(0, +))) "
            + "in these hours, \(AlertPhrases.count(usual)) in those of other weeks"
    }

    /// The mean of the same hours of up to four weeks before.
    private func usual(_ counts: [Double], _ hours: Range<Int>) -> Double {
        let weeks = (1...4).filter { hours.lowerBound - $0 * 168 >= 0 }
        guard !weeks.isEmpty else { return 0 }
        return weeks.reduce(0) { sum, week in
            sum + counts[hours.lowerBound - week * 168..<hours.upperBound - week * 168].reduce(0, +)
        } / Double(weeks.count)
    }

    /// What other platforms, campaigns and images in the mix change of the rate, all else equal.
    private func audienceMix(
        _ finding: AlertFinding, _ sent: [Double], _ hours: Range<Int>
    ) -> String? {
        guard let outlook = outlook(finding.rule) else { return nil }
        // A day of sends: their events come later than they.
        let day = max(0, hours.upperBound - 24)..<hours.upperBound
        let now = outlook.sum(finding.leaves, day).expected
        let then = outlook.sum(finding.leaves, outlook.training).expected
        let sends = (sent[day].reduce(0, +), sent[outlook.training].reduce(0, +))
        guard now > 0, then > 0, sends.0 > 0, sends.1 > 0 else { return nil }
        let change = now / sends.0 / (then / sends.1) - 1
        let text = AlertPhrases.percent(abs(change))
        return
            "audience mix: expected follows it; alone it would \(change < 0 ? "lower" : "raise") "
            + "the rate by \(text)"
    }

    private func failures(
        _ finding: AlertFinding, _ hours: Range<Int>
    ) -> (text: String, isCause: Bool)? {
        let answers = history.sends.answers(in: finding.slice)
        func share(_ span: Range<Int>) -> Double? {
            let refused = answers.refused[span].reduce(0, +)
            let attempts = refused + answers.accepted[span].reduce(0, +)
            return attempts > 0 ? refused / attempts : nil
        }
        guard let now = share(hours) else { return nil }
        let before = max(0, hours.lowerBound - 28 * 24)..<hours.lowerBound
        let usual = share(before) ?? 0
        let limits = AlertExplanation.moreFailures
        let isCause = now > usual * limits.factor && now > usual + limits.points
        let numbers =
            "FCM refused \(AlertPhrases.percent(now)) of attempts, "
            + "\(AlertPhrases.percent(usual)) usual"
        return (isCause ? numbers : "FCM errors: \(numbers)", isCause)
    }

    // MARK: Words

    private func summary(
        _ alert: AlertReport.Alert, _ finding: AlertFinding, _ failures: String?
    ) -> String {
        let hours = (alert.updatedAt - alert.startsAt) / 3_600_000
        var text = "\(counts(alert, finding, "are")) for \(hours) h"
        if let main = main(alert) {
            text +=
                "; \(AlertPhrases.name(main.slice)) explains "
                + AlertPhrases.percent(min(1, main.shareOfMissing))
        }
        if let failures { text += "; \(failures)" }
        return text
    }

    private func counts(
        _ alert: AlertReport.Alert, _ finding: AlertFinding, _ verb: String
    ) -> String {
        let likely =
            "\(AlertPhrases.count(alert.likelyLow)) to \(AlertPhrases.count(alert.likelyHigh))"
        return "\(AlertPhrases.metric(finding.rule))\(AlertPhrases.place(alert.slice)) \(verb) "
            + "\(AlertPhrases.count(alert.observed)) against "
            + "\(AlertPhrases.count(alert.expected)) expected (\(likely))"
    }

    /// The part that lacks far more than its size would have it lack.
    private func main(_ alert: AlertReport.Alert) -> AlertReport.Contributor? {
        alert.contributors.first { part in
            let size = part.expected / alert.expected
            return part.slice.first?.name != "stage"
                && part.shareOfMissing >= AlertExplanation.explains.share
                && part.shareOfMissing - size >= AlertExplanation.explains.beyondSize
        }
    }

    private func command(_ alert: AlertReport.Alert, _ finding: AlertFinding) -> String {
        let since = finding.episode.start - 6
        var text =
            "pushfunnel sql arrivals_by_hour --param since=\(Period.text(since))"
            + " --param until=\(Period.text(finding.episode.latest.hour + 1))"
        if finding.rule == .delivered { text += " --param stage=received" }
        for dimension in alert.slice {
            text += " --param \(AlertPhrases.quoted("\(dimension.name)=\(dimension.text)"))"
        }
        return text
    }
}
