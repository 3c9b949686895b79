internal import Glibc

/// The counts of an episode over some hours.
package struct EpisodeCounts: Equatable, Sendable {
    package private(set) var hours = 0
    package private(set) var observed = 0.0
    package private(set) var expected = 0.0
    /// The variance of counting.
    private var counting = 0.0
    /// Standard deviation beyond counting: what hours have in common adds up.
    private var common = 0.0

    package init() {}

    init(_ score: SegmentScore) {
        add(score)
    }

    mutating func add(_ score: SegmentScore) {
        hours += score.window
        observed += score.observed
        expected += score.expected
        let poisson = min(score.variance, score.expected)
        counting += poisson
        common += sqrt(max(0, score.variance - poisson))
    }

    mutating func add(_ later: EpisodeCounts) {
        hours += later.hours
        observed += later.observed
        expected += later.expected
        counting += later.counting
        common += later.common
    }

    /// The range of 99 % of counts without a fault.
    package var likelyRange: ClosedRange<Double> {
        NegativeBinomial.likelyRange(mean: expected, variance: counting + common * common)
    }
}
