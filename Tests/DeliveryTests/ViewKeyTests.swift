import Delivery
import SQLite
import TestSupport
import Testing

/// What the documentation of the views says of their rows.
@Suite("Keys of views")
struct ViewKeyTests {
    private let folder: TemporaryFolder
    private let reader: Database

    init() throws {
        let folder = try TemporaryFolder()
        let logs = try (660...675 as ClosedRange<UInt64>).map { seed in
            try folder.write(RandomLog(seed: seed, messages: 60).bytes, to: "\(seed).ndjson")
        }
        try Ingesting().read(logs, into: folder.file("push.db"))
        self.folder = folder
        reader = try Store.reader(folder.file("push.db"))
    }

    private func number(_ sql: String) throws -> Int64 {
        try reader.read { try Int64.fetchOne($0, sql: sql) } ?? -1
    }

    /// How many rows have the words of another row.
    private func repeated(_ columns: [String], of view: String) throws -> Int64 {
        let names = columns.joined(separator: ", ")
        return try number("select count(*) from \(view)")
            - number("select count(*) from (select distinct \(names) from \(view))")
    }

    @Test("no two rows have the same key", arguments: ViewDocumentation.all.map(\.name))
    func unique(name: String) throws {
        let view = try #require(ViewDocumentation.all.first { $0.name == name })
        #expect(Set(view.key).isSubset(of: view.columns.map(\.name)))
        if !view.key.isEmpty { #expect(try repeated(view.key, of: name) == 0) }
        if view.description.contains("One row.") || view.description.contains("One row,") {
            #expect(try number("select count(*) from \(name)") == 1)
        } else if view.key.isEmpty {
            let tells = view.description.contains("ne row for each")
            #expect(tells || view.description.contains("Several rows may have the same"))
        }
    }

    @Test("a message ID has one row")
    func ofMessages() throws {
        let view = "(select message_id from messages where message_id is not null)"
        #expect(try repeated(["message_id"], of: view) == 0)
        #expect(try number("select count(*) from \(view)") > 100)
    }

    @Test("views with several rows for the same words have such rows")
    func severalRows() throws {
        let words = ["send_hour", "platform", "campaign", "image", "image_status", "silent"]
        #expect(try repeated(words + ["platform_source"], of: "funnel_hourly") > 0)
        let delays = ["send_hour", "platform", "campaign", "image", "stage", "from_seconds"]
        #expect(try repeated(delays + ["hours_later"], of: "delay_hourly") > 0)
    }
}
