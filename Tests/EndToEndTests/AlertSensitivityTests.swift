import Foundation
import TestSupport
import Testing

/// What alerts can show, and what they cannot.
@Suite("Smallest drops")
struct AlertSensitivityTests {
    private static let title = "smallest drop that each series can show within 6 and 24 hours"

    /// The rows of the table: slice and numbers.
    private func rows(_ output: String) -> [[String]] {
        output.split(separator: "\n").map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        }.filter { ["opened", "delivered", "sends"].contains($0.first) }
    }

    @Test("a small team reads from the first days that drops of opens will not show in hours")
    func small() throws {
        let sample = try Sample(["--sends", "1500", "--days", "2", "--start", "2025-11-17"])
        let store = try WatchedStore(empty: ())
        try store.ingest([sample.folder])
        let alert = try store.alert("--now", "2025-11-19T01:00")
        #expect(alert.code == 0 && alert.output.hasPrefix("Cannot judge yet"), "\(alert.output)")
        #expect(alert.output.contains(Self.title), "\(alert.output)")
        let opened = try #require(rows(alert.output).first { $0[0] == "opened" })
        #expect(opened[1] == "all" && opened[3] == "n/a", "\(opened)")
        let day = try #require(Int(opened[2]))
        #expect(30...150 ~= day)
        let json = try store.alert("--dry-run", "--json", "--now", "2025-11-19T01:00")
        #expect(json.output.contains(#""within_6_h": null"#), "\(json.output)")
        #expect(try store.alert("-q", "--now", "2025-11-19T01:00").output == "")
    }

    @Test("with history: platforms in the list of alert, all series in that of explain")
    func history() throws {
        let store = try WatchedStore()
        let alert = try store.alert("--dry-run", "--now", "2025-10-24T11:00")
        let main = rows(alert.output)
        #expect(main.contains { $0[0...2] == ["opened", "platform", "ios"] }, "\(alert.output)")
        #expect(!main.contains { $0.contains("campaign") })
        #expect(alert.output.contains("more series: pushfunnel alert explain RULE lists them"))
        let explained = try store.alert("explain", "opened", "--now", "2025-10-24T11:00")
        let all = rows(explained.output)
        #expect(all.allSatisfy { $0[0] == "opened" } && all.count > main.count / 2)
        #expect(all.contains { $0.contains("campaign") })
        // The same numbers as those of a back-test.
        let backtest = try store.alert(
            "backtest", "--since", "2025-10-24", "--now", "2025-10-24T11:00")
        let ios = try #require(main.first { $0[0...2] == ["opened", "platform", "ios"] })
        let replayed = rows(backtest.output).filter { $0.starts(with: ios[0...3]) }
        #expect(replayed.contains { $0.suffix(2) == ios.suffix(2) }, "\(replayed) \(ios)")
    }
}
