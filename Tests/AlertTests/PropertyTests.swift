import Alerts
import Delivery
import TestSupport
import Testing

/// What must hold whatever the counts are.
@Suite("Alert properties")
struct PropertyTests {
    private static let lastDay = 22 * 24

    private func baseline(_ cohorts: Cohorts) throws -> (RateModel, Baseline) {
        let model = RandomCohorts.model(cohorts)
        return (model, try #require(Baseline(model, day: PropertyTests.lastDay)))
    }

    @Test("nothing sent, nothing expected")
    func noSends() throws {
        let rows = RandomCohorts().rows(seed: 4).filter {
            $0.leaf[0] != "web" || $0.hour < PropertyTests.lastDay - 48
        }
        let (model, baseline) = try baseline(RandomCohorts.cohorts(rows, days: 23))
        let hours = baseline.expectation.hours
        for (leaf, values) in model.leaves.enumerated() where values[0] == "web" {
            let day = hours.count - 24 + leaf * hours.count..<hours.count * (leaf + 1)
            #expect(baseline.expectation.expected[day].allSatisfy { $0 == 0 })
        }
        let episodes = DropDetector(model).run()
        #expect(episodes.filter { $0.slice.values[0] == "web" } == [])
    }

    @Test("the order of rows, and names of leaves, do not matter", arguments: [5, 6] as [UInt64])
    func order(seed: UInt64) throws {
        var random = RandomCohorts()
        random.kept = { platform, _, hour in platform == "ios" && hour >= 500 ? 0.5 : 1 }
        let rows = random.rows(seed: seed)
        var generator = SeededRandom(seed: seed)
        var shuffled = rows.shuffled(using: &generator)
        let straight = DropDetector(RandomCohorts.model(RandomCohorts.cohorts(rows, days: 23)))
        let mixed = DropDetector(
            RandomCohorts.model(RandomCohorts.cohorts(shuffled, days: 23)))
        let episodes = straight.run()
        #expect(!episodes.isEmpty)
        #expect(mixed.run() == episodes)

        // Platforms in another alphabetical order: other places in every array.
        let names = ["android": "z", "ios": "y", "web": "x"]
        for index in shuffled.indices {
            let name = shuffled[index].leaf[0]
            shuffled[index].leaf[0] = names[name] ?? name
        }
        let renamed = DropDetector(
            RandomCohorts.model(RandomCohorts.cohorts(shuffled, days: 23))
        ).run()
        #expect(renamed.map(\.start) == episodes.map(\.start))
        #expect(renamed.map(\.end) == episodes.map(\.end))
        #expect(
            renamed.map(\.slice.values)
                == episodes.map { episode in
                    episode.slice.values.map { value in value.map { names[$0] ?? $0 } }
                })
        for (a, b) in zip(renamed, episodes) {
            #expect(abs(a.worst.score.score / b.worst.score.score - 1) < 1e-6)
        }
    }

    @Test("twice as many sends with the same yield: twice as much is expected")
    func scaling() throws {
        let rows = RandomCohorts().rows(seed: 7)
        let doubled = rows.map { row in
            RandomCohorts.Row(
                leaf: row.leaf, hour: row.hour, sent: row.sent * 2,
                events: row.events.map { $0 * 2 })
        }
        let (_, single) = try baseline(RandomCohorts.cohorts(rows, days: 23))
        let (_, twice) = try baseline(RandomCohorts.cohorts(doubled, days: 23))
        let sums = [single, twice].map { $0.expectation.expected.reduce(0, +) }
        // Weights against small numbers do not grow along.
        #expect(abs(sums[1] / sums[0] - 2) < 0.01)
        for window in single.noise.widths.indices {
            let taus = [single, twice].map { $0.noise.tau(window: window) }
            for (tau, other) in zip(taus[0], taus[1]) {
                #expect(other > tau * 0.5 || other <= 0.04)
            }
        }
    }

    @Test("hours to come change nothing of those that are closed")
    func closed() {
        var random = RandomCohorts()
        random.kept = { platform, _, hour in platform == "ios" && hour >= 510 ? 0.4 : 1 }
        let rows = random.rows(seed: 8)
        let whole = DropDetector(RandomCohorts.model(RandomCohorts.cohorts(rows, days: 23)))
        let cut = DropDetector(
            RandomCohorts.model(
                RandomCohorts.cohorts(rows.filter { $0.hour < 22 * 24 }, days: 22)))
        let until = RandomCohorts.start + 22 * 24
        var early: [HourEvaluation] = []
        var late: [HourEvaluation] = []
        let short = cut.run { early.append($0) }
        let long = whole.run(RandomCohorts.start..<until) { late.append($0) }
        #expect(!short.isEmpty)
        #expect(short == long)
        #expect(early.map(\.state) == late.map(\.state))
        #expect(early.map(\.segments) == late.map(\.segments))
    }

    @Test("the days before the first answer are not judged")
    func history() {
        let model = RandomCohorts.model(RandomCohorts().cohorts(seed: 9))
        var states: [AlertState] = []
        _ = DropDetector(model).run { states.append($0.state) }
        // A day without earlier sends, fourteen to learn from, and a day between.
        let first = 16 * 24
        #expect(states[..<first].allSatisfy { $0 == .notEnoughHistory })
        #expect(!states[first...].contains(.notEnoughHistory))
    }

    @Test("small segments are not tested, and do not raise the threshold")
    func lowVolume() throws {
        let rows = RandomCohorts().rows(seed: 10)
        let small = rows.map { row in
            RandomCohorts.Row(
                leaf: row.leaf, hour: row.hour, sent: row.leaf[0] == "web" ? 1 : row.sent,
                events: row.leaf[0] == "web" ? row.events.map { _ in 0 } : row.events)
        }
        let model = RandomCohorts.model(RandomCohorts.cohorts(small, days: 23))
        var last: HourEvaluation?
        _ = DropDetector(model).run { last = $0 }
        let evaluation = try #require(last)
        for (segment, one) in zip(model.segments, evaluation.segments)
        where segment.slice.values[0] == "web" {
            #expect(one.state == .lowVolume)
        }
        let tested = zip(model.segments, evaluation.segments).filter { $1.state != .lowVolume }
        #expect(!tested.isEmpty && tested.count < evaluation.segments.count)
        // 20 days of history to learn from: half a point more.
        let thresholds = AlertThresholds(tested.map(\.0.slice), budget: 1, surcharge: 0.5)
        for (segment, one) in tested { #expect(one.threshold == thresholds.of(segment.slice)) }
    }
}
