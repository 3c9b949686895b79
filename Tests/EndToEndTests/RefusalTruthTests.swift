import Foundation
import Testing

/// An accepted send shows its platform by its ID, and a refused one has none: the failure rate of a
/// platform is made of sends whose platform is known whatever FCM answered. Here it meets what
/// truly became of all of them.
@Suite("The failure rate of a platform")
struct RefusalTruthTests {
    private struct Row: Decodable {
        var platform: String
        var failure_rate_low: Double?
        var failure_rate_high: Double?
        var attempted: Int
        var failed: Int
    }

    private struct Report: Decodable {
        struct Section: Decodable { var rows: [Row] }
        struct Sections: Decodable { var platform: Section }
        var sections: Sections
    }

    /// One of twenty intervals of 95 % misses by chance: three of these sixty.
    @Test("has the truth in its interval")
    func interval() throws {
        var misses: [String] = []
        for seed in 1...20 {
            let sample = try Sample(["--sends", "20000", "--days", "1", "--seed", "\(seed)"])
            let database = try Database()
            try #require(try database.ingest([sample.folder]).code == 0)
            let report = try JSONDecoder().decode(Report.self, from: Data(database.report().utf8))
            let truth = try sample.truth.failures_by_true_platform
            for platform in ["android", "ios", "web"] {
                let rows = report.sections.platform.rows
                let row = try #require(rows.first { $0.platform == platform })
                let all = try #require(truth[platform])
                let rate = Double(all.failed) / Double(all.attempted)
                let low = try #require(row.failure_rate_low)
                let high = try #require(row.failure_rate_high)
                if !(low...high).contains(rate) { misses.append("\(seed) \(platform)") }
                // Of all sends of the platform that are known, the rate hides most refusals.
                #expect(Double(row.failed) / Double(row.attempted) < rate / 2)
            }
        }
        #expect(misses.count <= 6, "\(misses)")
    }
}
