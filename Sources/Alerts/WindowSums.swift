/// The counts of a segment in one window.
package struct WindowStatistic: Equatable, Sendable {
    package var observed: Double
    /// Expected events before the correction by the rest.
    package var plain: Double
    /// Expected events, `E' = Σ E(S, g) u(g)`.
    package var expected: Double
    /// The variance of counting only, scaled to `expected`.
    package var counting: Double
    /// The variance that campaigns share and the rest does not explain, and the noise of that
    /// correction: `Σ E(S, g)² (τ(g)² (1 − k) + k² mix(g)²)`.
    package var common: Double
}

/// Running sums of a segment, and of the rest of each campaign in it: any window takes a few
/// operations.
///
/// For each campaign `g`, the counts of the other leaves in the same hours correct the expectation
/// of the segment: `u = 1 + k (Y(R) / E(R) − 1)` with `k = τ² / (τ² + V(R) / E(R)²)`, and 1 without
/// a rest. This removes the effect of an unpopular campaign, or of a holiday, from platforms and
/// images. A whole campaign is corrected by its `Peers`.
package struct WindowSums: Sendable {
    // The numbers for each hour of a campaign.
    private static let inside = 0
    private static let rest = 1
    private static let restObserved = 2
    private static let restVariance = 3
    private static let width = 4

    /// Campaigns with leaves in the segment, ascending.
    private let groups: [Int]
    private let hours: Int
    /// `(place of group × (hours + 1) + hour) × 4`: sums of the hours before.
    private var byGroup: [Double]
    /// `hour × 2`: observed and counting variance of the segment.
    private var own: [Double]
    private let peers: Peers.Sums?

    /// `peers` are those of a whole campaign: see `Noise.peers`.
    package init(
        _ data: LeafHours, leaves: [Int], grouping: Grouping, peers: Peers.Sums? = nil
    ) {
        hours = data.hours.count
        self.peers = peers
        var isInside = Array(repeating: false, count: data.leafCount)
        for leaf in leaves { isInside[leaf] = true }
        groups = Set(leaves.map { grouping.groups[$0] }).sorted()
        byGroup = Array(repeating: 0, count: groups.count * (hours + 1) * WindowSums.width)
        own = Array(repeating: 0, count: (hours + 1) * 2)
        for (place, group) in groups.enumerated() {
            for leaf in grouping.leaves[group] {
                add(leaf, data, isInside: isInside[leaf], place)
            }
        }
        for place in groups.indices {
            let start = place * (hours + 1) * WindowSums.width
            for sum in start..<start + hours * WindowSums.width {
                byGroup[sum + WindowSums.width] += byGroup[sum]
            }
        }
        for sum in 0..<hours * 2 { own[sum + 2] += own[sum] }
    }

    private mutating func add(_ leaf: Int, _ data: LeafHours, isInside: Bool, _ place: Int) {
        for hour in 0..<hours {
            let count = data.counts[leaf * hours + hour]
            let sum = (place * (hours + 1) + hour + 1) * WindowSums.width
            if isInside {
                byGroup[sum + WindowSums.inside] += count.expected
                own[(hour + 1) * 2] += count.observed
                own[(hour + 1) * 2 + 1] += count.variance
            } else {
                byGroup[sum + WindowSums.rest] += count.expected
                byGroup[sum + WindowSums.restObserved] += count.observed
                byGroup[sum + WindowSums.restVariance] += count.variance
            }
        }
    }

    /// One of the numbers of a campaign, added up over the hours from `begin` to `end`.
    private func sum(_ number: Int, _ place: Int, _ begin: Int, _ end: Int) -> Double {
        let start = place * (hours + 1)
        return byGroup[(start + end) * WindowSums.width + number]
            - byGroup[(start + begin) * WindowSums.width + number]
    }

    /// The window of `width` hours that ends before hour `end`, counted from the first.
    ///
    /// `tau` is the noise of campaigns in such windows. `inflation` has factors on it for `common`
    /// only; nil means 1. `mix` is the noise of parts of each campaign, `noise` that of the peers:
    /// without it, they correct nothing.
    ///
    /// With `isCeiling`, `tau` is the smallest noise, and the result has the largest score that
    /// such a window can have with any: the unexplained variance is then smallest, and the rest
    /// raises the expectation as far as possible.
    package func statistic(
        end: Int, width: Int, tau: [Double], inflation: [Double]? = nil, mix: [Double],
        peers noise: Peers? = nil, isCeiling: Bool = false
    ) -> WindowStatistic {
        let begin = end - width
        var plain = 0.0
        var expected = 0.0
        var common = 0.0
        for (place, group) in groups.enumerated() {
            let inside = sum(WindowSums.inside, place, begin, end)
            guard inside > 0 else { continue }
            plain += inside
            let square = tau[group] * tau[group]
            var trust = 0.0
            var ratio = 1.0
            let rest = sum(WindowSums.rest, place, begin, end)
            if rest > 0 {
                let restVariance = sum(WindowSums.restVariance, place, begin, end)
                trust = 1 / (1 + restVariance / (square * rest * rest))
                ratio = sum(WindowSums.restObserved, place, begin, end) / rest
            }
            expected += inside * (isCeiling && ratio > 1 ? ratio : 1 + trust * (ratio - 1))
            let factor = inflation.map { $0[group] * $0[group] } ?? 1
            let part = trust * mix[group]
            common += inside * inside * (square * (1 - trust) * factor + part * part)
        }
        let factor = 1 + readiness(begin..<end, noise, isCeiling: isCeiling)
        expected *= factor
        common *= factor * factor
        let counting = own[end * 2 + 1] - own[begin * 2 + 1]
        return WindowStatistic(
            observed: own[end * 2] - own[begin * 2], plain: plain, expected: expected,
            counting: plain > 0 ? counting * expected / plain : counting, common: common)
    }

    /// What the peers add to the expectation of a whole campaign, relative.
    private func readiness(_ hours: Range<Int>, _ noise: Peers?, isCeiling: Bool) -> Double {
        guard let peers else { return 0 }
        if isCeiling { return peers.mostReady(hours) }
        guard let noise else { return 0 }
        return noise.trust * peers.readiness(hours, tau: noise.tau)
    }

    /// Expected events in the last `width` hours before `end`, before any correction.
    func plain(end: Int, width: Int) -> Double {
        groups.indices.reduce(0) { $0 + sum(WindowSums.inside, $1, end - width, end) }
    }

    /// The hours at the beginning of a window in which nothing is expected.
    func quietHours(end: Int, width: Int) -> Int {
        (end - width..<end).prefix { plain(end: $0 + 1, width: 1) <= 0 }.count
    }

    /// Observed over expected in the rest of all campaigns of the segment; nil without a rest.
    func restRatio(end: Int, width: Int) -> Double? {
        let sums = [WindowSums.restObserved, WindowSums.rest].map { number in
            groups.indices.reduce(0) { $0 + sum(number, $1, end - width, end) }
        }
        return sums[1] > 0 ? sums[0] / sums[1] : nil
    }

    /// Expected minus observed events of an hour, before any correction.
    func missing(hour: Int) -> Double {
        plain(end: hour + 1, width: 1) - (own[hour * 2 + 2] - own[hour * 2])
    }
}
