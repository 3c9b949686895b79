/// How much higher one share is than another, with its 95 % interval.
///
/// The interval is made of Wilson's bounds of the two: Newcombe (1998), Interval estimation for
/// the difference between independent proportions, Statistics in Medicine 17, method 10. It stays
/// within -1 and 1, and holds for rates near 0.
package struct RateDifference: Equatable, Sendable {
    package var difference: Double
    package var interval: ClosedRange<Double>

    /// `rate` less `other`; nil when one of them is a share of nothing.
    package init?(_ rate: Proportion, minus other: Proportion) {
        guard let p = rate.share, let q = other.share, let of = rate.wilson, let from = other.wilson
        else { return nil }
        difference = p - q
        let below = distance(p - of.lowerBound, from.upperBound - q)
        let above = distance(of.upperBound - p, q - from.lowerBound)
        interval = max(-1, difference - below)...min(1, difference + above)
    }

    /// Whether chance alone is an unlikely reason: the interval does not hold 0.
    package var isSignificant: Bool { !interval.contains(0) }
}

private func distance(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
