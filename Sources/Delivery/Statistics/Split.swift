/// How many sends got a value and how many the reference, by strata: whether one random draw can
/// have split them so. A broken assignment shows here before it shows in any rate: Fabijan et al.
/// (2019), Diagnosing Sample Ratio Mismatch in Online Controlled Experiments, KDD.
package struct Split: Sendable {
    /// One that is less likely than this is a mismatch: the usual threshold of such checks, which
    /// are made again and again.
    package static let unlikely = 0.001

    /// Below this many in a cell, a sum of squares has no chi-square distribution (Cochran, 1954).
    private static let fewestExpected = 5.0

    /// The sends of a stratum.
    private struct Counts {
        var value = 0.0
        var reference = 0.0

        var both: Double { value + reference }

        static func + (a: Counts, b: Counts) -> Counts {
            Counts(value: a.value + b.value, reference: a.reference + b.reference)
        }

        /// Whether both cells are large enough if this is the share of the value.
        func isLarge(_ share: Double) -> Bool {
            both * min(share, 1 - share) >= fewestExpected
        }

        /// Pearson's chi-square of both cells: the sum of the squared distances from what is
        /// expected, each divided by what is expected.
        func square(_ share: Double) -> Double {
            let distance = value - both * share
            return distance * distance / (both * share * (1 - share))
        }
    }

    private let strata: [Counts]
    private let total: Counts

    /// Counts are not negative.
    package init(_ strata: [(value: Int64, reference: Int64)]) {
        self.strata = strata.map {
            Counts(value: Double($0.value), reference: Double($0.reference))
        }
        total = self.strata.reduce(Counts(), +)
    }

    /// Whether the share of the value is the same in all strata; strata that are too small are
    /// taken together. Nil when fewer than two are left.
    package var betweenStrata: ChiSquare? {
        guard total.value > 0, total.reference > 0 else { return nil }
        let share = total.value / total.both
        let rest = strata.filter { !$0.isLarge(share) }.reduce(Counts(), +)
        let counted = (strata + [rest]).filter { $0.isLarge(share) }
        guard counted.count > 1 else { return nil }
        return ChiSquare(
            counted.reduce(0) { $0 + $1.square(share) }, degrees: counted.count - 1)
    }

    /// Whether the share of the value is, in all, the one that was meant: `share` lies between 0
    /// and 1. Nil for too few sends.
    package func against(share: Double) -> ChiSquare? {
        guard share > 0, share < 1, total.isLarge(share) else { return nil }
        return ChiSquare(total.square(share), degrees: 1)
    }
}
