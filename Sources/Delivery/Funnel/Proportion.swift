#if canImport(Glibc)
    internal import Glibc
#endif

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

    /// Nil below `fewestShown`.
    package var rate: Double? {
        total >= Proportion.fewestShown ? Double(hits) / Double(total) : nil
    }

    /// Nil below `fewestShown`.
    package var interval: ClosedRange<Double>? {
        guard total >= Proportion.fewestShown else { return nil }
        let z = Quantile.normal
        let n = Double(total)
        let p = Double(hits) / n
        let middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        let half = z / (1 + z * z / n) * sqrt(max(0, p * (1 - p)) / n + z * z / (4 * n * n))
        return max(0, middle - half)...min(1, middle + half)
    }
}
