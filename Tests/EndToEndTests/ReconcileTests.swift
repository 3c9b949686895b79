import Foundation
import TestSupport
import Testing

/// What FCM would have counted of the same messages is what the logs tell: no line differs.
@Suite("Reconciling with ourselves")
struct ReconcileTests {
    private let database: Database
    private let folder: TemporaryFolder

    init() throws {
        let sample = try Sample(["--sends", "20000", "--days", "3"])
        database = try Database()
        folder = try TemporaryFolder()
        #expect(try database.ingest([sample.folder]).code == 0)
    }

    private struct Line: Decodable {
        var campaign: String
        var platform: String
        var measure: String
        var theirs: Int64?
        var ours: Int64?
    }

    private func reconcile(_ lines: [String]) throws -> [Line] {
        let file = try folder.write(lines: lines, to: "theirs.json")
        let found = try database.run("reconcile", file, "--json")
        #expect(found.code == 0)
        #expect(found.errors == "")
        struct Sections: Decodable { var counts: [Line] }
        return try JSONDecoder().decode(Sections.self, from: Data(found.output.utf8)).counts
    }

    /// Rows as objects of texts.
    private func rows(_ sql: String) throws -> [[String: Any]] {
        let found = try database.run("sql", sql, "--json", "--limit", "0")
        let rows = try JSONSerialization.jsonObject(with: Data(found.output.utf8))
        return try #require(rows as? [[String: Any]])
    }

    private func json(_ object: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }

    @Test("rows of an export, made of the messages")
    func export() throws {
        var lines: [String] = []
        for row in try rows(
            """
            select message_id, status, target_kind, platform, replace(campaign, '(none)', '')
            as label, sent_at, sent_ms, received_ms, silent from messages
            where status in ('sent', 'failed') order by sent_ms
            """)
        {
            var event: [String: Any] = [
                "event_timestamp": row["sent_at"] ?? "", "message_id": row["message_id"] ?? "",
                "analytics_label": row["label"] ?? "", "sdk_platform": row["platform"] ?? "",
                "instance_id": "\(lines.count)", "event": "MESSAGE_ACCEPTED",
            ]
            let isTopic = ["topic", "condition"].contains(row["target_kind"] as? String)
            if row["status"] as? String == "failed" {
                // Refused requests to topics are not among the failed of a platform.
                if isTopic { continue }
                event["event"] = "INVALID_PARAMETERS"
            } else if isTopic {
                event["message_type"] = "TOPIC"
            } else if row["received_ms"] is NSNumber {
                var delivered = event
                delivered["event"] = "MESSAGE_DELIVERED"
                delivered["event_timestamp"] = "2025-11-21 00:00:00 UTC"
                lines.append(try json(delivered))
            }
            lines.append(try json(event))
        }
        let found = try reconcile(lines)
        #expect(found.filter { $0.theirs != $0.ours }.map(\.measure) == [])
        let measures = Set(found.map(\.measure))
        #expect(measures == ["accepted", "delivered", "failed", "topic_requests"])
        #expect(found.count > 100)
    }

    @Test("entries of the Data API, made of days of Los Angeles")
    func deliveryData() throws {
        let lines = try rows(
            """
            select strftime('%Y-%m-%d', sent_ms / 1000 - 8 * 3600, 'unixepoch') as day,
            replace(campaign, '(none)', '') as label, count(*) as accepted,
            sum(silent = 0) as notifications
            from messages where status = 'sent' and platform = 'android'
            and target_kind not in ('topic', 'condition') group by 1, 2
            """
        ).map { row in
            let day = try #require(row["day"] as? String).split(separator: "-").map { Int($0) ?? 0 }
            return try json([
                "appId": "a", "analyticsLabel": row["label"] ?? "",
                "date": ["year": day[0], "month": day[1], "day": day[2]],
                "data": [
                    "countMessagesAccepted": "\(row["accepted"] ?? "")",
                    "countNotificationsAccepted": "\(row["notifications"] ?? "")",
                ],
            ])
        }
        let found = try reconcile(lines)
        #expect(found.filter { $0.theirs != $0.ours }.map(\.measure) == [])
        #expect(found.count > 20)
        // Another zone's days hold other hours.
        let file = folder.file("theirs.json")
        let other = try database.run("reconcile", file, "--csv", "--tz", "UTC")
        #expect(other.output.contains("other_days"))
    }
}
