internal import Delivery

/// Rises of the share of sends that FCM refuses, each class by itself.
struct RefusalAlerts {
    /// With this share of the missing sends, refusals explain that fewer sends were accepted.
    private static let explains = 0.5

    let counts: RefusalHours
    private(set) var findings: [AlertFinding] = []
    /// The last judged hour.
    private(set) var last: HourEvaluation?
    private(set) var hours = HourCounts()

    /// Judges hours one by one.
    init(
        _ counts: RefusalHours, judged: Range<Int64>, parameters: AlertParameters,
        hourOfWeek: (Int64) -> Int
    ) {
        self.counts = counts
        let judged = judged.clamped(to: counts.hours)
        guard !judged.isEmpty else { return }
        let kinds = counts.hours.map { HourOfWeek.kind(hourOfWeek($0)) }
        hours.judged = judged.count
        // Every class judges the same hours and slices.
        for (place, kind) in RefusalClass.allCases.enumerated()
        where place == 0 || counts.refused(kind) != nil {
            var detector = RefusalDetector(
                kind, counts, kinds: kinds, parameters: parameters)
            for hour in judged {
                let evaluation = detector.close(hour)
                guard place == 0 else { continue }
                last = evaluation
                hours.add(evaluation)
            }
            findings += detector.episodes.incidents().map {
                AlertFinding(
                    rule: .failed, slice: $0.slice, names: counts.dimensions, episode: $0,
                    leaves: $0.leaves, refusals: kind)
            }
        }
    }

    /// Whether fewer accepted sends are a consequence of refused ones.
    func explains(_ sends: AlertFinding) -> Bool {
        findings.contains {
            sends.episode.isExplained(by: $0.episode)
                && $0.episode.worst.score.drop
                    >= sends.episode.worst.score.drop * RefusalAlerts.explains
        }
    }

    /// The series of the findings, without repeats; `most` of them.
    func drawn(
        _ span: Range<Int64>, most: Int, parameters: AlertParameters, hourOfWeek: (Int64) -> Int
    ) -> [AlertSeries] {
        var drawn: [AlertSeries] = []
        for finding in findings.sorted(by: { $0.episode.firedAt < $1.episode.firedAt })
        where drawn.count < most && !drawn.contains(where: { $0.slice == finding.dimensions }) {
            let same = findings.filter { $0.dimensions == finding.dimensions }
            drawn.append(
                AlertSeries(
                    metric: AlertRule.failed.rawValue, slice: finding.dimensions,
                    hours: counts.course(
                        of: finding.refusals ?? .other, in: finding.leaves, span: span,
                        parameters: parameters,
                        excluded: same.map {
                            LeafSpan.incident(
                                of: $0.leaves, $0.episode.start, $0.episode.end,
                                from: counts.hours.lowerBound)
                        }, hourOfWeek: hourOfWeek),
                    episodes: same.map {
                        AlertSeries.Episode(
                            start: $0.episode.start, end: $0.isFiring ? nil : $0.episode.end)
                    }))
        }
        return drawn
    }

    // MARK: The alert

    /// The alert with its codes, its counts since its start, and the parts that it is in.
    func alert(_ found: AlertFinding, _ hours: HourClock) -> AlertReport.Alert {
        let finding = found.isFiring ? found : found.atWorst
        let kind = finding.refusals ?? .other
        let span = span(finding)
        let since = counts.sum(of: kind, in: finding.leaves, span)
        var alert = finding.alert(hours)
        let score = finding.episode.latest.score
        let first = counts.hours.lowerBound
        let end = Int(finding.episode.latest.hour + 1 - first)
        let window = max(0, end - score.window)..<end
        let sent = counts.sum(of: kind, in: finding.leaves, window).attempts
        alert.sent = Int64(sent)
        alert.facts = .refusals(
            AlertReport.Refusals(
                kind: kind, codes: counts.codes(of: kind, in: finding.leaves, span).map(\.code),
                refused: Int64(since.refused), attempted: Int64(since.attempts),
                usual: sent > 0 ? (sent - score.expected) / sent : 0,
                start: first + Int64(span.lowerBound), end: first + Int64(span.upperBound)))
        if kind == .token { alert.severity = "warning" }
        if found.isFiring {
            alert.contributors = contributors(finding, kind, window)
        } else {
            alert.updatedAt = alert.endsAt ?? alert.updatedAt
        }
        return alert
    }

    /// Indices of the hours of an episode.
    private func span(_ finding: AlertFinding) -> Range<Int> {
        let first = counts.hours.lowerBound
        let end = finding.isFiring ? finding.episode.latest.hour + 1 : finding.episode.end
        return Int(finding.episode.start - first)..<Int(end - first)
    }

    private func contributors(
        _ finding: AlertFinding, _ kind: RefusalClass, _ window: Range<Int>
    ) -> [AlertReport.Contributor] {
        let whole = counts.sum(of: kind, in: finding.leaves, window)
        let usual = 1 - finding.episode.latest.score.missing / max(1, whole.refused)
        var parts: [AlertReport.Contributor] = []
        for (dimension, name) in counts.dimensions.enumerated()
        where finding.slice.values[dimension] == nil {
            let byValue = Dictionary(grouping: finding.leaves) { counts.leaves[$0][dimension] }
            guard byValue.count > 1 else { continue }
            for (value, leaves) in byValue {
                let part = counts.sum(of: kind, in: leaves, window)
                parts.append(
                    AlertReport.Contributor(
                        slice: [AlertReport.Dimension(name: name, text: value)],
                        observed: part.attempts - part.refused,
                        expected: part.attempts - part.refused * max(0, usual),
                        shareOfMissing: part.refused / max(1, whole.refused)))
            }
        }
        return parts.filter { $0.shareOfMissing >= AlertExplanation.leastShare }.ordered
    }
}
