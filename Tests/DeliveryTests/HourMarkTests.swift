import Delivery
import SQLite
import TestSupport
import Testing

/// The marks of hours: what they follow from, and what changes them.
@Suite("Marks of hours")
struct HourMarkTests {
    private func marks(_ logs: [[UInt8]], batchSize: Int = 100_000) throws -> [Int64: UInt64] {
        let folder = try TemporaryFolder()
        for (place, log) in logs.enumerated() {
            let path = try folder.write(log, to: "\(place).ndjson")
            try Ingesting(batchSize: batchSize).read([path], into: folder.file("push.db"))
        }
        let reader = try Store.reader(folder.file("push.db"))
        #expect(try Verifier(reader).run().findings == [])
        return try reader.read(HourMarks.stored).filter { $0.value != 0 }
    }

    @Test("follow from the records, in any order and portions", arguments: 700...711 as ClosedRange)
    func anyOrder(seed: UInt64) throws {
        let log = RandomLog(seed: seed, messages: 40)
        let expected = try marks([log.bytes])
        #expect(expected.count > 10)
        #expect(try marks([log.permuted(seed: seed).bytes], batchSize: 7) == expected)
        let parts = log.permuted(seed: seed + 1).split(into: 3).map(\.bytes)
        #expect(try marks(parts + [log.bytes], batchSize: 11) == expected)
    }

    @Test("change with the counts of their hour, and no others do")
    func change() throws {
        let log = RandomLog(seed: 720, messages: 60).bytes
        let before = try marks([log])
        let send = """
            {"ts":"2026-11-12T09:00:00Z","message":{"token":"new","notification":{"title":"x"}},\
            "response":{"name":"projects/p/messages/0:1794474000000001%00000000deadbeef"}}

            """
        let after = try marks([log, Array(send.utf8)])
        let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
        #expect(changed.map(Period.text) == ["2026-11-12T09"])
    }

    @Test("a changed mark and a missing one are found")
    func verify() throws {
        for sql in [
            "update hour_marks set mark = mark + 1 where hour = (select min(hour) from hour_marks)",
            "delete from hour_marks where hour = (select min(hour) from hour_marks)",
        ] {
            let folder = try TemporaryFolder()
            let path = try folder.write(RandomLog(seed: 730, messages: 60).bytes, to: "log.ndjson")
            try Ingesting().read([path], into: folder.file("push.db"))
            try Database(path: folder.file("push.db")).write { try $0.execute(sql: sql) }
            let reader = try Store.reader(folder.file("push.db"))
            let findings = try Verifier(reader).run([.marks]).findings
            #expect(findings.map(\.check) == [.marks])
        }
    }
}
