import Delivery
import SQLite
import TestSupport
import Testing

/// The events of hours that alerts keep.
@Suite("Kept hours of alerts")
struct KeptHourTests {
    /// A database, and what alerts read of each of its hours.
    private struct Kept {
        let folder: TemporaryFolder
        var path: String { folder.file("push.db") }

        init(seed: UInt64) throws {
            folder = try TemporaryFolder()
            try read(RandomLog(seed: seed, messages: 80).bytes, as: "log.ndjson")
        }

        func read(_ log: [UInt8], as name: String) throws {
            try Ingesting().read([folder.write(log, to: name)], into: path)
        }

        func change(_ sql: String) throws {
            try Database(path: path).write { try $0.execute(sql: sql) }
        }

        /// By hour. With `isSettled`, they are kept.
        func events(isSettled: Bool) throws -> [Int64: [SegmentEvents]] {
            let database = try Database(path: path)
            return try database.write { db in
                var hours = try AlertHours(db)
                var events: [Int64: [SegmentEvents]] = [:]
                for hour in try HourMarks.stored(db).keys {
                    events[hour] = try hours.events(of: hour, isSettled: isSettled)
                }
                if isSettled { try AlertHours.save(hours.counted, from: 0, db) }
                return events
            }
        }

        func count(_ table: String) throws -> Int {
            try Database(path: path).read {
                try Int.fetchOne($0, sql: "select count(*) from \(table)") ?? 0
            }
        }

        /// Of marks, and of what was kept with them.
        func findings() throws -> [String] {
            try Verifier(Store.reader(path)).run([.marks]).findings.map(\.text)
        }
    }

    @Test("are those of the rows, also read as bytes", arguments: 740...747 as ClosedRange<UInt64>)
    func same(seed: UInt64) throws {
        let kept = try Kept(seed: seed)
        let counted = try kept.events(isSettled: true)
        #expect(counted.values.contains { $0.contains { $0.opened.contains { $0 > 0 } } })
        #expect(try kept.count("alert_hours") == counted.count)
        #expect(try kept.events(isSettled: false) == counted)
        #expect(try kept.findings() == [])
    }

    @Test("are read instead of the rows, until a count of their hour changes")
    func changed() throws {
        let kept = try Kept(seed: 750)
        let counted = try kept.events(isSettled: true)
        try kept.change("delete from delay_cells")
        #expect(try kept.events(isSettled: false) == counted)
        #expect(try kept.findings().contains { $0.hasPrefix("alert_hours ") })
        try kept.change("update hour_marks set mark = mark + 1")
        #expect(try kept.events(isSettled: false).values.allSatisfy(\.isEmpty))
    }

    @Test("with other events or bytes are found by verify; damaged bytes are not read")
    func damaged() throws {
        let kept = try Kept(seed: 751)
        let counted = try kept.events(isSettled: true)
        for bytes in ["x'01'", "x'FFFFFFFFFFFFFFFFFFFFFF'", "x'011A01'", "'text'", "7"] {
            try kept.change("update alert_hours set events = \(bytes)")
            #expect(try kept.events(isSettled: false) == counted, "\(bytes)")
            #expect(try !kept.findings().isEmpty, "\(bytes)")
        }
        try kept.change("update alert_hours set events = x'010000'")
        #expect(try kept.findings().first?.hasSuffix("not the events of its counts") ?? false)
    }

    @Test("are deleted where numbers of segments may be others")
    func deleted() throws {
        let kept = try Kept(seed: 752)
        _ = try kept.events(isSettled: true)
        #expect(try kept.count("alert_hours") > 0)
        try Database(path: kept.path).write(HourMarks.renew)
        #expect(try kept.count("alert_hours") == 0)
        #expect(try kept.count("hour_marks") > 0)
    }

    @Test("are pruned with their counts")
    func pruned() throws {
        let kept = try Kept(seed: 753)
        let hours = try kept.events(isSettled: true).keys.sorted()
        let horizon = Horizon(day: hours[hours.count / 2] / 24)
        let left = hours.filter { $0 >= horizon.day * 24 }
        try #require(left.count < hours.count)
        #expect(
            try Pruner(Store(writing: kept.path), before: horizon, counts: horizon).run())
        #expect(try kept.count("alert_hours") == left.count)
        #expect(try kept.findings() == [])
    }
}
