import Delivery
import FCM
import Lake
import NDJSON
import SQLite
import TestSupport
import Testing

/// Spark answers from views of its own: what they say of a message, and how they count it, is
/// what the database's views do.
@Suite("The views of a lake")
struct LakeViewTests {
    /// Of the database's, without those that tell of files and of alerts.
    static let views = [
        "messages", "funnel_hourly", "funnel_daily", "delay_hourly",
        "delay_daily", "failure_hourly", "failure_daily", "conversion_hourly",
        "client_hourly", "topic_sides", "topic_hourly",
        "topic_daily", "orphan_hourly", "orphan_daily", "image_status_daily", "label_hourly",
        "validated_hourly", "validated_daily", "reject_reasons", "retention",
    ]

    /// A log in a database, and the database in a lake.
    private struct Stored {
        let reader: Database
        let lake: LakeContent
        let folder: TemporaryFolder

        init(seed: UInt64, messages: Int) throws {
            folder = try TemporaryFolder()
            let log = RandomLog(seed: seed, messages: messages)
            let path = try folder.write(log.bytes, to: "log.ndjson")
            try Ingesting().read([path], into: folder.file("push.db"))
            reader = try Store.reader(folder.file("push.db"))
            _ = try StoreExport(reader, folder.file("lake"))
            lake = try LakeContent(folder.file("lake"))
        }
    }

    @Test("have the rows of the database's views", arguments: 600...611 as ClosedRange<UInt64>)
    func same(seed: UInt64) throws {
        let stored = try Stored(seed: seed, messages: 60)
        let views = try LakeViews(stored.lake)
        for view in LakeViewTests.views {
            let expected = try stored.reader.read { try LakeViews.rows(view, $0) }
            #expect(try views.rows(view) == expected, "\(view)")
        }
    }

    @Test("count records as the database does", arguments: 620...625 as ClosedRange<UInt64>)
    func ledger(seed: UInt64) throws {
        let stored = try Stored(seed: seed, messages: 60)
        let names = ["new", "events", "matched", "orphan"]
        let columns = names.joined(separator: ", ")
        let view = "(select \(columns) from ledger)"
        let expected = try stored.reader.read { try LakeViews.rows(view, $0) }
        #expect(try LakeViews(stored.lake).rows(view) == expected)
    }

    @Test("stand for every view of the database, but for those of alerts")
    func complete() throws {
        let views = try LakeViews(try Stored(seed: 1, messages: 5).lake)
        for view in ViewDocumentation.shared {
            let names = view.columns.map(\.name).joined(separator: ", ")
            #expect(throws: Never.self, "\(view.name)") {
                try views.rows("(select \(names) from \(view.name))")
            }
        }
    }
}
