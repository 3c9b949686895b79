import Foundation
import Testing

/// An accepted send shows its platform by its ID, and a refused one has none: the failure rate of a
/// platform is made of sends whose platform is known whatever FCM answered. Here it meets what
/// truly became of all of them.
@Suite("The failure rate of a platform")
struct RefusalTruthTests {
    private struct Row: Decodable {
        var platform: String
        var failure_rate_bp_low: Double?
        var failure_rate_bp_high: Double?
        var failure_base: Int
        var attempted: Int
        var failed: Int
    }

    private struct Report: Decodable {
        struct Section: Decodable { var rows: [Row] }
        struct Sections: Decodable { var platform: Section }
        var sections: Sections
    }

    @Test("has the truth in its interval", arguments: 1...20)
    func interval(seed: Int) throws {
        let sample = try Sample(["--sends", "20000", "--days", "1", "--seed", "\(seed)"])
        let database = try Database()
        try #require(try database.ingest([sample.folder]).code == 0)
        let report = try JSONDecoder().decode(Report.self, from: Data(database.report().utf8))
        let truth = try sample.truth.failures_by_true_platform
        for platform in ["android", "ios", "web"] {
            let row = try #require(report.sections.platform.rows.first { $0.platform == platform })
            let all = try #require(truth[platform])
            let rate = Double(all.failed) / Double(all.attempted)
            let low = try #require(row.failure_rate_bp_low)
            let high = try #require(row.failure_rate_bp_high)
            #expect((low...high).contains(rate), "\(platform): \(rate), not \(low) to \(high)")
            #expect(row.failure_base < row.attempted)
            // What refused sends without a platform hide.
            #expect(Double(row.failed) / Double(row.attempted) < rate * 0.8)
        }
    }
}
