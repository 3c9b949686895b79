internal import Delivery

extension ExpectationModel {
    /// The expected and observed events of some slices in each hour: each day with what was learned
    /// before it, as alerts judge it.
    ///
    /// - Parameters:
    ///   - slices: the leaves of each slice.
    ///   - span: the hours; hours with too little history before them are left out.
    ///   - excluded: hours that are not learned from.
    ///   - hasData: whether any event arrived in an hour.
    func course(
        of slices: [[Int]], span: Range<Int64>, excluded: [LeafSpan] = [],
        hasData: (Int64) -> Bool = { _ in true }
    ) -> [[AlertSeries.Hour]] {
        var course = slices.map { _ in [AlertSeries.Hour]() }
        let span = span.clamped(to: hours)
        guard !slices.isEmpty, !span.isEmpty else { return course }
        let first = floorDay(span.lowerBound * 3_600_000) * 24
        for start in stride(from: first, to: span.upperBound, by: 24) {
            let day = Int(start - hours.lowerBound)
            guard let baseline = Baseline(self, day: day, excluded: excluded) else { continue }
            let data = counts(baseline.expectation, day..<day + 24)
            for (place, leaves) in slices.enumerated() {
                let sums = baseline.sums(data, of: leaves, grouping: grouping)
                let noise = baseline.scoreNoise(of: leaves, window: 0)
                let ends = zip(1..., start..<start + Int64(data.hours.count))
                for (end, hour) in ends where span.contains(hour) {
                    let score = sums.score(end: end, noise: noise)
                    course[place].append(
                        AlertSeries.Hour(score, hour: hour, hasData: hasData(hour)))
                }
            }
        }
        return course
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
