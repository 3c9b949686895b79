/// The counts of a segment in one window.
package struct WindowStatistic: Equatable, Sendable {
    package var observed: Double
    /// Expected events before the correction by the rest.
    package var plain: Double
    /// Expected events, `E' = Σ E(S, g) u(g)`.
    package var expected: Double
    /// The variance of counting only, scaled to `expected`.
    package var counting: Double
    /// The variance that campaigns share and the rest does not explain, `Σ E(S, g)² τ(g)² (1 − k)`.
    package var common: Double
}

/// Running sums of a segment, and of the rest of each campaign in it: any window takes a few
/// operations.
///
/// For each campaign `g`, the counts of the other leaves in the same hours correct the expectation
/// of the segment: `u = 1 + k (Y(R) / E(R) − 1)` with `k = τ² / (τ² + V(R) / E(R)²)`, and 1 without
/// a rest. This removes the effect of an unpopular campaign, or of a holiday, from platforms and
/// images.
package struct WindowSums: Sendable {
    /// Numbers for each hour of a campaign: inside expected, rest expected, observed, variance.
    private static let width = 4

    /// Campaigns with leaves in the segment, ascending.
    private let groups: [Int]
    /// Of all segments.
    private let groupCount: Int
    private let hours: Int
    /// `(place of group × (hours + 1) + hour) × 4`: sums of the hours before.
    private var byGroup: [Double]
    /// `hour × 2`: observed and counting variance of the segment.
    private var own: [Double]

    package init(_ data: LeafHours, leaves: [Int], grouping: Grouping) {
        hours = data.hours.count
        var isInside = Array(repeating: false, count: data.leafCount)
        for leaf in leaves { isInside[leaf] = true }
        groups = Set(leaves.map { grouping.groups[$0] }).sorted()
        groupCount = grouping.count
        byGroup = Array(repeating: 0, count: groups.count * (hours + 1) * WindowSums.width)
        own = Array(repeating: 0, count: (hours + 1) * 2)
        for (place, group) in groups.enumerated() {
            let start = place * (hours + 1) * WindowSums.width
            for leaf in grouping.leaves[group] {
                isInside[leaf] ? addInside(leaf, data, start) : addRest(leaf, data, start)
            }
        }
        accumulate()
    }

    private mutating func addInside(_ leaf: Int, _ data: LeafHours, _ start: Int) {
        for hour in 0..<hours {
            let place = leaf * hours + hour
            byGroup[start + (hour + 1) * WindowSums.width] += data.expected[place]
            own[(hour + 1) * 2] += data.observed[place]
            own[(hour + 1) * 2 + 1] += data.variance[place]
        }
    }

    private mutating func addRest(_ leaf: Int, _ data: LeafHours, _ start: Int) {
        for hour in 0..<hours {
            let place = leaf * hours + hour
            let sum = start + (hour + 1) * WindowSums.width
            byGroup[sum + 1] += data.expected[place]
            byGroup[sum + 2] += data.observed[place]
            byGroup[sum + 3] += data.variance[place]
        }
    }

    private mutating func accumulate() {
        for place in groups.indices {
            let start = place * (hours + 1) * WindowSums.width
            for sum in start..<start + hours * WindowSums.width {
                byGroup[sum + WindowSums.width] += byGroup[sum]
            }
        }
        for sum in 0..<hours * 2 { own[sum + 2] += own[sum] }
    }

    /// The window of `width` hours that ends before hour `end`, counted from the first.
    ///
    /// `tau` is the noise of campaigns for some window lengths; `window` selects one. `inflation`
    /// has factors on it for `common` only, in the same places; nil means 1.
    package func statistic(
        end: Int, width: Int, tau: [Double], window: Int, inflation: [Double]? = nil
    ) -> WindowStatistic {
        let begin = end - width
        let lengths = tau.count / groupCount
        var plain = 0.0
        var expected = 0.0
        var common = 0.0
        for (place, group) in groups.enumerated() {
            let start = place * (hours + 1)
            let last = (start + end) * WindowSums.width
            let first = (start + begin) * WindowSums.width
            let inside = byGroup[last] - byGroup[first]
            guard inside > 0 else { continue }
            plain += inside
            let noise = group * lengths + window
            let square = tau[noise] * tau[noise]
            var trust = 0.0
            let rest = byGroup[last + 1] - byGroup[first + 1]
            if rest > 0 {
                let restVariance = byGroup[last + 3] - byGroup[first + 3]
                trust = 1 / (1 + restVariance / (square * rest * rest))
                let restObserved = byGroup[last + 2] - byGroup[first + 2]
                expected += inside * (1 + trust * (restObserved / rest - 1))
            } else {
                expected += inside
            }
            let factor = inflation.map { $0[noise] * $0[noise] } ?? 1
            common += inside * inside * square * (1 - trust) * factor
        }
        let counting = own[end * 2 + 1] - own[begin * 2 + 1]
        return WindowStatistic(
            observed: own[end * 2] - own[begin * 2], plain: plain, expected: expected,
            counting: plain > 0 ? counting * expected / plain : counting, common: common)
    }

    /// The largest score that such a window can have with any noise of campaigns: the unexplained
    /// variance is then smallest, and the rest raises the expectation as far as possible.
    func ceiling(end: Int, width: Int, window: Int, _ least: LeastNoise) -> WindowStatistic {
        let begin = end - width
        var plain = 0.0
        var expected = 0.0
        var common = 0.0
        for (place, group) in groups.enumerated() {
            let start = place * (hours + 1)
            let last = (start + end) * WindowSums.width
            let first = (start + begin) * WindowSums.width
            let inside = byGroup[last] - byGroup[first]
            guard inside > 0 else { continue }
            plain += inside
            let square = least.floors[group] * least.floors[group]
            var trust = 0.0
            var ratio = 1.0
            let rest = byGroup[last + 1] - byGroup[first + 1]
            if rest > 0 {
                let restVariance = byGroup[last + 3] - byGroup[first + 3]
                trust = 1 / (1 + restVariance / (square * rest * rest))
                ratio = (byGroup[last + 2] - byGroup[first + 2]) / rest
            }
            expected += inside * (ratio > 1 ? ratio : 1 + trust * (ratio - 1))
            let factor = least.tauInflation[group * least.widths.count + window]
            common += inside * inside * square * (1 - trust) * factor * factor
        }
        let counting = own[end * 2 + 1] - own[begin * 2 + 1]
        return WindowStatistic(
            observed: own[end * 2] - own[begin * 2], plain: plain, expected: expected,
            counting: plain > 0 ? counting * expected / plain : counting, common: common)
    }

    /// Expected events in the last `width` hours before `end`, before any correction.
    func plain(end: Int, width: Int) -> Double {
        var sum = 0.0
        for place in groups.indices {
            let last = (place * (hours + 1) + end) * WindowSums.width
            sum += byGroup[last] - byGroup[last - width * WindowSums.width]
        }
        return sum
    }

    /// The rest of all campaigns of the segment: observed and expected.
    package func rest(end: Int, width: Int) -> (observed: Double, expected: Double) {
        var observed = 0.0
        var expected = 0.0
        for place in groups.indices {
            let last = (place * (hours + 1) + end) * WindowSums.width
            let first = last - width * WindowSums.width
            expected += byGroup[last + 1] - byGroup[first + 1]
            observed += byGroup[last + 2] - byGroup[first + 2]
        }
        return (observed, expected)
    }

    /// Observed and expected events in the last `width` hours before `end`, before any correction.
    package func missing(hour: Int) -> Double {
        var expected = 0.0
        for place in groups.indices {
            let sum = (place * (hours + 1) + hour) * WindowSums.width
            expected += byGroup[sum + WindowSums.width] - byGroup[sum]
        }
        return expected - (own[hour * 2 + 2] - own[hour * 2])
    }
}
