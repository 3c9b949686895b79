/// Explains an alert with counts: the parts in which events are missing, and the causes that do not
/// apply.
struct AlertExplanation {
    /// Parts with less than this share of the missing events are left out.
    static let leastShare = 0.05
    /// A part with this share of the missing events, and with this much more than its share of the
    /// expected ones, explains the alert.
    private static let explains = (share: 0.5, beyondSize: 0.15)
    /// A rejection rate this much above the usual one is a cause.
    private static let moreRejections = (factor: 2.0, points: 0.05)

    let history: AlertHistory
    let clock: AlertClock
    /// Of rates.
    let outlooks: [AlertRule: AlertOutlook]

    /// A drop that is over has the numbers of its worst hour, and no explanation.
    func explain(_ found: AlertFinding) -> AlertReport.Alert {
        let finding = found.isFiring ? found : found.atWorst
        let hours = window(finding)
        let sends = history.sends.sent(in: finding.leaves)
        let sent = sends[hours].reduce(0, +)
        let isRate = finding.rule != .sends
        let score = finding.episode.latest.score
        let parts = found.isFiring ? parts(finding, hours) : []
        let contributors = parts.filter { $0.shareOfMissing >= AlertExplanation.leastShare }
        let rejections = rejections(finding, hours)
        let isCause = rejections.map(isCause) ?? false
        var alert = finding.alert(
            clock.hours,
            mainPart: main(contributors, expected: score.expected),
            rejections: isCause ? rejections : nil)
        if isRate { alert.sent = Int64(sent) }
        guard found.isFiring else {
            alert.updatedAt = alert.endsAt ?? alert.updatedAt
            return alert
        }
        alert.contributors = contributors
        alert.lostParts = Dictionary(grouping: parts) { $0.slice[0].name }
            .sorted { $0.key < $1.key }
            .compactMap { AlertReport.LostParts($0.key, $0.value, drop: score.drop) }
        alert.deliveredRatio = deliveredRatio(finding, hours)
        alert.excluded = [
            clock.newestEvent.map { .lateData(milliseconds: clock.now - $0) },
            isRate ? .fewerSends(sent: sent, usual: usual(sends, hours)) : nil,
            isRate ? audienceMix(finding, sends, hours) : nil,
            isCause || history.surroundings.unnamedRefusals > 0
                ? nil : rejections.map { .rejections($0) },
        ].compactMap(\.self)
        return alert
    }

    /// Indices of the hours of the latest alarm.
    private func window(_ finding: AlertFinding) -> Range<Int> {
        let latest = finding.episode.latest
        let end = Int(latest.hour + 1 - history.hours.lowerBound)
        return max(0, end - latest.score.window)..<end
    }

    // MARK: Where

    /// By each dimension that the slice leaves open, the largest share of the missing events first.
    private func parts(
        _ finding: AlertFinding, _ hours: Range<Int>
    ) -> [AlertReport.Contributor] {
        guard let outlook = outlooks[finding.rule] else { return [] }
        let whole = outlook.sum(finding.leaves, hours)
        let score = finding.episode.latest.score
        guard whole.expected > 0, score.missing > 0 else { return [] }
        // The alert's expectation includes the correction by the rest of the campaigns.
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
                                name: finding.names[dimension], text: value)
                        ],
                        observed: part.observed, expected: part.expected * scale,
                        shareOfMissing: (part.expected * scale - part.observed) / score.missing))
            }
        }
        return parts.ordered
    }

    /// Observed over expected deliveries of the sends whose opens are missing.
    private func deliveredRatio(_ finding: AlertFinding, _ hours: Range<Int>) -> Double? {
        guard finding.rule == .opened, let delivered = outlooks[.delivered] else { return nil }
        let arrived = delivered.sum(finding.leaves, hours)
        return arrived.expected > 0 ? arrived.observed / arrived.expected : nil
    }

    // MARK: Excluded causes

    /// The mean of the same hours of up to four weeks before.
    private func usual(_ counts: [Double], _ hours: Range<Int>) -> Double {
        let weeks = (1...4).filter { hours.lowerBound - $0 * 168 >= 0 }
        guard !weeks.isEmpty else { return 0 }
        return weeks.reduce(0) { sum, week in
            sum + counts[hours.lowerBound - week * 168..<hours.upperBound - week * 168].reduce(0, +)
        } / Double(weeks.count)
    }

    /// The change of the rate that the mix of platforms, campaigns and images alone would cause.
    private func audienceMix(
        _ finding: AlertFinding, _ sent: [Double], _ hours: Range<Int>
    ) -> AlertReport.ExcludedCause? {
        guard let outlook = outlooks[finding.rule] else { return nil }
        // A day of sends, because events arrive later than their sends.
        let day = max(0, hours.upperBound - 24)..<hours.upperBound
        let now = outlook.sum(finding.leaves, day).expected
        let then = outlook.sum(finding.leaves, outlook.training).expected
        let sends = (sent[day].reduce(0, +), sent[outlook.training].reduce(0, +))
        guard now > 0, then > 0, sends.0 > 0, sends.1 > 0 else { return nil }
        return .audienceMix(change: now / sends.0 / (then / sends.1) - 1)
    }

    private func rejections(
        _ finding: AlertFinding, _ hours: Range<Int>
    ) -> AlertReport.Rejections? {
        let answers = history.sends.answers(
            in: finding.leaves, ofOnePlatform: finding.slice.values.first != .some(nil))
        func share(_ span: Range<Int>) -> Double? {
            let refused = answers.refused[span].reduce(0, +)
            let attempts = refused + answers.accepted[span].reduce(0, +)
            return attempts > 0 ? refused / attempts : nil
        }
        let before = max(0, hours.lowerBound - 28 * 24)..<hours.lowerBound
        return share(hours).map { .init(share: $0, usual: share(before) ?? 0) }
    }

    private func isCause(_ rejections: AlertReport.Rejections) -> Bool {
        let limits = AlertExplanation.moreRejections
        return rejections.share > rejections.usual * limits.factor
            && rejections.share > rejections.usual + limits.points
    }

    /// The part that lacks far more events than its size explains.
    private func main(
        _ contributors: [AlertReport.Contributor], expected: Double
    ) -> AlertReport.Contributor? {
        contributors.first { part in
            part.shareOfMissing >= AlertExplanation.explains.share
                && part.shareOfMissing - part.expected / expected
                    >= AlertExplanation.explains.beyondSize
        }
    }
}
