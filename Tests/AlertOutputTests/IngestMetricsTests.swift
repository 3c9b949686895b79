import Delivery
import Foundation
import NDJSON
import Reporting
import TestSupport
import Testing

/// promtool judges what `ingest --metrics` writes, and the rules of Documentation/Monitoring.md.
@Suite(
    "Metrics of ingest for Prometheus",
    .enabled(if: Tool.path("promtool") != nil, "there is no promtool: make test unpacks it"))
struct IngestMetricsTests {
    private static let run = IngestMetrics.Run(
        started: 1_763_463_600, now: 1_763_463_660.25, lastSuccess: nil, exitCode: 65,
        isFollowing: false)

    private func text(
        _ lines: [String], _ run: IngestMetrics.Run = run
    ) throws -> String {
        let folder = try TemporaryFolder()
        let path = folder.file("push.db")
        let logs = try folder.write(lines: lines, to: "app.log")
        let options = IngestOptions(latest: .init(milliseconds: 1_800_000_000_000))
        _ = try IngestRun(Store(writing: path), options).read([logs])
        return IngestMetrics.text(of: try StoreFigures(Store.reader(path)), run)
    }

    @Test(
        "promtool finds nothing to say of them",
        arguments: [[], ["{}", "x", ""], RandomLog(seed: 3, messages: 40).lines])
    func metrics(lines: [String]) throws {
        let tool = try Tool("promtool", ["check", "metrics"], input: text(lines))
        #expect(tool.finish() == 0)
        #expect(tool.errors + tool.output == "")
    }

    private static func page() throws -> String {
        let page = Tool.root.appending(path: "Documentation/Monitoring.md")
        return try String(contentsOf: page, encoding: .utf8)
    }

    /// Every family that the page names is written, and no other.
    @Test("Documentation/Monitoring.md names each of them")
    func names() throws {
        let page = try Self.page()
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `pushfunnel_") }
        let named = rows.joined().matches(of: /`(pushfunnel_\w+)/).map { String($0.1) }
        var run = Self.run
        run.lastSuccess = 1
        let text = try text(RandomLog(seed: 3, messages: 40).lines, run)
        let families = text.matches(of: /# TYPE (\w+)/).map { String($0.1) }
        #expect(named.sorted() == families.sorted())
    }

    private static func rules() throws -> String {
        let page = try Self.page()
        let block = try #require(page.firstMatch(of: /```yaml\n(groups:[^`]*)```/))
        return String(block.1)
    }

    @Test("promtool accepts the rules of the page, and they fire when they should")
    func alerts() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array(Self.rules().utf8), to: "rules.yml")
        let check = try Tool("promtool", ["check", "rules", folder.file("rules.yml")])
        #expect(check.finish() == 0, "\(check.output)\(check.errors)")
        #expect(check.output.contains("3 rules found"))
        // Times of samples begin at 1970: the follower works for half an hour and is then gone.
        let tests = """
            rule_files: [rules.yml]
            evaluation_interval: 1m
            tests:
              - interval: 1m
                input_series:
                  - series: pushfunnel_ingest_last_success_timestamp_seconds
                    values: 0+60x30 1800+0x60
                  - series: pushfunnel_ingest_exit_code
                    values: 0x20 74x20 0x60
                  - series: pushfunnel_lines_total{result="new"}
                    values: 0+100x100
                  - series: pushfunnel_lines_total{result="rejected"}
                    values: 0+0x30 0+5x70
                alert_rule_test:
                  - {eval_time: 30m, alertname: PushIngestStopped}
                  - {eval_time: 30m, alertname: PushLinesRejected}
                  - eval_time: 50m
                    alertname: PushIngestStopped
                    exp_alerts:
                      - exp_labels: {severity: critical}
                        exp_annotations: {summary: No push logs were read for 20m 0s}
                  - {eval_time: 30m, alertname: PushLogsUnreadable}
                  - eval_time: 38m
                    alertname: PushLogsUnreadable
                    exp_alerts:
                      - exp_labels: {severity: warning}
                        exp_annotations:
                          summary: "Push logs cannot be read: exit code 74"
                  - eval_time: 95m
                    alertname: PushLinesRejected
                    exp_alerts:
                      - exp_labels: {severity: warning}
                        exp_annotations:
                          summary: "4.762% of push log lines are rejected: pushfunnel sql rejects"
            """
        try folder.write(Array(tests.utf8), to: "tests.yml")
        let test = try Tool("promtool", ["test", "rules", folder.file("tests.yml")])
        #expect(test.finish() == 0, "\(test.output)\(test.errors)")
    }
}
