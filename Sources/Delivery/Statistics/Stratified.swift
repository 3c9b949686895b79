/// Whether sends with one value, such as an image or a variant, are opened more than those with
/// another, like compared with like: counts in strata (a platform, a campaign, a day), within which
/// sends differ in little else.
///
/// The ratio of pooled rates mixes in who got which value: if a campaign that is opened much has
/// images, it lifts the rate of images. Weighed by strata as Mantel and Haenszel (1959) do, it does
/// not. Whatever the counts do not define is nil: no number here is ever infinite or not a number.
package struct Stratified: Sendable {
    package let strata: [Stratum]
    /// Those with both arms: the others have nothing to compare, and count in `crude` alone.
    package let compared: [Stratum]
    /// All strata as one.
    package let total: Stratum
    /// Those of `compared` as one.
    package let comparedTotal: Stratum

    package init(_ strata: [Stratum]) {
        self.strata = strata
        compared = strata.filter(\.hasBothArms)
        total = strata.reduce(.empty, +)
        comparedTotal = compared.reduce(.empty, +)
    }

    /// The ratio of the pooled rates, its interval after Katz et al. (1978), which is that of
    /// Greenland and Robins for one stratum.
    package var crudeRatio: Estimate? { Stratified([total]).riskRatio }

    /// Of all messages, those in strata with both arms: what the stratified numbers speak of.
    package var comparedShare: Proportion {
        Proportion(comparedTotal.messages, of: total.messages)
    }

    /// The rate with the value over that with the reference, and the variance of its logarithm:
    /// Greenland and Robins (1985), Biometrics 41.
    package var riskRatio: Estimate? {
        let value = sum { $0.a * $0.n0 / $0.n }
        let reference = sum { $0.c * $0.n1 / $0.n }
        guard reference > 0 else { return nil }
        let spread = sum { ($0.m1 * $0.n1 * $0.n0 - $0.a * $0.c * $0.n) / ($0.n * $0.n) }
        return Estimate(
            ratio: value / reference,
            logVariance: comparedTotal.hasAllCells ? spread / (value * reference) : nil)
    }

    /// The one rate less the other, with the same weights; its variance after Sato (1989),
    /// Biometrics 45, which holds for few large strata and for many small ones.
    package var riskDifference: Estimate? {
        let weight = sum { $0.n1 * $0.n0 / $0.n }
        guard weight > 0 else { return nil }
        let difference = sum { ($0.a * $0.n0 - $0.c * $0.n1) / $0.n } / weight
        let p = sum { stratum in
            let (n1, n0, n) = (stratum.n1, stratum.n0, stratum.n)
            return (n1 * n1 * stratum.c - n0 * n0 * stratum.a + n1 * n0 * (n0 - n1) / 2) / (n * n)
        }
        let q = sum { ($0.a * $0.d + $0.c * $0.b) / (2 * $0.n) }
        return Estimate(
            difference: difference, variance: (difference * p + q) / (weight * weight))
    }

    /// Whether pooled and stratified ratio point to different sides: Simpson's paradox.
    package var contradicts: Bool {
        guard let crude = crudeRatio?.point, let stratified = riskRatio?.point else { return false }
        return (crude - 1) * (stratified - 1) < 0
    }

    /// Over the strata with both arms.
    func sum(_ term: (Stratum) -> Double) -> Double {
        compared.reduce(0) { $0 + term($1) }
    }
}
