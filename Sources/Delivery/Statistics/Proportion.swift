/// A share of counted things, with its 95 % interval after Wilson (1927), which stays within
/// 0 and 1 and holds for rates near them.
package struct Proportion: Equatable, Sendable {
    /// Below this many, a rate says little and is not shown.
    package static let fewestShown: Int64 = 100

    package var hits: Int64
    package var total: Int64

    package init(_ hits: Int64, of total: Int64) {
        self.hits = hits
        self.total = total
    }

    package static func + (a: Proportion, b: Proportion) -> Proportion {
        Proportion(a.hits + b.hits, of: a.total + b.total)
    }

    /// Nil below `fewestShown`.
    package var rate: Double? {
        total >= Proportion.fewestShown ? share : nil
    }

    /// Nil below `fewestShown`.
    package var interval: ClosedRange<Double>? {
        total >= Proportion.fewestShown ? wilson : nil
    }

    /// The interval of any share that there is; nil of nothing.
    var wilson: ClosedRange<Double>? {
        guard total > 0, 0...total ~= hits else { return nil }
        let z = Quantile.normal
        let n = Double(total)
        let p = Double(hits) / n
        let middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        let spread = max(0, p * (1 - p)) / n + z * z / (4 * n * n)
        let half = z / (1 + z * z / n) * spread.squareRoot()
        // At the ends the two are equal, but for rounding.
        let low = hits == 0 ? 0 : max(0, middle - half)
        let high = hits == total ? 1 : min(1, middle + half)
        return low...high
    }

    /// The share as it is, however few there are; nil of nothing.
    var share: Double? { total > 0 ? Double(hits) / Double(total) : nil }
}
