internal import Glibc

/// A sum of squares that chance alone would draw from a chi-square distribution.
package struct ChiSquare: Equatable, Sendable {
    package var statistic: Double
    package var degrees: Int

    /// `statistic` is not negative, `degrees` are 1 at least.
    package init(_ statistic: Double, degrees: Int) {
        self.statistic = statistic
        self.degrees = degrees
    }

    /// How likely chance alone gives this much or more.
    package var p: Double {
        upperGamma(Double(degrees) / 2, statistic / 2, logGamma: logGamma(halves: degrees))
    }
}

/// The logarithm of the gamma function of `halves / 2`, by its recursion from 1 or a half.
private func logGamma(halves: Int) -> Double {
    let isWhole = halves % 2 == 0
    let start = isWhole ? 2 : 1
    return stride(from: start, to: halves, by: 2)
        .reduce(isWhole ? 0 : log(Double.pi) / 2) { $0 + log(Double($1) / 2) }
}

/// The regularised upper incomplete gamma function Q(a, x): Abramowitz and Stegun 6.5.29 (the
/// series of P) below a + 1, where it converges fast, and 6.5.31 (the continued fraction of Q)
/// above.
private func upperGamma(_ a: Double, _ x: Double, logGamma: Double) -> Double {
    guard x > 0 else { return 1 }
    let scale = exp(a * log(x) - x - logGamma)
    let tail = x < a + 1 ? 1 - scale * lowerSeries(a, x) : scale * upperFraction(a, x)
    return min(1, max(0, tail))
}

/// 1/a + x/(a(a+1)) + x²/(a(a+1)(a+2)) + …
private func lowerSeries(_ a: Double, _ x: Double) -> Double {
    var term = 1 / a
    var sum = term
    var divisor = a
    while term > sum * Double.ulpOfOne {
        divisor += 1
        term *= x / divisor
        sum += term
    }
    return sum
}

/// 1/(x+1-a - 1(1-a)/(x+3-a - 2(2-a)/(x+5-a - …))), by Lentz's method. With x at least a + 1 no
/// denominator comes near 0.
private func upperFraction(_ a: Double, _ x: Double) -> Double {
    var b = x + 1 - a
    var c = Double.infinity
    var d = 1 / b
    var fraction = d
    var change = 0.0
    var step = 0.0
    // Rounding may keep the last digits moving.
    while abs(change - 1) > 1e-15 {
        step += 1
        let numerator = -step * (step - a)
        b += 2
        d = 1 / (b + numerator * d)
        c = b + numerator / c
        change = c * d
        fraction *= change
    }
    return fraction
}
