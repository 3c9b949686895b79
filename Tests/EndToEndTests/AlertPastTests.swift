import Foundation
import TestSupport
import Testing

/// What alerts say of the past: what they would have said then, whatever was recorded since.
@Suite("Alerts of the past")
struct AlertPastTests {
    /// Three weeks with a drop of deliveries, some hours without any record, a failure of the send
    /// log alone, and sends that stop: what came after each moment, up to the next.
    private struct Logs {
        private(set) var parts: [[UInt8]]

        init(upTo moments: [String]) throws {
            let sample = try Sample([
                "--uniform", "--plain", "--sends", "160000", "--days", "20", "--start",
                "2025-10-06", "--incident", "delivery:platform=android:2025-10-22T10/5h:0.2",
                "--incident", "sends:all:2025-10-25T08/5h:0",
            ])
            parts = Array(repeating: [], count: moments.count + 1)
            for kind in ["sends", "events"] {
                let folder = sample.folder + "/" + kind + "/"
                for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                    let bytes = try #require(FileManager.default.contents(atPath: folder + name))
                    for line in [UInt8](bytes).split(separator: 0x0a) {
                        guard let time = Logs.time(line), Logs.isKept(time, kind) else { continue }
                        let part = moments.firstIndex { time <= $0 } ?? moments.count
                        parts[part] += line
                        parts[part].append(0x0a)
                    }
                }
            }
        }

        /// `2025-10-06T00:08:21.920Z`: lines begin with it, but for broken ones.
        private static func time(_ line: ArraySlice<UInt8>) -> String? {
            line.starts(with: Array("{\"ts\":\"20".utf8)) && line.count > 31
                ? String(decoding: line.dropFirst(7).prefix(24), as: UTF8.self) : nil
        }

        private static func isKept(_ time: String, _ kind: String) -> Bool {
            if ("2025-10-23T09:20"..<"2025-10-23T14:40").contains(time) { return false }
            return kind != "sends" || !("2025-10-24T10"..<"2025-10-24T17").contains(time)
        }
    }

    /// On the hour, within it, and when nothing comes in.
    private static let moments = [
        "2025-10-21T06:00:00.000Z", "2025-10-22T11:00:00.000Z", "2025-10-22T12:30:00.000Z",
        "2025-10-22T17:59:30.000Z", "2025-10-23T09:30:00.000Z", "2025-10-23T11:00:00.000Z",
        "2025-10-23T13:45:17.000Z", "2025-10-23T16:00:00.000Z", "2025-10-24T11:30:00.000Z",
        "2025-10-24T15:00:00.000Z", "2025-10-25T03:00:00.000Z", "2025-10-25T12:00:00.000Z",
        "2025-10-25T17:00:00.000Z",
    ]

    @Test("the same of a store that holds later records as of one that does not")
    func past() throws {
        let logs = try Logs(upTo: AlertPastTests.moments)
        let whole = try WatchedStore(empty: ())
        let files = try logs.parts.enumerated().map { index, lines in
            let path = whole.file("part-\(index).ndjson")
            try Data(lines).write(to: URL(fileURLWithPath: path))
            return path
        }
        try whole.ingest(files)
        let then = try WatchedStore(empty: ())
        var states: Set<String> = []
        for (moment, file) in zip(AlertPastTests.moments, files) {
            try then.ingest([file])
            let now = try AlertPastTests.said(whole, moment)
            let before = try AlertPastTests.said(then, moment)
            #expect(now.verdict == before.verdict, "\(moment)")
            #expect(now.backtest == before.backtest, "\(moment)")
            #expect(now.text == before.text, "\(moment)")
            states.formUnion(try AlertPastTests.states(before.verdict.output))
            if moment.hasSuffix("00:00.000Z") {
                try AlertPastTests.expectAgreement(before.verdict.output, before.backtest.output)
            }
        }
        // Or the test would show nothing.
        #expect(states == ["ok", "firing", "no_data", "delivered", "sends", "freshness"])
    }

    private static func said(
        _ store: WatchedStore, _ moment: String
    ) throws -> (verdict: Finished, text: Finished, backtest: Finished) {
        (
            try store.anyAlert("--dry-run", "--json", "--now", moment),
            try store.anyAlert("--dry-run", "--now", moment),
            try store.anyAlert("backtest", "--json", "--now", moment)
        )
    }

    private static func object(_ json: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }

    /// The state, and the rules of what fires.
    private static func states(_ json: String) throws -> Set<String> {
        let report = try object(json)
        let alerts = try #require(report["alerts"] as? [[String: Any]])
        let firing = alerts.filter { $0["state"] as? String == "firing" }
            .compactMap { $0["rule"] as? String }
        return Set(firing + [try #require(report["state"] as? String)])
    }

    /// What fires now is what a back-test has no end of.
    private static func expectAgreement(_ verdict: String, _ backtest: String) throws {
        let alerts = try #require(try object(verdict)["alerts"] as? [[String: Any]])
        let alarms = try #require(try object(backtest)["alarms"] as? [[String: Any]])
        let name = { (alert: [String: Any]) in
            "\(alert["rule"] ?? "") \(alert["slice"] ?? "") \(alert["starts_at"] ?? "")"
        }
        let firing = alerts.filter {
            $0["state"] as? String != "resolved" && $0["rule"] as? String != "freshness"
        }
        #expect(
            Set(firing.map(name))
                == Set(alarms.filter { $0["ends_at"] is NSNull }.map(name)))
    }
}
