internal import Glibc

/// A number that counts tell of, with its 95 % interval.
package struct Estimate: Equatable, Sendable {
    package var point: Double
    /// Nil where the counts are too few or too much alike to give one.
    package var interval: ClosedRange<Double>?

    /// A ratio, whose interval is symmetric in its logarithm.
    init(ratio: Double, logVariance: Double?) {
        point = ratio
        guard let logVariance, logVariance > 0, ratio > 0 else { return }
        let factor = exp(Quantile.normal * logVariance.squareRoot())
        interval = Estimate.range(ratio / factor, ratio * factor)
    }

    /// A difference, whose interval is symmetric.
    init(difference: Double, variance: Double) {
        point = difference
        guard variance > 0 else { return }
        let half = Quantile.normal * variance.squareRoot()
        interval = Estimate.range(difference - half, difference + half)
    }

    private static func range(_ low: Double, _ high: Double) -> ClosedRange<Double>? {
        low.isFinite && high.isFinite ? low...high : nil
    }
}
