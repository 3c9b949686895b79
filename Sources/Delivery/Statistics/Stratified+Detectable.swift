extension Stratified {
    /// The smallest difference of the two rates that a test of so many messages finds in four of
    /// five cases: nil where there is nothing to compare, or nothing (or all) was opened.
    ///
    /// Of a two-sided test of the stratified difference at 5 %, or at its part of 5 % where
    /// `comparisons` are made: (z(1 - alpha/2) + z(0.8)) times the deviation that the difference
    /// would have if there were none: Lachin (1981), Controlled Clinical Trials 2.
    package func detectableDifference(comparisons: Int = 1) -> Double? {
        let weight = sum { $0.n1 * $0.n0 / $0.n }
        let variance = sum { $0.n1 * $0.n0 * $0.m1 * $0.m0 / ($0.n * $0.n * $0.n) }
        guard weight > 0, variance > 0 else { return nil }
        let found = Quantile.normal(beyond: 0.025 / Double(max(1, comparisons)))
        let power = Quantile.normal(beyond: 0.2)
        return (found + power) * variance.squareRoot() / weight
    }
}
