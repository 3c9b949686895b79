import Delivery
import Foundation
import Reporting
import TestSupport
import Testing

/// Tests of variants with a known truth: two platforms, two campaigns, three days, and the values
/// `a`, the reference, and `b` and `c`.
private struct Experiment {
    /// How much more often `b` and `c` are opened than `a`.
    var lift = ["b": 1.0, "c": 1.0]
    /// The part of each value, by platform.
    var parts = [
        "android": ["a": 1.0, "b": 1.0, "c": 1.0], "ios": ["a": 1.0, "b": 1.0, "c": 1.0],
    ]
    var rates = ["android": 0.05, "ios": 0.09]
    var sends = 2000

    /// Rows of `effect_strata`, of sends that get a value and are opened by chance.
    func table(seed: UInt64) -> ResultTable {
        var random = SeededRandom(seed: seed)
        var rows: [[ResultTable.Cell]] = []
        for platform in ["android", "ios"] {
            for (campaign, factor) in [("digest", 1.0), ("promo", 0.6)] {
                for day in ["2025-11-18", "2025-11-19", "2025-11-20"] {
                    for (value, count) in split(on: platform, &random) {
                        let rate = rates[platform, default: 0] * factor * lift[value, default: 1]
                        let opened = binomial(count, rate, &random)
                        rows.append([
                            .text(platform), .text(campaign), .text(day), .text(value), "a",
                            "a=1,b=1,c=1", .integer(Int64(opened)), .integer(Int64(count)),
                        ])
                    }
                }
            }
        }
        return ResultTable(
            columns: [
                "platform", "campaign", "send_day", "value_name", "reference", "split", "opened",
                "open_base",
            ], rows: rows)
    }

    /// How many of the sends get each value.
    private func split(
        on platform: String, _ random: inout SeededRandom
    ) -> [(value: String, count: Int)] {
        let parts = parts[platform, default: [:]].sorted { $0.key < $1.key }
        var (rest, left) = (parts.reduce(0) { $0 + $1.value }, sends)
        return parts.map { value, part in
            let count = part < rest ? binomial(left, part / rest, &random) : left
            rest -= part
            left -= count
            return (value, count)
        }
    }

    /// How many of `count` happen: the gaps between those that do are geometric.
    private func binomial(
        _ count: Int, _ rate: Double, _ random: inout SeededRandom
    ) -> Int {
        guard rate > 0 else { return 0 }
        var (place, hits) = (-1.0, 0)
        while true {
            place +=
                1
                + (log(1 - Double.random(in: 0..<1, using: &random)) / log(1 - rate))
                .rounded(.down)
            guard place < Double(count) else { return hits }
            hits += 1
        }
    }

    /// What `effect` gives of `value` within platform, campaign and day.
    func effect(of value: String, seed: UInt64) throws -> [String: ResultTable.Cell] {
        let table = try Derivation.required("effect").apply(to: table(seed: seed)).get()
        let names = table.columns.map(\.name)
        let row = try #require(
            table.rows.first { $0[0] == .text(value) && $0[2] == "platform, campaign, day" })
        return Dictionary(uniqueKeysWithValues: zip(names, row))
    }
}

private func real(_ cell: ResultTable.Cell?) -> Double {
    if case .real(let number)? = cell { number } else { .nan }
}

@Suite("Effects of variants that are known")
struct EffectSimulationTests {
    private let seeds: ClosedRange<UInt64> = 1...100

    /// At 5 % for both comparisons together; of 400 draws chance adds 2 % at most.
    @Test("are found in no more than 7 of 100 draws where there are none")
    func none() throws {
        let found = try (1...400 as ClosedRange<UInt64>).count { seed in
            try ["b", "c"].contains {
                try Experiment().effect(of: $0, seed: seed)["significant"] == "yes"
            }
        }
        #expect(found <= 28)
    }

    @Test("are found, with intervals that hold the truth, in 93 of 100 draws")
    func planted() throws {
        let experiment = Experiment(lift: ["b": 1.3, "c": 1])
        let rows = try seeds.map { try experiment.effect(of: "b", seed: $0) }
        #expect(rows.count { $0["significant"] == "yes" } >= 93)
        let holding = rows.count { row in
            real(row["risk_ratio_low"]) <= 1.3 && 1.3 <= real(row["risk_ratio_high"])
        }
        #expect(holding >= 93)
        #expect(rows.count { $0["split_broken"] == "yes" } <= 1)
        #expect(rows.count { $0["contradicts"] == "yes" } == 0)
    }

    /// Most of `b` goes to the platform that opens less: pooled rates say that it does harm.
    @Test("hold though pooled rates contradict them")
    func simpson() throws {
        var experiment = Experiment(lift: ["b": 1.25, "c": 1])
        experiment.parts["android"]?["b"] = 4
        experiment.parts["ios"]?["b"] = 0.5
        experiment.rates["ios"] = 0.2
        let rows = try seeds.map { try experiment.effect(of: "b", seed: $0) }
        #expect(rows.count { $0["contradicts"] == "yes" } >= 93)
        let holding = rows.count { row in
            real(row["risk_ratio_low"]) <= 1.25 && 1.25 <= real(row["risk_ratio_high"])
        }
        #expect(holding >= 93)
        #expect(rows.allSatisfy { $0["split_broken"] == "yes" })
    }

    /// A tenth of the sends of `b` to one platform is lost before it is logged.
    @Test("are shown with a warning where the split is broken")
    func broken() throws {
        var experiment = Experiment()
        experiment.parts["ios"]?["b"] = 0.85
        let rows = try seeds.map { try experiment.effect(of: "b", seed: $0) }
        #expect(rows.count { $0["split_broken"] == "yes" } >= 93)
        let others = try seeds.map { try experiment.effect(of: "c", seed: $0) }
        #expect(others.count { $0["split_broken"] == "yes" } <= 1)
    }

    /// The power is that of the smallest difference that is told.
    @Test("as small as told are found in about 80 of 100 draws")
    func detectable() throws {
        var experiment = Experiment(sends: 1000)
        experiment.rates = ["android": 0.1, "ios": 0.1]
        let told = try real(experiment.effect(of: "b", seed: 1)["detectable_change"])
        // Rates are 0.1 and 0.06; the difference is a mean over the strata.
        experiment.lift["b"] = 1 + told / 0.08
        let rows = try seeds.map { try experiment.effect(of: "b", seed: $0) }
        // Two comparisons: each is tested at 2.5 % at least.
        #expect((70...92).contains(rows.count { real($0["cmh_p"]) < 0.025 }))
    }
}
