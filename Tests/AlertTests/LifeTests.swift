import Alerts
import Delivery
import Testing

/// Drops that are made up, from alarm to end.
@Suite("Life of an alert")
struct LifeTests {
    /// The drop begins on a Thursday at ten.
    private static let drop = 38 * 24 + 10

    private static func random(
        days: Int = 41, kept: @escaping (String, String, Int) -> Double
    ) -> RandomCohorts {
        var random = RandomCohorts()
        random.days = days
        random.campaigns = [
            ("digest", days), ("promo", days), ("reminder", days), ("recall", 5),
        ]
        random.dayNoise = 0.05
        random.kept = kept
        return random
    }

    private static func episodes(_ random: RandomCohorts, seed: UInt64 = 1) -> [Episode] {
        DropDetector(RandomCohorts.model(random.cohorts(seed: seed))).run()
    }

    private static func index(_ hour: Int64) -> Int { Int(hour - RandomCohorts.start) }

    @Test("quiet traffic keeps the budget of one false alarm in a month")
    func quiet() {
        let random = LifeTests.random { _, _, _ in 1 }
        let seeds: ClosedRange<UInt64> = 1...6
        let alarms = seeds.reduce(0) { $0 + LifeTests.episodes(random, seed: $1).count }
        // The first 16 days are not judged.
        let months = Double(seeds.count * (random.days - 16)) / 30
        #expect(Double(alarms) <= months)
    }

    @Test("half of a platform's opens lost for six hours: one episode, one notification, resolved")
    func platform() throws {
        let random = LifeTests.random { platform, _, hour in
            platform == "ios" && LifeTests.drop..<LifeTests.drop + 6 ~= hour ? 0.5 : 1
        }
        let episodes = LifeTests.episodes(random)
        #expect(episodes.count == 1)
        let episode = try #require(episodes.first)
        #expect(episode.slice == Slice(["ios", nil, nil]))
        #expect(episode.state == .resolved)
        #expect(episode.notified.count == 1)
        #expect(LifeTests.drop...LifeTests.drop + 1 ~= LifeTests.index(episode.firedAt))
        #expect(LifeTests.drop + 7...LifeTests.drop + 10 ~= LifeTests.index(episode.end))
        #expect(0.4...0.6 ~= episode.worst.score.drop)
        #expect(!episode.worst.score.likelyRange.contains(episode.worst.score.observed))
        let rest = try #require(episode.latest.restRatio)
        #expect(0.8...1.2 ~= rest)
    }

    @Test(
        "the slice is that which lacks events, in any number of dimensions",
        arguments: [
            [nil, nil, nil], ["web", nil, nil], [nil, "digest", nil], ["android", "promo", nil],
        ] as [[String?]])
    func slices(values: [String?]) throws {
        let slice = Slice(values)
        let random = LifeTests.random { platform, campaign, hour in
            let isMet = slice.contains([platform, campaign, ""])
            return isMet && hour >= LifeTests.drop ? 0.4 : 1
        }
        let episode = try #require(LifeTests.episodes(random).first)
        #expect(episode.slice == slice)
        #expect(episode.state == .firing)
    }

    @Test("two faults at once are two episodes")
    func two() {
        let random = LifeTests.random { platform, _, hour in
            switch (platform, hour) {
            case ("ios", LifeTests.drop...10_000): 0.3
            case ("web", LifeTests.drop + 5...10_000): 0.2
            default: 1
            }
        }
        let slices = LifeTests.episodes(random).map(\.slice)
        #expect(slices == [Slice(["ios", nil, nil]), Slice(["web", nil, nil])])
    }

    @Test("what drops after a part of it has fired is counted without the part")
    func besides() throws {
        let random = LifeTests.random { platform, _, hour in
            switch (platform, hour) {
            case ("ios", LifeTests.drop...10_000): 0.3
            case (_, LifeTests.drop + 5...10_000): 0.2
            default: 1
            }
        }
        let episodes = LifeTests.episodes(random)
        #expect(episodes.map(\.slice) == [Slice(["ios", nil, nil]), Slice([nil, nil, nil])])
        #expect(episodes.map(\.besides) == [[], [Slice(["ios", nil, nil])]])
        let (part, whole) = (try #require(episodes.first), try #require(episodes.last))
        #expect(part.latest.score.expected > 0 && whole.latest.score.expected > 0)
        #expect(0.6...0.8 ~= part.worst.score.drop)
        #expect(0.75...0.85 ~= whole.worst.score.drop)
    }

    @Test("a drop that grows has another notification, a drop that lasts has not")
    func growth() throws {
        let random = LifeTests.random { platform, _, hour in
            guard platform == "ios" else { return 1 }
            return switch hour {
            case LifeTests.drop + 12..<LifeTests.drop + 24: 0.05
            case LifeTests.drop..<LifeTests.drop + 12: 0.5
            default: 1
            }
        }
        let episodes = LifeTests.episodes(random)
        let episode = try #require(episodes.first)
        #expect(episodes.count == 1)
        #expect(2...3 ~= episode.notified.count)
        #expect(LifeTests.index(episode.notified[1]) >= LifeTests.drop + 12)
        #expect(episode.reported.score.drop > 0.8)
        #expect(episode.state == .resolved)
    }

    @Test("a drop that lasts has one notification", arguments: [0, 0.02, 0.3])
    func lasting(rest: Double) throws {
        let random = LifeTests.random { platform, _, hour in
            platform == "ios" && LifeTests.drop..<LifeTests.drop + 24 ~= hour ? rest : 1
        }
        let episodes = LifeTests.episodes(random)
        #expect(episodes.count == 1)
        #expect(try #require(episodes.first).notified.count == 1)
    }

    @Test(
        "after a resolve, windows do not reach back into the drop",
        arguments: [1, 2, 3] as [UInt64])
    func reach(seed: UInt64) {
        let random = LifeTests.random { platform, _, hour in
            platform == "android" && LifeTests.drop - 24..<LifeTests.drop ~= hour ? 0 : 1
        }
        let episodes = LifeTests.episodes(random, seed: seed)
        #expect(episodes.map(\.state) == [.resolved])
        #expect(episodes.map(\.slice) == [Slice(["android", nil, nil])])
    }

    @Test(
        "a drop with a pause of two hours has one notification, with a pause of a day two",
        arguments: [(2, 1, 1), (20, 2, 0)])
    func pause(hours: Int, episodeCount: Int, reopened: Int) {
        let begin = LifeTests.drop - 3
        let pause = begin + 6..<begin + 6 + hours
        let random = LifeTests.random { platform, _, hour in
            let isMet = begin..<pause.upperBound + 6 ~= hour && !pause.contains(hour)
            return platform == "ios" && isMet ? 0.5 : 1
        }
        let episodes = LifeTests.episodes(random)
        #expect(episodes.map(\.state) == Array(repeating: .resolved, count: episodeCount))
        #expect(episodes.allSatisfy { $0.slice == Slice(["ios", nil, nil]) })
        #expect(episodes.allSatisfy { $0.notified.count == 1 })
        #expect(episodes.reduce(0) { $0 + $1.reopened.count } == reopened)
        let last = LifeTests.index(episodes.last?.end ?? 0)
        #expect(pause.upperBound + 7...pause.upperBound + 10 ~= last)
    }

    @Test("a campaign that ends while it fires lapses")
    func lapse() throws {
        let rows = LifeTests.random { _, campaign, hour in
            campaign == "promo" && hour >= LifeTests.drop ? 0.2 : 1
        }.rows(seed: 1).filter { $0.leaf[1] != "promo" || $0.hour < LifeTests.drop + 6 }
        let cohorts = RandomCohorts.cohorts(rows, days: 41)
        let episodes = DropDetector(RandomCohorts.model(cohorts)).run()
        let episode = try #require(episodes.first)
        #expect(episode.slice == Slice([nil, "promo", nil]))
        #expect(episode.state == .lapsed)
    }

    @Test("hours in which nothing came in at all are no drop")
    func silence() {
        let silent = LifeTests.drop..<LifeTests.drop + 5
        let random = LifeTests.random { _, _, hour in silent ~= hour ? 0 : 1 }
        let model = RandomCohorts.model(random.cohorts(seed: 1))
        #expect(!DropDetector(model).run().isEmpty)
        let hours = Set(silent.map { RandomCohorts.start + Int64($0) })
        var states: [AlertState] = []
        let episodes = DropDetector(model, silentHours: hours).run { states.append($0.state) }
        #expect(episodes == [])
        #expect(states.indices.filter { states[$0] == .noData } == Array(silent))
    }

    @Test("what was an incident is not learned from")
    func exclusion() throws {
        // Without it, the second drop, a week later at the same hour, would be half usual.
        let random = LifeTests.random(days: 48) { platform, _, hour in
            let first = platform == "ios" && LifeTests.drop..<LifeTests.drop + 12 ~= hour
            let week = LifeTests.drop + 168
            let second = platform == "ios" && week..<week + 12 ~= hour
            return first || second ? 0.3 : 1
        }
        let episodes = LifeTests.episodes(random).filter { $0.slice == Slice(["ios", nil, nil]) }
        #expect(episodes.count == 2)
        let drops = episodes.map(\.worst.score.drop)
        #expect(drops.allSatisfy { 0.62...0.78 ~= $0 })
    }

    @Test("what is not delivered cannot be opened: the later stage is inhibited")
    func cascade() throws {
        let random = LifeTests.random { platform, _, hour in
            platform == "ios" && LifeTests.drop..<LifeTests.drop + 6 ~= hour ? 0.3 : 1
        }
        let episodes = LifeTests.episodes(random)
        #expect(episodes.count == 1)
        let opens = try #require(episodes.first)
        var delivered = opens
        #expect(opens.isExplained(by: delivered))
        delivered.slice = Slice(["ios", "promo", nil])
        #expect(!opens.isExplained(by: delivered))
        delivered.slice = Slice([nil, nil, nil])
        #expect(opens.isExplained(by: delivered))
        delivered.end = delivered.start
        #expect(!opens.isExplained(by: delivered))
    }
}
