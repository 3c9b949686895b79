extension AlertBacktest {
    /// The largest number of slices with alarms, for each rule.
    static let mostAlarmed = 12
    /// The number of largest slices, with or without alarms.
    private static let largest = 3

    /// By rule: the slices with alarms in the order of their first alarm, then the largest.
    static func drawn(
        _ judgement: AlertJudgement, hours: Range<Int64>
    ) -> [AlertSeries] {
        let rates = judgement.rates.flatMap { drawn($0, judgement, hours) }
        guard let sends = judgement.sends else { return rates }
        let dimensions = judgement.history.sends.dimensions
        let alarmed = slices(of: sends.findings, and: [Slice.whole(dimensions)])
        let span = hours.clamped(to: .min..<(sends.end ?? hours.lowerBound))
        return rates
            + sends.watched.filter { alarmed.contains($0.slice) }.map { slice, model in
                series(
                    .sends, slice.dimensions(dimensions),
                    model.course(of: [[0]], span: span)[0],
                    sends.findings.filter { $0.slice == slice })
            }
    }

    private static func drawn(
        _ rate: RateAlerts, _ judgement: AlertJudgement, _ hours: Range<Int64>
    ) -> [AlertSeries] {
        let model = rate.model
        let slices = slices(of: rate.findings, and: largest(model, hours))
        let first = model.hours.lowerBound
        let all = Array(model.leaves.indices)
        let silent = judgement.silentHours.map { hour in
            LeafSpan(leaves: all, hours: Int(hour - first)..<Int(hour - first) + 1)
        }
        let incidents = rate.findings.map {
            LeafSpan.incident(of: $0.leaves, $0.episode.start, $0.episode.end, from: first)
        }
        let course = model.course(
            of: slices.map { $0.places(in: model.leaves) },
            span: hours.clamped(to: .min..<max(hours.lowerBound, judgement.freshness.rateEnd)),
            excluded: incidents + silent, hasData: { !judgement.silentHours.contains($0) })
        return zip(slices, course).map { slice, hours in
            series(
                rate.rule, slice.dimensions(model.cohorts.dimensions), hours,
                rate.findings.filter { $0.slice == slice })
        }
    }

    private static func slices(of findings: [AlertFinding], and others: [Slice]) -> [Slice] {
        var alarmed: [Slice] = []
        for finding in findings.sorted(by: { $0.episode.firedAt < $1.episode.firedAt })
        where !alarmed.contains(finding.slice) {
            alarmed.append(finding.slice)
        }
        alarmed = Array(alarmed.prefix(mostAlarmed))
        return alarmed + others.filter { !alarmed.contains($0) }
    }

    /// By the number of events.
    private static func largest(_ model: RateModel, _ hours: Range<Int64>) -> [Slice] {
        let span = hours.clamped(to: model.hours)
        let first = model.hours.lowerBound
        let sizes = model.segments.map { segment in
            segment.leaves.reduce(0.0) { sum, leaf in
                let start = leaf * model.hours.count
                let from = start + Int(span.lowerBound - first)
                return sum + model.arrivals[from..<from + span.count].reduce(0, +)
            }
        }
        return sizes.indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) }.prefix(largest)
            .map { model.segments[$0].slice }
    }

    private static func series(
        _ rule: AlertRule, _ slice: [AlertReport.Dimension], _ hours: [AlertSeries.Hour],
        _ findings: [AlertFinding]
    ) -> AlertSeries {
        AlertSeries(
            metric: rule.rawValue, slice: slice, hours: hours,
            episodes: findings.map {
                AlertSeries.Episode(
                    start: $0.episode.start, end: $0.isFiring ? nil : $0.episode.end)
            })
    }
}
