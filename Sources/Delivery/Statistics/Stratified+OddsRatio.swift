extension Stratified {
    /// The odds of an open with the value over those with the reference, after Mantel and Haenszel;
    /// the variance of its logarithm after Robins, Breslow and Greenland (1986), Biometrics 42.
    package var oddsRatio: Estimate? {
        let r = sum { $0.a * $0.d / $0.n }
        let s = sum { $0.b * $0.c / $0.n }
        guard s > 0 else { return nil }
        guard r > 0 else { return Estimate(ratio: 0, logVariance: nil) }
        let both = sum { stratum in
            let (p, q) = (stratum.a + stratum.d, stratum.b + stratum.c)
            return (p * stratum.b * stratum.c + q * stratum.a * stratum.d)
                / (stratum.n * stratum.n)
        }
        let pr = sum { ($0.a + $0.d) * $0.a * $0.d / ($0.n * $0.n) }
        let qs = sum { ($0.b + $0.c) * $0.b * $0.c / ($0.n * $0.n) }
        let logVariance = pr / (2 * r * r) + both / (2 * r * s) + qs / (2 * s * s)
        return Estimate(
            ratio: r / s, logVariance: comparedTotal.hasAllCells ? logVariance : nil)
    }

    /// Whether opens depend on the value at all, after Cochran (1954) and Mantel and Haenszel
    /// (1959); nil when every compared stratum was opened whole or not at all.
    ///
    /// - Parameter corrected: less a half, for continuity.
    package func association(corrected: Bool) -> ChiSquare? {
        let variance = sum { stratum in
            let margins = stratum.n1 * stratum.n0 * stratum.m1 * stratum.m0
            // Both arms: n is 2 at least.
            return margins / (stratum.n * stratum.n * (stratum.n - 1))
        }
        guard variance > 0 else { return nil }
        let distance = abs(sum { $0.a - $0.n1 * $0.m1 / $0.n })
        let used = corrected ? max(0, distance - 0.5) : distance
        return ChiSquare(used * used / variance, degrees: 1)
    }

    /// Whether the odds ratio is the same in all strata: Breslow and Day (1980), Statistical
    /// Methods in Cancer Research I, section 4.4; and with the correction of Tarone (1985),
    /// Biometrika 72, which a ratio after Mantel and Haenszel needs.
    ///
    /// Nil for fewer than two strata that tell of it (both arms, some opened and some not), and
    /// where the common odds ratio is 0 or not defined.
    package var homogeneity: (breslowDay: ChiSquare, tarone: ChiSquare)? {
        let telling = compared.filter { $0.m1 > 0 && $0.m0 > 0 }
        guard telling.count > 1, let ratio = oddsRatio?.point, ratio > 0 else { return nil }
        var (squares, excess, variances) = (0.0, 0.0, 0.0)
        for stratum in telling {
            let expected = stratum.expectedOpens(oddsRatio: ratio)
            let variance = stratum.varianceOfOpens(expected: expected)
            guard variance > 0 else { return nil }
            squares += (stratum.a - expected) * (stratum.a - expected) / variance
            excess += stratum.a - expected
            variances += variance
        }
        let degrees = telling.count - 1
        return (
            ChiSquare(squares, degrees: degrees),
            ChiSquare(max(0, squares - excess * excess / variances), degrees: degrees)
        )
    }
}

extension Stratum {
    /// The opens with the value that these margins and this odds ratio ask for: the root of
    /// `x (n0 - m1 + x) = ratio (m1 - x) (n1 - x)` that leaves no cell negative.
    fileprivate func expectedOpens(oddsRatio ratio: Double) -> Double {
        let square = 1 - ratio
        let linear = n0 - m1 + ratio * (m1 + n1)
        let root = max(0, linear * linear + 4 * square * ratio * m1 * n1).squareRoot()
        // Of the two forms of the root, the one that subtracts no numbers near each other.
        return linear >= 0 ? 2 * ratio * m1 * n1 / (linear + root) : (root - linear) / (2 * square)
    }

    /// Asymptotic, given the margins.
    fileprivate func varianceOfOpens(expected x: Double) -> Double {
        1 / (1 / x + 1 / (m1 - x) + 1 / (n1 - x) + 1 / (n0 - m1 + x))
    }
}
