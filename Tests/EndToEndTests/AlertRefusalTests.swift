import Foundation
import TestSupport
import Testing

/// Sends that FCM refuses, from logs to the alert.
@Suite("Alerts of refused sends")
struct AlertRefusalTests {
    /// Days of sends on three platforms, 44 an hour; some of them are refused: if nothing else is
    /// said, on the last of 25 days from nine to one.
    private struct Logs {
        static let start = Date(timeIntervalSince1970: 1_759_708_800)  // 2025-10-06
        static let platforms = [("android", 20), ("ios", 16), ("web", 8)]
        static let day = "2025-10-30"

        var random = SeededRandom(seed: 28)
        /// The error, and of how many sends in a hundred; by platform.
        var fault: (String) -> (error: String, status: Int, percent: UInt64)?

        var days = 25
        /// Hours since the start.
        var faults = [24 * 24 + 9..<24 * 24 + 13]

        mutating func text() -> String {
            var lines: [String] = []
            for hour in 0..<days * 24 {
                let isFault = faults.contains { $0.contains(hour) }
                for (platform, count) in Logs.platforms {
                    for number in 0..<count {
                        let second = Double(number * 3600 / count + Int(random.next() % 60))
                        let moment = Logs.start.addingTimeInterval(Double(hour) * 3600 + second)
                        let fault = isFault ? fault(platform) : nil
                        lines.append(line(moment, platform, number, fault))
                    }
                }
            }
            return lines.joined(separator: "\n") + "\n"
        }

        private mutating func line(
            _ moment: Date, _ platform: String, _ number: Int,
            _ fault: (error: String, status: Int, percent: UInt64)?
        ) -> String {
            let token = random.next() % 100_000
            var refused = random.next() % 100 < 2 ? ("UNREGISTERED", 404) : nil
            if let fault, random.next() % 100 < fault.percent {
                refused = (fault.error, fault.status)
            }
            let micros = Int64(moment.timeIntervalSince1970 * 1e6) + Int64(number)
            let outcome =
                refused.map { word, status in
                    """
                    "error":{"code":\(status),"details":[{"@type":"type.googleapis.com/\
                    google.firebase.fcm.v1.FcmError","errorCode":"\(word)"}]}
                    """
                } ?? """
                    "response":{"name":"projects/demo/messages/0:\(micros)%00000000000000aa"}
                    """
            return """
                {"ts":"\(moment.ISO8601Format())","platform":"\(platform)","campaign":\
                "\(number % 2 == 0 ? "orders" : "chat")","request":{"message":{"token":\
                "t-\(token)","notification":{"title":"Hello"}}},\(outcome)}
                """
        }
    }

    private static func store(
        _ fault: @escaping (String) -> (error: String, status: Int, percent: UInt64)?
    ) throws -> WatchedStore {
        try store(Logs(fault: fault))
    }

    private static func store(_ logs: Logs) throws -> WatchedStore {
        let store = try WatchedStore(empty: ())
        let path = store.file("sends.ndjson")
        var logs = logs
        try Data(logs.text().utf8).write(to: URL(fileURLWithPath: path))
        try store.ingest([path])
        return store
    }

    private static let told =
        "select rule, slice, state, severity, told_count from alerts order by id"

    @Test("an expired key for APNs: told after the first hour, again, and when it is over")
    func key() throws {
        let store = try Self.store { platform in
            platform == "ios" ? ("THIRD_PARTY_AUTH_ERROR", 401, 60) : nil
        }
        let before = try store.alert("--now", Logs.day + "T09:05")
        #expect(!before.output.contains("failed"), "\(before.output)")
        let first = try store.alert("-q", "--now", Logs.day + "T10:05")
        #expect(first.code == 1)
        #expect(
            first.output.contains(
                "FCM refuses iOS sends with THIRD_PARTY_AUTH_ERROR since 2025-10-30 09:00 UTC: "),
            "\(first.output)")
        #expect(first.output.contains(" of 16 ("))
        #expect(first.output.contains("usually almost none; APNs"))
        #expect(first.output.contains("renew the APNs key"))
        #expect(first.output.contains("platform ios, error_class configuration"))
        let quiet = try store.alert("-q", "--now", Logs.day + "T11:05")
        #expect(quiet == Finished(output: "", errors: "", code: 1))
        let over = try store.alert("-q", "--now", Logs.day + "T16:05")
        #expect(over.code == 0 && over.output.contains("RESOLVED"), "\(over.output)")
        #expect(
            over.output.contains(
                "iOS sends refused with THIRD_PARTY_AUTH_ERROR: over after 4 hours; "),
            "\(over.output)")
        let row = try store.cells(Self.told)
        #expect(
            row.map { [$0[0], $0.dropFirst().dropLast(3).joined(), $0.last] } == [
                ["failed", "\"platform=ioserror_class=configuration\"", "2"]
            ])
    }

    @Test("an incident keeps its hours when runs follow only the end of its day")
    func kept() throws {
        var logs = Logs { $0 == "ios" ? ("THIRD_PARTY_AUTH_ERROR", 401, 60) : nil }
        logs.days = 32
        // Those over midnight make a later run follow more days, back to that after the first one.
        logs.faults = [
            18 * 24 + 16..<18 * 24 + 20, 22 * 24 + 20..<23 * 24 + 4, 26 * 24 + 20..<27 * 24 + 4,
        ]
        let store = try Self.store(logs)
        let hours = "select starts_at, ends_at from alerts order by id limit 1"
        let looks = ["10-24T18", "10-25T06", "10-29T06", "11-02T06", "11-05T06", "11-06T06"]
        for look in looks { _ = try store.alert("-q", "--now", "2025-\(look):05") }
        #expect(try store.cells(hours) == [["2025-10-24T16:00:00Z", "2025-10-24T20:00:00Z"]])
    }

    @Test("an accepted share is normal from then on; a larger one is a new incident")
    func accepted() throws {
        var logs = Logs { $0 == "ios" ? ("THIRD_PARTY_AUTH_ERROR", 401, 40) : nil }
        logs.days = 29
        // For good; then of all platforms for some hours.
        logs.faults = [24 * 24 + 9..<29 * 24]
        let store = try Self.store(logs)
        #expect(try store.alert("-q", "--now", Logs.day + "T11:05").code == 1)
        let accepted = try store.alert("accept", "1", "--now", Logs.day + "T11:10")
        #expect(accepted == Finished(output: "incident 1 is accepted\n", errors: "", code: 0))
        for look in ["10-30T13", "10-31T04", "10-31T18", "11-02T12"] {
            let quiet = try store.alert("-q", "--now", "2025-\(look):05")
            #expect(quiet == Finished(output: "", errors: "", code: 0), "\(look)")
        }
        logs.fault = { _ in ("THIRD_PARTY_AUTH_ERROR", 401, 90) }
        logs.faults = [28 * 24 + 4..<28 * 24 + 8]
        let worse = store.file("worse.ndjson")
        try Data(logs.text().utf8).write(to: URL(fileURLWithPath: worse))
        try store.ingest([worse])
        let outage = try store.alert("-q", "--now", "2025-11-03T07:05")
        #expect(outage.code == 1 && outage.output.contains("FIRING"), "\(outage.output)")
        // One notification of it, whatever its parts are.
        let told = try store.cells(Self.told)
        #expect(told.first?.contains("accepted") == true, "\(told)")
        #expect(told.dropFirst().allSatisfy { $0.contains("firing") }, "\(told)")
        #expect(told.dropFirst().count { $0.last == "1" } == 1, "\(told)")
        let parts = try store.alert("accept", "2", "--now", "2025-11-03T07:10")
        #expect(parts.output == "incident 2 is accepted (with parts: 3, 4)\n")
        let undone = try store.alert("accept", "--undo", "2", "--now", "2025-11-03T07:10")
        #expect(undone.output == "incident 2 is no longer accepted (with parts: 3, 4)\n")
    }

    @Test("what the alert says to run shows the codes")
    func command() throws {
        let store = try Self.store { $0 == "ios" ? ("THIRD_PARTY_AUTH_ERROR", 401, 60) : nil }
        let alert = try store.alert("--dry-run", "--now", Logs.day + "T12:05")
        let command = try #require(alert.output.firstMatch(of: /run +pushfunnel (.+)\n/)?.1)
        let shell = "\(Program.path) \(command) --csv"
        let shown = try Program.run(executable: "/bin/sh", ["-c", shell])
        #expect(shown.output.contains("ios,THIRD_PARTY_AUTH_ERROR,"), "\(shown)")
        #expect(!shown.output.contains("android"))
    }

    @Test("60 % of everything refused: one alert, and none of fewer accepted sends")
    func everything() throws {
        let store = try Self.store { _ in ("PERMISSION_DENIED", 403, 90) }
        let alert = try store.alert("--now", Logs.day + "T12:05")
        #expect(alert.code == 1)
        let firing = alert.output.split(separator: "\n").filter { $0.hasPrefix("FIRING") }
        #expect(firing == ["FIRING CRITICAL  failed, error_class configuration"])
    }

    @Test("dead tokens of a purge: no notification")
    func purge() throws {
        let store = try Self.store { _ in ("UNREGISTERED", 404, 15) }
        let alert = try store.alert("--now", Logs.day + "T12:05")
        #expect(alert.code == 0, "\(alert.output)")
    }

    @Test("a class of errors can be silenced, and the rule turned off and replayed")
    func silence() throws {
        let store = try Self.store { _ in ("UNAVAILABLE", 503, 60) }
        let made = try store.alert(
            "silence", "failed,error_class=fcm", "8h", "--now", Logs.day + "T09:00")
        #expect(made.code == 0, "\(made.errors)")
        let silenced = try store.alert("-q", "--now", Logs.day + "T11:05")
        #expect(silenced.code == 0 && !silenced.output.contains("FIRING"))
        let wrong = try store.alert("silence", "failed,error_class=fmc", "8h")
        #expect(wrong.code == 64 && wrong.errors.contains("fcm"), "\(wrong.errors)")
        let past = try store.alert("backtest", "--now", Logs.day + "T16:05", "--json")
        #expect(past.output.contains("\"rule\": \"failed\""), "\(past.output.prefix(600))")
        let settings = store.file("settings.json")
        try Data(#"{"rules":{"failed":{"on":false}}}"#.utf8)
            .write(to: URL(fileURLWithPath: settings))
        let off = try store.alert("--dry-run", "--config", settings, "--now", Logs.day + "T11:05")
        #expect(off.code == 0 && off.output.hasPrefix("No alert firing"), "\(off.output)")
    }
}
