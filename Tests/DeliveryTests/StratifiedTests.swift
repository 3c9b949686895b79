import Delivery
import TestSupport
import Testing

/// Strata from opened and all with a value, opened and all with the reference.
func strata(_ counts: [(Int64, Int64, Int64, Int64)]) -> Stratified {
    Stratified(
        counts.compactMap { a, n1, c, n0 in
            Stratum(value: Proportion(a, of: n1), reference: Proportion(c, of: n0))
        })
}

func near(_ found: Double?, _ expected: Double, within relative: Double = 1e-9) -> Bool {
    guard let found else { return false }
    return abs(found - expected) <= relative * max(abs(expected), 1e-300)
}

func near(_ found: Estimate?, _ point: Double, _ low: Double, _ high: Double) -> Bool {
    near(found?.point, point) && near(found?.interval?.lowerBound, low)
        && near(found?.interval?.upperBound, high)
}

/// Reference values: statsmodels 0.15.0, `StratifiedTable` (`riskratio_pooled`, `oddsratio_pooled`
/// and its interval, `test_null_odds`, `test_equal_odds`). The intervals of the risk ratio and of
/// the risk difference, which it has not, are the formulas of Greenland and Robins and of Sato in
/// numpy.
@Suite("Strata of a value and a reference")
struct StratifiedTests {
    private let campaigns = strata([
        (300, 4000, 212, 4000), (180, 3000, 330, 6000), (15, 500, 20, 1000), (90, 1200, 160, 2400),
    ])

    @Test("of two platforms and two campaigns: ratios and differences")
    func campaignEstimates() {
        let riskRatio = campaigns.riskRatio
        #expect(near(riskRatio, 1.2318840579710144, 1.1055667102213433, 1.3726338883515319))
        let oddsRatio = campaigns.oddsRatio
        #expect(near(oddsRatio, 1.248785228377065, 1.1133927503644214, 1.4006419083493533))
        let difference = campaigns.riskDifference
        #expect(near(difference, 0.012467532467532468, 0.005914004233502649, 0.019021060701562287))
        let crude = campaigns.crudeRatio
        #expect(near(crude, 1.2479701977266213, 1.122863863256102, 1.3870155282204544))
        #expect(!campaigns.contradicts)
    }

    @Test("of two platforms and two campaigns: tests")
    func campaignTests() throws {
        let plain = try #require(campaigns.association(corrected: false))
        #expect(near(plain.statistic, 14.318713022976201) && near(plain.p, 0.00015432314803642821))
        let corrected = try #require(campaigns.association(corrected: true))
        #expect(near(corrected.statistic, 14.095857076878856))
        #expect(near(corrected.p, 0.00017372600188614307))
        let homogeneity = try #require(campaigns.homogeneity)
        #expect(near(homogeneity.breslowDay.statistic, 5.2262657688592435))
        #expect(near(homogeneity.breslowDay.p, 0.15595908760875532))
        #expect(near(homogeneity.tarone.statistic, 5.225185832661308))
        #expect(near(homogeneity.tarone.p, 0.15603130296145595))
        #expect(homogeneity.tarone.degrees == 3)
    }

    /// Alcohol (80 g a day or more) and oesophageal cancer in Ille-et-Vilaine, by age: Breslow and
    /// Day (1980), Statistical Methods in Cancer Research I, table 4.1. They give the odds ratio as
    /// 5.16, the corrected test of it as 83.22, that of homogeneity as 9.32 with 5 degrees.
    @Test("as in Breslow and Day, one of them with a cell of 0")
    func oesophagealCancer() throws {
        let ages = strata([
            (1, 10, 0, 106), (4, 30, 5, 169), (25, 54, 21, 159), (42, 69, 34, 173),
            (19, 37, 36, 124), (5, 5, 8, 39),
        ])
        #expect(near(ages.oddsRatio, 5.157623194071138, 3.5621305369443768, 7.467743457498099))
        #expect(near(ages.riskRatio, 2.8877937789484944, 2.3153666139841995, 3.601741883711266))
        let difference = ages.riskDifference
        #expect(near(difference, 0.29971046496644677, 0.22780794883708788, 0.37161298109580565))
        let plain = ages.association(corrected: false)
        #expect(near(plain?.statistic, 85.00949703473358))
        #expect(near(ages.association(corrected: true)?.statistic, 83.21453016468637))
        let homogeneity = try #require(ages.homogeneity)
        #expect(near(homogeneity.breslowDay.statistic, 9.323397092425914))
        #expect(near(homogeneity.breslowDay.p, 0.09683964692072866))
        #expect(near(homogeneity.tarone.statistic, 9.299329078587283))
        #expect(near(homogeneity.tarone.p, 0.09770424282800216))
        #expect(homogeneity.breslowDay.degrees == 5)
    }

    /// Admissions of men and women to the six largest departments of Berkeley in 1973: Bickel,
    /// Hammel and O'Connell (1975), Science 187; the counts are R's `UCBAdmissions`.
    @Test("that contradict their sum, as in Berkeley")
    func berkeley() throws {
        let departments = strata([
            (512, 825, 89, 108), (353, 560, 17, 25), (120, 325, 202, 593), (138, 417, 131, 375),
            (53, 191, 94, 393), (22, 373, 24, 341),
        ])
        let crude = departments.crudeRatio
        #expect(near(crude, 1.4666415813867224, 1.3523499753756096, 1.5905923521425023))
        let riskRatio = departments.riskRatio
        #expect(near(riskRatio, 0.944905022595929, 0.8664522326830039, 1.0304613088274714))
        #expect(departments.contradicts)
        let oddsRatio = departments.oddsRatio
        #expect(near(oddsRatio, 0.9046968282586231, 0.7719073617593505, 1.0603297644366558))
        #expect(near(departments.association(corrected: false)?.p, 0.21692369705551817))
        let homogeneity = try #require(departments.homogeneity)
        #expect(near(homogeneity.breslowDay.statistic, 18.825513705236514))
        #expect(near(homogeneity.tarone.statistic, 18.82550125205323))
        #expect(near(homogeneity.tarone.p, 0.0020714013978808676))
    }

    /// Here the expected opens are the other of the two forms of their root.
    @Test("mostly opened, and more without an image")
    func mostlyOpened() throws {
        let effect = strata([(50, 100, 19, 20), (70, 90, 9, 10)])
        #expect(
            near(effect.oddsRatio, 0.11492281303602059, 0.027532548044586665, 0.4796959923478239))
        #expect(near(effect.riskRatio, 0.6406685236768802, 0.5453887329254901, 0.7525937601031978))
        let homogeneity = try #require(effect.homogeneity)
        #expect(near(homogeneity.breslowDay.statistic, 2.010094877044312))
        #expect(near(homogeneity.tarone.statistic, 1.9582871937205089))
        #expect(near(homogeneity.tarone.p, 0.16169661851959072))
    }

    /// The truth is known, and 95 % means 95 %: 4,000 draws leave 0.34 % of chance, so four times
    /// that on both sides.
    @Test("have intervals that hold the truth 95 times in 100")
    func coverage() {
        var random = SeededRandom(seed: 7)
        func opened(of total: Int64, rate: Double) -> Proportion {
            let hits = (0..<total).reduce(Int64(0)) { sum, _ in
                sum + (Double.random(in: 0..<1, using: &random) < rate ? 1 : 0)
            }
            return Proportion(hits, of: total)
        }
        let draws = 4000
        var held = (ratio: 0, difference: 0)
        for _ in 0..<draws {
            // One risk ratio of 1.5 in all strata; then one difference of 0.05.
            let byRatio = Stratified(
                [(300, 100, 0.1), (80, 200, 0.2), (150, 150, 0.3)].compactMap { n1, n0, rate in
                    Stratum(
                        value: opened(of: n1, rate: rate * 1.5),
                        reference: opened(of: n0, rate: rate))
                })
            if byRatio.riskRatio?.interval?.contains(1.5) == true { held.ratio += 1 }
            let byDifference = Stratified(
                [(300, 100, 0.1), (80, 200, 0.2), (150, 150, 0.3)].compactMap { n1, n0, rate in
                    Stratum(
                        value: opened(of: n1, rate: rate + 0.05),
                        reference: opened(of: n0, rate: rate))
                })
            let interval = byDifference.riskDifference?.interval
            if interval?.contains(0.05) == true { held.difference += 1 }
        }
        for count in [held.ratio, held.difference] {
            #expect(abs(Double(count) / Double(draws) - 0.95) < 0.0138)
        }
    }

    @Test("turn over when the arms do")
    func turned() {
        let turned = Stratified(
            campaigns.strata.compactMap { Stratum(value: $0.reference, reference: $0.value) })
        #expect(near(turned.riskRatio?.point, 1 / 1.2318840579710144))
        #expect(near(turned.riskRatio?.interval?.lowerBound, 1 / 1.3726338883515319))
        #expect(near(turned.riskDifference?.point, -0.012467532467532468))
        #expect(near(turned.riskDifference?.interval?.upperBound, -0.005914004233502649))
        #expect(near(turned.association(corrected: true)?.statistic, 14.095857076878856))
        #expect(near(turned.homogeneity?.tarone.statistic ?? 0, 5.225185832661308))
    }
}
