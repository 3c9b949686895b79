/// How many sends got a value and how many the reference, by strata: whether one random draw can
/// have split them so. A broken assignment shows here before it shows in any rate: Fabijan et al.
/// (2019), Diagnosing Sample Ratio Mismatch in Online Controlled Experiments, KDD.
package struct Split: Sendable {
    /// One that is less likely than this is a mismatch: the usual threshold of such checks, which
    /// are made again and again.
    package static let unlikely = 0.001

    /// Below this many in a cell, a sum of squares has no chi-square distribution (Cochran, 1954).
    private static let fewestExpected = 5.0

    private let strata: [(value: Double, reference: Double)]

    /// Counts are not negative.
    package init(_ strata: [(value: Int64, reference: Int64)]) {
        self.strata = strata.map { (Double($0.value), Double($0.reference)) }
    }

    /// Whether the share of the value is the same in all strata; strata that are too small are
    /// taken together. Nil when fewer than two are left.
    package var betweenStrata: ChiSquare? {
        guard let share, share > 0, share < 1 else { return nil }
        let counted = large(share)
        guard counted.count > 1 else { return nil }
        return ChiSquare(
            counted.reduce(0) { $0 + Split.square($1, share) }, degrees: counted.count - 1)
    }

    /// Whether the share of the value is, in all, the one that was meant: `share` lies between 0
    /// and 1. Nil for too few sends.
    package func against(share: Double) -> ChiSquare? {
        let all = total
        guard share > 0, share < 1,
            (all.value + all.reference) * min(share, 1 - share) >= Split.fewestExpected
        else { return nil }
        return ChiSquare(Split.square(all, share), degrees: 1)
    }

    /// The share of the value of all; nil of nothing.
    package var share: Double? {
        let all = total
        let both = all.value + all.reference
        return both > 0 ? all.value / both : nil
    }

    private var total: (value: Double, reference: Double) {
        strata.reduce((0, 0)) { ($0.0 + $1.value, $0.1 + $1.reference) }
    }

    private func large(_ share: Double) -> [(value: Double, reference: Double)] {
        var (large, rest) = (strata, (value: 0.0, reference: 0.0))
        large.removeAll { stratum in
            guard !Split.isLarge(stratum, share) else { return false }
            rest = (rest.value + stratum.value, rest.reference + stratum.reference)
            return true
        }
        return Split.isLarge(rest, share) ? large + [rest] : large
    }

    private static func isLarge(
        _ stratum: (value: Double, reference: Double), _ share: Double
    ) -> Bool {
        (stratum.value + stratum.reference) * min(share, 1 - share) >= fewestExpected
    }

    /// Squares of both cells over what is expected of them.
    private static func square(
        _ stratum: (value: Double, reference: Double), _ share: Double
    ) -> Double {
        let all = stratum.value + stratum.reference
        let distance = stratum.value - all * share
        return distance * distance / (all * share * (1 - share))
    }
}
