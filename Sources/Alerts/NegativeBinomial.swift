internal import Glibc

/// Tails of counts with more variance than Poisson's: the negative binomial distribution with a
/// given mean `m` and variance `V` > `m`. If `V` is not above `m`, the normal distribution with
/// continuity correction.
package enum NegativeBinomial {
    /// Above this shape, the distribution equals Poisson's within rounding.
    private static let largestShape = 1e7
    /// ln sqrt(2 pi)
    private static let logRootTwoPi = 0.918938533204673

    /// ln P(Y <= observed).
    ///
    /// With shape `r = m²/(V − m)` this is the regularised incomplete beta function `I(r / (r + m);
    /// r, y + 1)`, computed by its continued fraction: relative error of the logarithm below 1e-6.
    package static func logTail(_ observed: Double, mean: Double, variance: Double) -> Double {
        guard mean > 0 else { return 0 }
        guard variance > mean * 1.000001 else {
            return logNormalTail((observed + 0.5 - mean) / variance.squareRoot())
        }
        let a = min(mean * mean / (variance - mean), largestShape)
        let b = max(0, observed.rounded(.down)) + 1
        let x = a / (a + mean)
        let logFront =
            logGamma(a + b) - logGamma(a) - logGamma(b) + a * log(x) + b * log1p(-x)
        if x < (a + 1) / (a + b + 2) {
            return min(0, logFront + log(continuedFraction(a, b, x)) - log(a))
        }
        let upper = exp(logFront) * continuedFraction(b, a, 1 - x) / b
        return log1p(-min(upper, 1 - 1e-16))
    }

    /// ln P(Y >= observed), for a variance above the mean. Far in the tail, the first terms of the
    /// sum: their ratios only fall.
    package static func logUpperTail(
        _ observed: Double, mean: Double, variance: Double
    ) -> Double {
        let count = observed.rounded(.up)
        guard count > 0 else { return 0 }
        guard mean > 0 else { return -.infinity }
        let shape = min(mean * mean / max(variance - mean, mean * 1e-7), largestShape)
        let first =
            logGamma(shape + count) - logGamma(shape) - logGamma(count + 1)
            + shape * log(shape / (shape + mean)) + count * log(mean / (shape + mean))
        guard count > mean else {
            return log1p(-min(exp(logTail(count - 1, mean: mean, variance: variance)), 1 - 1e-16))
        }
        var (sum, term, next) = (1.0, 1.0, count)
        for _ in 0..<100_000 {
            term *= (shape + next) / (next + 1) * mean / (shape + mean)
            sum += term
            next += 1
            guard term > sum * 1e-12 else { break }
        }
        return min(0, first + log(sum))
    }

    /// The range in which a share of `1 − 2 × outside` of all counts falls.
    package static func likelyRange(
        mean: Double, variance: Double, outside: Double = 0.005
    ) -> ClosedRange<Double> {
        let low = quantile(outside, mean, variance)
        return low...max(low, quantile(1 - outside, mean, variance))
    }

    /// The smallest count whose tail has at least `share`.
    private static func quantile(_ share: Double, _ mean: Double, _ variance: Double) -> Double {
        var below = -1.0
        var above = mean + 10 * variance.squareRoot() + 20
        while above - below > 1 {
            let middle = ((below + above) / 2).rounded(.down)
            // Above 2^53 not every integer is a number between others.
            guard middle > below, middle < above else { break }
            if logTail(middle, mean: mean, variance: variance) < log(share) {
                below = middle
            } else {
                above = middle
            }
        }
        return above
    }

    private static func logGamma(_ x: Double) -> Double {
        let (value, _): (Double, Int) = lgamma(x)
        return value
    }

    /// Far in the tail, Mills' ratio replaces a difference that rounds to zero.
    private static func logNormalTail(_ z: Double) -> Double {
        z > -5
            ? log(0.5 * erfc(-z / 2.0.squareRoot()))
            : -0.5 * z * z - log(-z) - logRootTwoPi - log1p(1 / (z * z))
    }

    /// Lentz's method for the incomplete beta function's continued fraction.
    private static func continuedFraction(_ a: Double, _ b: Double, _ x: Double) -> Double {
        var c = 1.0
        var d = 1 / away(1 - (a + b) * x / (a + 1))
        var value = d
        for step in 1..<2000 {
            let m = Double(step)
            let even = m * (b - m) * x / ((a - 1 + 2 * m) * (a + 2 * m))
            d = 1 / away(1 + even * d)
            c = away(1 + even / c)
            value *= d * c
            let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 1 + 2 * m))
            d = 1 / away(1 + odd * d)
            c = away(1 + odd / c)
            value *= d * c
            if abs(d * c - 1) < 1e-12 { break }
        }
        return value
    }

    /// Never zero, because it is a divisor.
    private static func away(_ x: Double) -> Double { abs(x) < 1e-300 ? 1e-300 : x }
}
