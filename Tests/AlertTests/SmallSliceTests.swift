import Alerts
import Delivery
import Testing

/// Drops of slices with few events, and drops beside others.
@Suite("Alerts of small slices")
struct SmallSliceTests {
    private static let days = 44
    /// A Thursday at eight.
    private static let drop = 38 * 24 + 8

    /// About six opens an hour on iOS, all day long.
    private static func episodes(
        seed: UInt64, sends: Int = 500, kept: @escaping (String, Int) -> Double
    ) -> [Episode] {
        var random = RandomCohorts()
        random.days = days
        random.campaigns = [("digest", days)]
        random.dayNoise = 0.05
        random.sendsAtOnce = sends
        random.kept = { platform, _, hour in kept(platform, hour) }
        return DropDetector(RandomCohorts.model(random.cohorts(seed: seed))).run()
    }

    private static func index(_ hour: Int64) -> Int { Int(hour - RandomCohorts.start) }

    @Test(
        "twelve hours without opens end, and the next outage is another incident",
        arguments: [1, 2, 3, 4] as [UInt64])
    func ends(seed: UInt64) throws {
        let first = SmallSliceTests.drop..<SmallSliceTests.drop + 12
        let second = first.upperBound + 14..<first.upperBound + 26
        let episodes = SmallSliceTests.episodes(seed: seed) { platform, hour in
            platform == "ios" && (first.contains(hour) || second.contains(hour)) ? 0 : 1
        }
        let ios = Slice(["ios", nil, nil])
        #expect(episodes.map(\.slice) == [ios, ios])
        #expect(episodes.map(\.state) == [.resolved, .resolved])
        #expect(episodes.incidents().count == 2)
        let ends = episodes.map { SmallSliceTests.index($0.end) }
        #expect(first.upperBound...first.upperBound + 12 ~= ends[0])
        #expect(second.contains(SmallSliceTests.index(episodes[1].firedAt)))
    }

    @Test(
        "a slice that fires hides no drop of what it is compared with",
        arguments: [1, 2, 3] as [UInt64])
    func rest(seed: UInt64) throws {
        let episodes = SmallSliceTests.episodes(seed: seed, sends: 4000) { platform, hour in
            switch platform {
            case "android" where hour >= SmallSliceTests.drop: 0
            case "ios" where hour >= SmallSliceTests.drop + 6: 0.3
            default: 1
            }
        }
        #expect(
            episodes.map(\.slice) == [Slice(["android", nil, nil]), Slice(["ios", nil, nil])])
        #expect(
            SmallSliceTests.drop + 6...SmallSliceTests.drop + 8
                ~= SmallSliceTests.index(episodes.last?.firedAt ?? 0))
    }

    @Test(
        "a reported slice has a score above the threshold",
        arguments: 1...8 as ClosedRange<UInt64>)
    func scores(seed: UInt64) {
        let platforms = ["android", "ios", "web"]
        let met = platforms[Int(seed % 3)]
        let episodes = SmallSliceTests.episodes(seed: seed, sends: 1500) { platform, hour in
            platform == met && hour >= SmallSliceTests.drop ? 0.6 : 1
        }
        #expect(!episodes.isEmpty)
        #expect(episodes.allSatisfy { $0.first.score.score > $0.threshold })
    }
}
