import Delivery
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("A repair")
struct StoreRepairTests {
    private static let log = RandomLog(seed: 31, messages: 150)
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("push.db")
        let file = try folder.write(Self.log.bytes, to: "log.ndjson")
        try Ingesting().read([file], into: path)
    }

    /// A copy with a change, and what a repair of it found and left.
    private func repaired(_ sql: String, of path: String) throws -> (String, StoreRepair.Outcome) {
        let copy = folder.file("copy.db")
        for name in [copy, copy + "-wal", copy + "-shm"] {
            try? FileManager.default.removeItem(atPath: name)
        }
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        try Connection(path: copy).execute(sql: sql)
        return (copy, try StoreRepair.run(Store(writing: copy)))
    }

    /// Changes of what follows from other rows.
    static let changes = [
        "update funnel_cells set opened = opened + 1",
        "delete from funnel_cells",
        "insert into delay_cells select send_hour, segment, 77, 5 from funnel_cells limit 1",
        "update failure_cells set messages = messages + 3",
        "update conversion_cells set converted = converted + 1",
        "delete from delay_day_cells",
        "update funnel_day_cells set opened = opened + 1",
        "update orphan_cells set events = 0",
        "update hour_marks set mark = mark + 1",
        "update segments set image = 'no_image'",
        "update segments set campaign = 'another', platform = 'web'",
        "update states set segment = (select max(id) from segments)",
        "delete from day_filters",
        "update day_filters set bits = zeroblob(length(bits))",
        "delete from day_keys",
        "update delay_buckets set to_seconds = 5",
        "update totals set lines = 0, matched = 7, orphan = orphan + 1",
        "update settings set setting = '0' where name like 'newest%'",
        "drop view funnel_daily; create view funnel_daily as select 1 as sent",
    ]

    @Test("gives the content as it was", arguments: changes)
    func mends(change: String) throws {
        let (copy, outcome) = try repaired(change, of: path)
        #expect(!outcome.before.findings.isEmpty)
        #expect(outcome.after.findings == [])
        #expect(outcome.repaired == outcome.before.findings)
        #expect(try Verifier(Store.reader(copy)).run().findings == [])
        #expect(try StoreContent(copy).changed(from: StoreContent(path)) == [])
    }

    @Test("notes the minutes of messages, when those of all records are lost")
    func minutes() throws {
        let (_, outcome) = try repaired("delete from record_minutes", of: path)
        #expect(!outcome.repaired.isEmpty)
        #expect(outcome.after.findings == [])
    }

    @Test("keeps the counts of pruned days", arguments: 1..<5 as Range<UInt64>)
    func pruned(seed: UInt64) throws {
        let store = try PrunedStore(RandomLog(seed: seed, messages: 60))
        try store.prune(Horizon.november(15), counts: seed % 2 == 0 ? Horizon.november(13) : nil)
        let change = """
            update funnel_cells set opened = opened + 1 where send_hour >= '2026-11-15';
            delete from delay_cells where send_hour >= '2026-11-15';
            update totals set matched = 0
            """
        let (copy, outcome) = try repaired(change, of: store.database)
        #expect(!outcome.repaired.isEmpty)
        #expect(outcome.after.findings == [])
        #expect(try StoreContent(copy).changed(from: store.content()) == [])
    }

    @Test("changes nothing in a database that adds up")
    func soundStore() throws {
        let (copy, outcome) = try repaired("select 1", of: path)
        #expect(outcome.before.findings == [] && outcome.after.findings == [])
        #expect(try StoreContent(copy) == StoreContent(path))
    }

    @Test("leaves what follows from nothing else, and says so")
    func beyondRepair() throws {
        let change = """
            update ledger_files set lines = lines + 1;
            update funnel_cells set received = received + 1
            """
        let (_, outcome) = try repaired(change, of: path)
        #expect(Set(outcome.after.findings.map(\.check)) == [.ledger])
        #expect(outcome.repaired.contains { $0.check == .rollups })
    }

    @Test(
        "changes nothing where messages were lost, or a table is not the program's",
        arguments: [
            "create table mine (a)", "delete from states where k = (select max(k) from states)",
            "delete from send_profiles", "delete from amounts",
        ])
    func untrusted(loss: String) throws {
        let change = loss + "; update funnel_cells set opened = opened + 1"
        let (_, outcome) = try repaired(change, of: path)
        #expect(outcome.before.findings == outcome.after.findings)
        #expect(outcome.repaired == [])
    }
}
