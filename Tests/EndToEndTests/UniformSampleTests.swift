import Foundation
import TestSupport
import Testing

/// What benchmarks read with a fixed schema.
@Suite(
    "A uniform sample",
    .sample("--uniform", "--dirty", "0", "--sends", "20000", "--days", "2"))
struct UniformSampleTests {
    @Test("has its truth in every line of the report")
    func report() throws {
        let whole = try #require(Undisturbed.current)
        let truth = try whole.sample.truth
        let report = try FunnelJSON(whole.database.report())
        #expect(
            report.funnels("platform_image") == truth.sums { [$0.platform, $0.image] })
        #expect(report.funnels("campaign") == truth.sums { [$0.campaign] })
        #expect(report.failures == truth.failures)
    }

    @Test("holds nothing but single sends and their events")
    func kinds() throws {
        let whole = try #require(Undisturbed.current)
        let truth = try whole.sample.truth
        #expect(truth.totals["silent_sent"] == 0)
        #expect(truth.totals["topic_sends"] == 0)
        #expect(truth.totals["validated"] == 0)
        #expect(truth.ledger.label_events == 0)
        let folders = whole.sample.files.map {
            URL(fileURLWithPath: $0).deletingLastPathComponent().lastPathComponent
        }
        #expect(Set(folders) == ["events", "sends"])
    }
}
