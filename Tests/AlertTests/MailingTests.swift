import Alerts
import Delivery
import Testing

/// Mailings with names of their own: each is sent once.
@Suite("Alerts of mailings")
struct MailingTests {
    private static let days = 41
    /// The day of the last mailing; it is sent at 15:00.
    private static let last = 38
    private static let sent = last * 24 + 15

    /// Two campaigns go out every day, and every third day a mailing, which people like to another
    /// degree. iOS opens three fifths of what the others do.
    private static func rows(
        seed: UInt64, opens: Double = 400, every: Int = 3, kept: Double = 1
    ) -> [RandomCohorts.Row] {
        var random = RandomCohorts()
        random.days = days
        random.campaigns = [("digest", days), ("promo", days)]
        random.dayNoise = 0.05
        random.kept = { platform, _, _ in platform == "ios" ? 0.6 : 1 }
        let regular = random.rows(seed: seed)
        random.campaigns = [("mailing", days - 1)]
        random.dayNoise = 0.3
        // 55 % of the opens come in the first hour.
        random.sendsAtOnce = Int(opens / (0.055 * 2 * (1 + 0.3 + 1.0 / 3)))
        let mailings = random.rows(seed: seed + 100).filter {
            $0.hour / 24 % every == last % every
        }.map { row in
            var row = row
            row.leaf[1] = "mailing \(row.hour / 24)"
            if row.hour / 24 == last { row.events = row.events.map { Int64(Double($0) * kept) } }
            return row
        }
        return regular + mailings
    }

    private static func episodes(_ rows: [RandomCohorts.Row]) -> [Episode] {
        DropDetector(RandomCohorts.model(RandomCohorts.cohorts(rows, days: days))).run()
    }

    @Test(
        "one that nobody opens fires in its first hour",
        arguments: [100, 400] as [Double], [1, 2, 3] as [UInt64])
    func dead(opens: Double, seed: UInt64) throws {
        let episodes = MailingTests.episodes(MailingTests.rows(seed: seed, opens: opens, kept: 0))
        let episode = try #require(episodes.first { $0.slice.values[1] == "mailing 38" })
        #expect(episode.slice == Slice([nil, "mailing 38", nil]))
        #expect(Int(episode.firedAt - RandomCohorts.start) == MailingTests.sent)
        #expect(episode.first.score.score > episode.threshold)
    }

    @Test(
        "platforms with their own levels are no alarm", arguments: 1...6 as ClosedRange<UInt64>)
    func levels(seed: UInt64) {
        let episodes = MailingTests.episodes(MailingTests.rows(seed: seed))
        #expect(episodes.allSatisfy { ["digest", "promo"].contains($0.slice.values[1]) })
    }

    @Test("with fewer than five of them, nobody knows how they are liked: half is no alarm")
    func few() {
        let rows = MailingTests.rows(seed: 1, every: 12, kept: 0.4)
        #expect(MailingTests.episodes(rows).allSatisfy { $0.slice.values[1] != "mailing 38" })
    }

    @Test("one platform of a mailing is compared with the others")
    func platform() throws {
        let rows = MailingTests.rows(seed: 2).map { row in
            var row = row
            if row.leaf[1] == "mailing 38", row.leaf[0] == "android" {
                row.events = row.events.map { $0 / 4 }
            }
            return row
        }
        let episode = try #require(MailingTests.episodes(rows).first)
        #expect(episode.slice == Slice(["android", "mailing 38", nil]))
    }
}
