import Delivery
import Foundation
import Lake
import NDJSON
import SQLite
import TestSupport
import Testing

/// Ad-hoc SQL over messages gives the numbers of the reports, which read counts.
@Suite("Sums over messages")
struct MessageSumTests {
    /// A view of counts, the columns that it shares with messages, and its counts in words of
    /// messages.
    struct Counted: CustomTestStringConvertible {
        var view: String
        var shared: [String]
        var counts: [(name: String, ofMessages: String)]
        var testDescription: String { view }
    }

    private static let funnel =
        RollupTable.funnel.countColumns + ["open_base", "failure_base", "failures_in_base"]

    private static func same(_ names: [String]) -> [(name: String, ofMessages: String)] {
        names.map { ($0, $0) }
    }

    private static func prefixed(
        _ prefix: String, _ names: [String]
    ) -> [(name: String, ofMessages: String)] {
        names.map { ($0, "\(prefix)_\($0)") }
    }

    private static let segment = ["platform", "campaign", "project", "image"]

    static let all = [
        Counted(
            view: "funnel_hourly",
            shared: ["send_hour", "send_day"] + segment
                + ["platform_source", "image_status", "silent"],
            counts: same(funnel)),
        Counted(
            view: "funnel_daily", shared: ["send_day"] + segment + ["silent"],
            counts: same(funnel)),
        Counted(
            view: "failure_hourly",
            shared: ["send_hour"] + segment + ["error_code", "apns_reason"],
            counts: same(["failed"])),
        Counted(
            view: "failure_daily",
            shared: ["send_day", "platform", "campaign", "project", "error_code", "apns_reason"],
            counts: same(["failed"])),
        Counted(
            view: "conversion_hourly", shared: ["send_hour", "send_day"] + segment,
            counts: same(["converted", "converted_opened", "converted_late"])
                + [("value_millionths", "coalesce(value_millionths, 0)")]),
        Counted(
            view: "client_hourly", shared: ["send_hour"] + segment + ["silent"],
            counts: same(["received", "impressions", "opened"])),
        Counted(
            view: "image_status_daily",
            shared: ["send_day", "platform", "campaign", "project", "image_status"],
            counts: same(["sent"])),
        Counted(
            view: "topic_hourly", shared: ["send_hour"],
            counts: prefixed("topic", ["sent", "failed", "received", "opened"])),
        Counted(
            view: "topic_daily", shared: ["send_day"],
            counts: prefixed("topic", ["sent", "failed", "received", "opened"])),
        Counted(
            view: "orphan_hourly", shared: ["send_hour", "send_day", "platform", "campaign"],
            counts: prefixed("orphan", ["messages", "events", "opened"])),
        Counted(
            view: "validated_hourly", shared: ["send_hour", "platform", "campaign", "project"],
            counts: same(["validated"])),
        Counted(
            view: "(select * from delay_hourly where stage = 'received')",
            shared: ["send_hour"] + segment, counts: [("messages", "received")]),
        Counted(
            view: "(select * from delay_hourly where stage = 'impression')",
            shared: ["send_hour"] + segment, counts: [("messages", "impressions")]),
        Counted(
            view: "(select * from delay_hourly where stage = 'opened')",
            shared: ["send_hour"] + segment, counts: [("messages", "opened + late")]),
    ]

    /// Opened by two devices that got it by a topic, which random logs do not have.
    private static let ofTopic = ["1a1a1a1a1a1a1a1a", "1b1b1b1b1b1b1b1b"].map {
        """
        {"ts":"2025-11-18T12:00:00Z","platform":"android","event":"opened",\
        "bundle":{"google.message_id":"0:1763456400000001%\($0)","from":"/topics/news"}}

        """
    }.joined()

    private static func log(_ seed: UInt64) -> [UInt8] {
        RandomLog(seed: seed, messages: 60).bytes + Array(ofTopic.utf8)
    }

    private static func sums(
        _ counted: Counted, of table: String, _ count: (Int) -> String
    ) -> String {
        let keys = counted.shared.joined(separator: ", ")
        let sums = counted.counts.indices.map { "sum(\(count($0))) as c\($0)" }
        let some = counted.counts.indices.map { "c\($0) <> 0" }.joined(separator: " or ")
        return """
            select \(keys), \(sums.joined(separator: ", ")) from \(table) group by \(keys)
            having \(some)
            """
    }

    /// Both ways, so that neither side has rows that the other lacks; of the hours that fulfil a
    /// condition.
    private func expectSame(
        _ counted: Counted, where condition: String = "true",
        _ rows: (String) throws -> [String]
    ) throws {
        let some = { (table: String) in "(select * from \(table) where \(condition))" }
        let view = Self.sums(counted, of: some(counted.view)) { counted.counts[$0].name }
        let messages = Self.sums(counted, of: some("messages")) { counted.counts[$0].ofMessages }
        let expected = try rows("(\(view))")
        #expect(try rows("(\(messages))") == expected, "\(counted.view)")
    }

    @Test("are the counts of every view", arguments: 640...655 as ClosedRange<UInt64>)
    func ofDatabase(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.log(seed), to: "log.ndjson")
        try Ingesting().read([path], into: folder.file("push.db"))
        let reader = try Store.reader(folder.file("push.db"))
        try reader.read { db in
            for counted in Self.all { try expectSame(counted) { try LakeViews.rows($0, db) } }
        }
        _ = try StoreExport(reader, folder.file("lake"))
        let lake = try LakeViews(try LakeContent(folder.file("lake")))
        for counted in Self.all { try expectSame(counted, lake.rows) }
    }

    /// Hours before the prune point lost their messages. So did later ones in which a message with
    /// an earlier ID was sent: `pruned_counts` has these.
    @Test(
        "are the counts of the hours that a prune leaves whole",
        arguments: 656...667 as ClosedRange<UInt64>)
    func ofPruned(seed: UInt64) throws {
        let pruned = try PrunedStore(RandomLog(seed: seed, messages: 60))
        let horizon = Horizon(day: RandomLog.now / 86_400_000 - 8)
        try pruned.prune(horizon)
        let first = Timestamp(milliseconds: horizon.milliseconds).hourText
        let whole = """
            send_hour >= '\(first)' and send_hour not in (
                select strftime('%Y-%m-%dT%H', hour * 3600, 'unixepoch') from pruned_counts)
            """
        #expect(try pruned.number("select count(*) from funnel_hourly where \(whole)") > 10)
        try Store.reader(pruned.database).read { db in
            for counted in Self.all where counted.shared.contains("send_hour") {
                try expectSame(counted, where: whole) { try LakeViews.rows($0, db) }
            }
        }
    }

    /// What users of the golden cases have, all in one database.
    @Test("are the counts of the logs of all golden cases")
    func ofCases() throws {
        let folder = try TemporaryFolder()
        let cases = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Cases")
        let files = FileManager.default.subpaths(atPath: cases.path) ?? []
        let logs = files.filter { $0.hasSuffix(".ndjson") }.map { "\(cases.path)/\($0)" }
        #expect(logs.count > 50)
        try Ingesting().read(logs.sorted(), into: folder.file("push.db"))
        try Store.reader(folder.file("push.db")).read { db in
            for counted in Self.all { try expectSame(counted) { try LakeViews.rows($0, db) } }
        }
    }

    @Test("have something of each count to compare")
    func notEmpty() throws {
        let folder = try TemporaryFolder()
        let logs = try (640...655 as ClosedRange<UInt64>).map { seed in
            try folder.write(Self.log(seed), to: "\(seed).ndjson")
        }
        try Ingesting().read(logs, into: folder.file("push.db"))
        try Store.reader(folder.file("push.db")).read { db in
            for counted in Self.all {
                for count in counted.counts {
                    let sum = try Int64.fetchOne(
                        db, sql: "select sum(\(count.name)) from \(counted.view)")
                    #expect((sum ?? 0) > 0, "\(counted.view) \(count.name)")
                }
            }
        }
    }
}
