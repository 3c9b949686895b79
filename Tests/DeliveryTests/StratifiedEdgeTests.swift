import Delivery
import Testing

/// What is not defined is nil, and nothing is ever infinite or not a number.
@Suite("Strata that tell little")
struct StratifiedEdgeTests {
    /// All numbers of it that are not nil.
    private func numbers(_ effect: Stratified) -> [Double] {
        let estimates = [
            effect.crudeRatio, effect.riskRatio, effect.oddsRatio, effect.riskDifference,
        ].compactMap(\.self)
        let tests = [
            effect.association(corrected: false), effect.association(corrected: true),
            effect.homogeneity?.breslowDay, effect.homogeneity?.tarone,
        ].compactMap(\.self)
        return estimates.flatMap { estimate in
            [estimate.point] + (estimate.interval.map { [$0.lowerBound, $0.upperBound] } ?? [])
        } + tests.flatMap { [$0.statistic, $0.p] }
    }

    @Test(
        "none at all, and empty ones",
        arguments: [[], [(0, 0, 0, 0)], [(0, 0, 0, 0), (0, 0, 0, 0)]])
    func empty(counts: [(Int64, Int64, Int64, Int64)]) {
        let effect = strata(counts)
        #expect(numbers(effect) == [])
        #expect(effect.comparedShare == Proportion(0, of: 0))
        #expect(!effect.contradicts)
    }

    @Test("one arm alone: nothing to compare, but in the sum")
    func oneArm() {
        let images = (Int64(50), Int64(500), Int64(0), Int64(0))
        let others = (Int64(0), Int64(0), Int64(20), Int64(400))
        #expect(numbers(strata([images])) == [])
        let both = strata([images, others])
        #expect(near(both.crudeRatio?.point, 2))
        #expect(both.riskRatio == nil && both.riskDifference == nil && both.oddsRatio == nil)
        #expect(both.association(corrected: false) == nil && both.homogeneity == nil)
        #expect(both.comparedShare == Proportion(0, of: 900))
        #expect(!both.contradicts)
    }

    @Test("strata with one arm do not change what is stratified")
    func ignored() {
        let one = strata([(10, 100, 5, 100), (30, 100, 20, 150)])
        let more = strata([(10, 100, 5, 100), (30, 100, 20, 150), (9, 90, 0, 0), (0, 0, 7, 1000)])
        #expect(more.riskRatio == one.riskRatio && more.oddsRatio == one.oddsRatio)
        #expect(more.riskDifference == one.riskDifference)
        #expect(more.homogeneity?.tarone == one.homogeneity?.tarone)
        #expect(more.comparedShare == Proportion(450, of: 1540))
        #expect(more.crudeRatio != one.crudeRatio)
    }

    /// The interval of the ratio is then that of Katz et al. (1978): ln RR ± z √(1/a - 1/n1 + 1/c -
    /// 1/n0).
    @Test("a single one: stratified is crude")
    func single() {
        let effect = strata([(300, 4000, 212, 4000)])
        #expect(effect.riskRatio == effect.crudeRatio)
        // exp(ln(300/212) ± 1.959963984540054 √(1/300 + 1/212 - 2/4000)), by hand.
        #expect(near(effect.riskRatio, 1.4150943396226414, 1.1934997296252112, 1.6778319595102646))
        #expect(near(effect.riskDifference?.point, 0.022))
        #expect(effect.homogeneity == nil)
        #expect(effect.association(corrected: false) != nil)
    }

    @Test("nothing was opened anywhere")
    func noOpens() {
        let effect = strata([(0, 100, 0, 100), (0, 300, 0, 200)])
        #expect(effect.riskRatio == nil && effect.crudeRatio == nil && effect.oddsRatio == nil)
        #expect(effect.riskDifference?.point == 0 && effect.riskDifference?.interval == nil)
        #expect(effect.association(corrected: true) == nil && effect.homogeneity == nil)
    }

    @Test("all was opened everywhere")
    func allOpened() {
        let effect = strata([(100, 100, 100, 100), (300, 300, 200, 200)])
        #expect(effect.riskRatio?.point == 1 && effect.riskRatio?.interval == nil)
        #expect(effect.oddsRatio == nil && effect.homogeneity == nil)
        #expect(effect.association(corrected: false) == nil)
    }

    @Test("one arm was never opened")
    func neverOpened() {
        let noImages = strata([(10, 100, 0, 100), (5, 100, 0, 200)])
        #expect(noImages.riskRatio == nil && noImages.oddsRatio == nil)
        #expect(noImages.association(corrected: false) != nil && noImages.homogeneity == nil)
        let images = strata([(0, 100, 10, 100), (0, 100, 5, 200)])
        #expect(images.riskRatio?.point == 0 && images.riskRatio?.interval == nil)
        #expect(images.oddsRatio?.point == 0 && images.oddsRatio?.interval == nil)
        #expect(images.homogeneity == nil)
    }

    @Test("strata that were not opened do not count in the test of homogeneity")
    func untelling() {
        let two = strata([(10, 100, 5, 100), (30, 100, 40, 150)]).homogeneity
        let more = strata([(10, 100, 5, 100), (30, 100, 40, 150), (0, 9, 0, 9), (4, 4, 4, 4)])
        #expect(two != nil && more.homogeneity?.tarone == two?.tarone)
        #expect(more.homogeneity?.tarone.degrees == 1)
    }

    /// R's `mantelhaen.test` does the same; to square what is left over would turn it into one.
    @Test("an association of less than half a message is none when corrected")
    func corrected() {
        let effect = strata([(10, 100, 10, 101), (20, 200, 10, 101)])
        #expect(near(effect.association(corrected: false)?.statistic, 0.0012777163933387155))
        #expect(effect.association(corrected: true) == ChiSquare(0, degrees: 1))
        #expect(effect.association(corrected: true)?.p == 1)
    }

    @Test("counts that cannot be are no stratum")
    func impossible() {
        func stratum(_ a: Int64, _ n1: Int64) -> Stratum? {
            Stratum(value: Proportion(a, of: n1), reference: Proportion(1, of: 2))
        }
        #expect(stratum(3, 2) == nil && stratum(-1, 2) == nil && stratum(0, -1) == nil)
        #expect(stratum(0, .max) == nil)
        #expect(stratum(2, 2) != nil)
    }

    /// Every pair of strata with up to three messages in an arm: 4,900 and more.
    @Test("of every small size give finite numbers, and intervals about their points")
    func small() {
        let arms = (0...3).flatMap { n in (0...n).map { (Int64($0), Int64(n)) } }
        let all = arms.flatMap { one in arms.map { (one.0, one.1, $0.0, $0.1) } }
        var seen = 0
        for first in all {
            for second in all {
                let effect = strata([first, second])
                let found = numbers(effect)
                guard found.allSatisfy(\.isFinite) else {
                    Issue.record("\(first) \(second): \(found)")
                    continue
                }
                for estimate in [effect.riskRatio, effect.oddsRatio, effect.riskDifference] {
                    guard let interval = estimate?.interval, let point = estimate?.point else {
                        continue
                    }
                    #expect(interval.contains(point), "\(first) \(second)")
                    seen += 1
                }
            }
        }
        #expect(seen > 10_000)
    }

    @Test("of the largest size give finite numbers")
    func large() {
        let most = Stratum.mostMessages
        let cases: [[(Int64, Int64, Int64, Int64)]] = [
            [(most, most, most - 1, most)], [(1, most, most - 1, most)],
            [(1, most, 1, 2), (most - 1, most, 1, 2)], [(1, 2, most / 2, most), (1, 1, 0, most)],
        ]
        for counts in cases {
            #expect(numbers(strata(counts)).allSatisfy { $0.isFinite })
        }
    }
}
