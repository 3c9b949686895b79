import Delivery
import Testing

/// Reference values: scipy 1.17.1, `chi2_contingency` without correction and `chisquare`.
@Suite("A split between a value and the reference")
struct SplitTests {
    @Test("that is another in each stratum")
    func unlike() throws {
        let split = Split([(4000, 4000), (3000, 6000), (500, 1000), (1200, 2400)])
        let found = try #require(split.betweenStrata)
        #expect(near(found.statistic, 593.9841024761249) && found.degrees == 3)
        #expect(found.p < Split.unlikely)
    }

    /// The two small strata are one: (7, 9).
    @Test("that is one in all strata, some of them small")
    func alike() throws {
        let split = Split([(500, 520), (4, 3), (480, 510), (3, 6), (700, 640)])
        let found = try #require(split.betweenStrata)
        #expect(near(found.statistic, 4.218825100997789) && found.degrees == 3)
        #expect(near(found.p, 0.23878388102282044))
    }

    @Test("against what was meant")
    func meant() throws {
        let found = try #require(Split([(8000, 13_000), (700, 400)]).against(share: 0.4))
        #expect(near(found.statistic, 3.695324283559578) && near(found.p, 0.05456517453961568))
        let half = try #require(Split([(5123, 4877)]).against(share: 0.5))
        #expect(near(half.statistic, 6.0516) && near(half.p, 0.013893701577248655))
    }

    @Test(
        "of too little says nothing",
        arguments: [[], [(0, 0)], [(4, 4)], [(100, 100)], [(100, 0), (50, 0)], [(3, 1), (1, 3)]]
            as [[(Int64, Int64)]])
    func little(strata: [(Int64, Int64)]) {
        #expect(Split(strata.map { ($0.0, $0.1) }).betweenStrata == nil)
        #expect(Split([(4, 4)]).against(share: 0.5) == nil)
        #expect(Split([(400, 400)]).against(share: 1) == nil)
    }

    @Test("keeps no order of strata")
    func order() {
        let strata: [(Int64, Int64)] = [(3, 1), (90, 110), (2, 2), (1, 4), (250, 240)]
        let found = Split(strata.map { ($0.0, $0.1) }).betweenStrata
        let turned = Split(strata.reversed().map { ($0.0, $0.1) }).betweenStrata
        #expect(near(found?.statistic, turned?.statistic ?? 0) && found?.degrees == 2)
    }
}

/// Reference values: statsmodels 0.15.0, `multipletests` with the method `holm`.
@Suite("Several comparisons")
struct ComparisonsTests {
    @Test("raise p values after Holm")
    func holm() {
        let found = Comparisons.holm([0.01, 0.04, 0.03, 0.005])
        #expect(zip(found, [0.03, 0.06, 0.06, 0.02]).allSatisfy { near($0, $1) })
        let other = Comparisons.holm([0.2, 0.0001, 0.5])
        #expect(zip(other, [0.4, 0.0003, 0.5]).allSatisfy { near($0, $1) })
    }

    @Test("do not count what has no p value, and stay below 1")
    func none() {
        #expect(Comparisons.holm([]) == [])
        #expect(Comparisons.holm([nil, 0.04, nil]) == [nil, 0.04, nil])
        #expect(Comparisons.holm([0.9, 0.8]) == [1, 1])
    }
}

/// Reference values: statsmodels 0.15.0, `zt_ind_solve_power`, which solves by steps; of several
/// strata the formula in numpy.
@Suite("The smallest difference that shows")
struct DetectableTests {
    @Test("in one stratum, alone and as one of three comparisons")
    func single() {
        let even = strata([(300, 4000, 212, 4000)]).detectableDifference()
        #expect(near(even, 0.015333201851284782, within: 1e-4))
        let uneven = strata([(180, 3000, 330, 6000)]).detectableDifference(comparisons: 3)
        #expect(near(uneven, 0.01672752951420675, within: 1e-4))
    }

    @Test("in several strata")
    func several() {
        let campaigns = strata([
            (300, 4000, 212, 4000), (180, 3000, 330, 6000), (15, 500, 20, 1000),
            (90, 1200, 160, 2400),
        ])
        #expect(near(campaigns.detectableDifference(), 0.009229904574229305))
    }

    @Test("is unknown where nothing is compared, or nothing opened")
    func nothing() {
        #expect(strata([]).detectableDifference() == nil)
        #expect(strata([(1, 10, 0, 0)]).detectableDifference() == nil)
        #expect(strata([(0, 10, 0, 10)]).detectableDifference() == nil)
    }
}
