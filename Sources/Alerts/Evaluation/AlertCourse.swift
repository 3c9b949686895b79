internal import Delivery

/// The expected and observed events of some slices in each hour: each day with what was learned
/// before it, as alerts judge it.
struct AlertCourse {
    /// By slice.
    private(set) var hours: [[AlertSeries.Hour]]

    /// - Parameters:
    ///   - slices: the leaves of each slice.
    ///   - span: the hours; hours with too little history before them are left out.
    ///   - excluded: hours that are not learned from.
    ///   - hasData: whether any event arrived in an hour.
    init(
        _ model: some ExpectationModel, slices: [[Int]], span: Range<Int64>,
        excluded: [LeafSpan], hasData: (Int64) -> Bool
    ) {
        hours = Array(repeating: [], count: slices.count)
        let span = span.clamped(to: model.hours)
        guard !slices.isEmpty, !span.isEmpty else { return }
        let first = floorDay(span.lowerBound * 3_600_000) * 24
        for start in stride(from: first, to: span.upperBound, by: 24) {
            let day = Int(start - model.hours.lowerBound)
            guard let baseline = Baseline(model, day: day, excluded: excluded) else { continue }
            let data = LeafHours(
                baseline.expectation, arrivals: model.arrivals, total: model.hours.count,
                span: day..<day + 24)
            for (place, leaves) in slices.enumerated() {
                let sums = WindowSums(data, leaves: leaves, grouping: model.grouping)
                let noise = baseline.scoreNoise(of: leaves)
                for index in 0..<data.hours.count where span.contains(start + Int64(index)) {
                    let score = sums.score(end: index + 1, window: 0, noise: noise)
                    hours[place].append(
                        AlertSeries.Hour(
                            score, hour: start + Int64(index),
                            hasData: hasData(start + Int64(index))))
                }
            }
        }
    }
}

extension AlertSeries.Hour {
    fileprivate init(_ score: SegmentScore, hour: Int64, hasData: Bool) {
        // Without sends there is no distribution.
        let isExpected = score.expected > 1e-9
        let likely = isExpected ? score.likelyRange : 0...0
        self.init(
            hour: hour, observed: hasData ? score.observed : nil,
            expected: isExpected ? score.expected : 0, likelyLow: likely.lowerBound,
            likelyHigh: likely.upperBound)
    }
}

extension AlertFinding {
    /// The hours that are not learned from, as in `DropReplay`.
    func span(from first: Int64) -> LeafSpan {
        let start = Int(episode.start - first)
        let end = min(Int(episode.end - first), start + DropReplay.longestExclusion)
        return LeafSpan(leaves: leaves, hours: start..<max(start, end))
    }
}
