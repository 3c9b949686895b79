import Delivery
import Testing

/// Intervals of rates and of their differences. Reference values: statsmodels 0.15.0,
/// `proportion_confint(method='wilson')` and `confint_proportions_2indep(method='newcomb')`;
/// rounded to four digits, the eight differences are the examples of Newcombe (1998), Statistics
/// in Medicine 17, table II, method 10.
@Suite("Differences of rates")
struct RateDifferenceTests {
    @Test(
        "have Newcombe's interval",
        arguments: [
            (56, 70, 48, 80, 0.05243147240236498, 0.33387265403690614),
            (9, 10, 3, 10, 0.1705227239345029, 0.809017973535488),
            (6, 7, 2, 7, 0.05822792748231209, 0.8062496375242278),
            (5, 56, 0, 29, -0.038137147903536936, 0.19256001385511165),
            (0, 10, 0, 20, -0.1611251580528194, 0.27753279986288926),
            (0, 10, 0, 10, -0.27753279986288926, 0.27753279986288926),
            (10, 10, 0, 20, 0.6790860371419145, 1),
            (10, 10, 0, 10, 0.6075093504305241, 1),
            (300, 4000, 212, 4000, 0.011289304948793624, 0.032775686060908985),
        ] as [(Int64, Int64, Int64, Int64, Double, Double)])
    func newcombe(a: Int64, n: Int64, c: Int64, m: Int64, low: Double, high: Double) throws {
        let (rate, other) = (Proportion(a, of: n), Proportion(c, of: m))
        let found = try #require(RateDifference(rate, minus: other))
        #expect(abs(found.difference - (Double(a) / Double(n) - Double(c) / Double(m))) < 1e-15)
        #expect(abs(found.interval.lowerBound - low) < 1e-12)
        #expect(abs(found.interval.upperBound - high) < 1e-12)
        #expect(found.isSignificant == (low > 0))
        let turned = try #require(RateDifference(other, minus: rate))
        #expect(abs(turned.interval.lowerBound + high) < 1e-12)
        #expect(abs(turned.interval.upperBound + low) < 1e-12)
        #expect(turned.isSignificant == found.isSignificant)
    }

    @Test("of nothing are none")
    func nothing() {
        #expect(RateDifference(Proportion(0, of: 0), minus: Proportion(1, of: 2)) == nil)
        #expect(RateDifference(Proportion(1, of: 2), minus: Proportion(0, of: 0)) == nil)
    }

    @Test(
        "are made of Wilson's bounds",
        arguments: [
            (212, 4000, 0.0464762206762432, 0.06038152162474994),
            (81, 263, 0.2552885198782742, 0.36620957698280004),
            (15, 148, 0.06238639953073628, 0.16048724172330803),
        ] as [(Int64, Int64, Double, Double)])
    func wilson(hits: Int64, total: Int64, low: Double, high: Double) throws {
        let interval = try #require(Proportion(hits, of: total).interval)
        #expect(abs(interval.lowerBound - low) < 1e-12)
        #expect(abs(interval.upperBound - high) < 1e-12)
    }

    @Test("stay within 0 and 1; a rate of fewer than 100 is not shown")
    func bounds() {
        #expect(Proportion(0, of: 100).interval?.lowerBound == 0)
        #expect(Proportion(100, of: 100).interval?.upperBound == 1)
        #expect(Proportion(50, of: 99).interval == nil && Proportion(50, of: 99).rate == nil)
    }
}

@Suite("Chi-square")
struct ChiSquareTests {
    /// Reference values: scipy 1.17.1, `stats.chi2.sf`.
    @Test(
        "tails are those of scipy",
        arguments: [
            (1, 0, 1), (1, 0.001, 0.9747728793699604), (1, 3.841458820694124, 0.05),
            (1, 14.318713023, 0.0001543231480345058), (1, 80, 3.744097384202887e-19),
            (2, 1, 0.6065306597126334), (3, 4.9, 0.17926780368434939),
            (3, 5.1, 0.16461940408195308), (3, 5.2251858327, 0.1560313029588679),
            (4, 700, 3.4852862290889247e-150), (5, 15, 0.010362337915786429),
            (10, 2, 0.9963401531726563), (10, 40, 1.694474393006737e-05),
            (50, 30, 0.9888352197284497), (99, 150, 0.0007204453957169282),
            (1000, 1100, 0.014614408126295192),
        ] as [(Int, Double, Double)])
    func tails(degrees: Int, statistic: Double, p: Double) {
        #expect(near(ChiSquare(statistic, degrees: degrees).p, p, within: 1e-11))
    }

    /// Two degrees: exp(-x/2), whichever of the two ways is taken.
    @Test("two degrees are an exponential")
    func exponential() {
        var p = 1.0
        for step in 0...400 {
            #expect(near(ChiSquare(Double(step) / 10, degrees: 2).p, p, within: 1e-12))
            p *= 0.951229424500714  // exp(-0.05)
        }
    }

    @Test("what is past all bounds is 0, not an error")
    func extreme() {
        #expect(ChiSquare(1e300, degrees: 1).p == 0)
        #expect(ChiSquare(.leastNonzeroMagnitude, degrees: 100_000).p == 1)
        #expect(ChiSquare(100_000, degrees: 100_000).p > 0.49)
    }
}
