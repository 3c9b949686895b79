import Foundation
import TestSupport
import Testing

/// Deliveries and opens that fail at the same time, and how sure an alert of few opens is.
@Suite("Alerts of deliveries and opens together")
struct AlertStageTests {
    /// Hourly sends that all arrive, of which every fourth is opened minutes later: the same in
    /// each hour of 25 days but the last ones, from nine on.
    private struct Logs {
        static let days = 25
        static let start = Date(timeIntervalSince1970: 1_759_708_800)  // 2025-10-06
        static let platforms = [("android", 24), ("ios", 16)]
        static let day = "2025-10-30"
        static let fault = 24 * 24 + 9

        /// Of each platform while the fault lasts.
        var delivered: [String: Int] = [:]
        var opened: [String: Int] = [:]

        func text() -> String {
            var lines: [String] = []
            for hour in 0..<Logs.fault + 14 {
                for (platform, sends) in Logs.platforms {
                    let isFault = hour >= Logs.fault
                    let received = isFault ? delivered[platform] ?? sends : sends
                    let opens = isFault ? opened[platform] ?? received / 4 : sends / 4
                    for number in 0..<sends {
                        let moment = Logs.start.addingTimeInterval(
                            Double(hour * 3600 + number * 60 * (48 / sends)))
                        lines.append(send(platform, moment))
                        if number >= sends - received {
                            lines.append(event(platform, "receipt", moment, after: 1))
                        }
                        if number >= sends - opens {
                            lines.append(event(platform, "open", moment, after: 240))
                        }
                    }
                }
            }
            return lines.joined(separator: "\n") + "\n"
        }

        private func key(_ platform: String, _ moment: Date) -> String {
            let micros = Int64(moment.timeIntervalSince1970 * 1e6)
            return platform == "ios" ? "\(micros + 1)" : "0:\(micros)%00000000000000aa"
        }

        private func send(_ platform: String, _ moment: Date) -> String {
            """
            {"ts":"\(moment.ISO8601Format())","platform":"\(platform)","campaign":"orders",\
            "request":{"message":{"token":"t","notification":{"title":"Hello"}}},\
            "response":{"name":"projects/demo/messages/\(key(platform, moment))"}}
            """
        }

        private func event(
            _ platform: String, _ kind: String, _ moment: Date, after seconds: Double
        ) -> String {
            let time = moment.addingTimeInterval(seconds).ISO8601Format()
            let key = key(platform, moment)
            let head = "{\"ts\":\"\(time)\",\"platform\":\"\(platform)\","
            if platform == "android" {
                return head + """
                    "event":"\(kind == "open" ? "opened" : "received")",\
                    "bundle":{"google.message_id":"\(key)","gcm.n.e":"1"}}
                    """
            }
            let callback =
                kind == "open"
                ? """
                "callback":"didReceiveResponse",\
                "action":"com.apple.UNNotificationDefaultActionIdentifier"
                """ : "\"callback\":\"serviceExtension\""
            return head + callback + """
                ,"user_info":{"aps":{"alert":"Hello","mutable-content":1},\
                "gcm.message_id":"\(key)"}}
                """
        }
    }

    private static func store(_ logs: Logs) throws -> WatchedStore {
        let store = try WatchedStore(empty: ())
        let path = store.file("logs.ndjson")
        try Data(logs.text().utf8).write(to: URL(fileURLWithPath: path))
        try store.ingest([path])
        return store
    }

    /// The first lines of alerts at some hour of the last day.
    private static func firing(_ store: WatchedStore, _ hour: Int) throws -> [String] {
        let alert = try store.alert("--dry-run", "--now", "\(Logs.day)T\(hour):05")
        return alert.output.split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("FIRING") }
    }

    @Test("a platform gets nothing, and another opens less by chance: no alarm of all opens")
    func undelivered() throws {
        let store = try Self.store(Logs(delivered: ["ios": 0], opened: ["ios": 0, "android": 1]))
        #expect(try Self.firing(store, 11) == ["FIRING CRITICAL  delivered, platform ios"])
        let explained = try store.alert("explain", "opened", "--now", Logs.day + "T11:05")
        #expect(!explained.output.contains("opens down"), "\(explained.output)")
    }

    @Test("nobody opens what the other platform gets: an incident of its own, with its own counts")
    func both() throws {
        let store = try Self.store(Logs(delivered: ["ios": 0], opened: ["ios": 0, "android": 0]))
        #expect(
            try Self.firing(store, 13) == [
                "FIRING CRITICAL  delivered, platform ios", "FIRING WARNING  opened, all",
            ])
        let alert = try store.alert("--dry-run", "--now", Logs.day + "T13:05")
        #expect(alert.output.contains(" (0 of 24 expected; "), "\(alert.output)")
    }

    @Test("few opens are missing: a warning until chance is out of the question, then critical")
    func severity() throws {
        let store = try Self.store(Logs(opened: ["ios": 0]))
        let told = try (9...20).flatMap { hour in
            try store.alert("-q", "--repeat", "24h", "--now", "\(Logs.day)T\(hour):05").output
                .split(separator: "\n").filter { $0.hasPrefix("FIRING") }
        }
        #expect(
            told == [
                "FIRING WARNING  opened, platform ios", "FIRING CRITICAL  opened, platform ios",
            ])
    }
}
