import Delivery
import TestSupport
import Testing

/// Deleting the counts of days, on the logs of `PruneTests`.
@Suite("A prune with counts")
struct PrunedCountTests {
    private static let days: [Int64] = [11, 13, 15]

    /// Views of counts and their marks, with the columns of their times.
    private static let times =
        StoreContent.compared.compactMap { view in
            let columns = ViewDocumentation.all.first { $0.name == view }?.columns.map(\.name)
            let names = ["send_hour", "arrival_hour", "event_hour", "send_day"]
            return columns?.first(where: names.contains).map { (view, $0) }
        }.filter { $0.0 != "messages" } + [("hour_marks", "hour")]

    @Test("deletes those of earlier hours and keeps all others", arguments: [1, 2, 3], days)
    func deletes(seed: UInt64, day: Int64) throws {
        let log = RandomLog(seed: seed, messages: 40)
        let (whole, pruned) = (try PrunedStore(log), try PrunedStore(log))
        try pruned.prune(Horizon.november(16), counts: Horizon.november(day))
        #expect(Self.times.count > 8)
        for (view, time) in Self.times {
            let later = "select * from \(view) where \(time) >= '\(Horizon.november(day).text)'"
            #expect(try pruned.rows("select * from \(view)") == whole.rows(later))
        }
        let totals = "select matched, orphan, events, lines, new from ledger"
        #expect(try pruned.rows(totals) == whole.rows(totals))
        #expect(try pruned.findings() == [])
        #expect(
            try pruned.rows("select counts_day from retention")[0].contains(
                Horizon.november(day).text))
    }

    @Test("is the same in two steps as in one", arguments: [11, 12, 13])
    func twice(seed: UInt64) throws {
        let log = RandomLog(seed: seed, messages: 40)
        let (once, twice) = (try PrunedStore(log), try PrunedStore(log))
        try once.prune(Horizon.november(15), counts: Horizon.november(13))
        for day in Self.days.prefix(2) {
            try twice.prune(Horizon.november(15), counts: Horizon.november(day))
            #expect(try twice.findings() == [])
        }
        // What is gone stays gone.
        try twice.prune(Horizon.november(15), counts: Horizon.november(11))
        #expect(try twice.content().changed(from: once.content()) == [])
    }

    /// Messages without a time in their IDs may be of hours whose counts are gone, and have events
    /// yet to come.
    @Test("is followed by the same counts in any order", arguments: 51...58 as ClosedRange<UInt64>)
    func newFiles(seed: UInt64) throws {
        let parts = RandomLog(seed: seed, messages: 40).split(into: 2)
        let contents = try [parts[1], parts[1].permuted(seed: seed)].enumerated().map {
            let store = try PrunedStore(parts[0])
            try store.prune(Horizon.november(13), counts: Horizon.november(13))
            let log = $0 == 0 ? $1 : $1.duplicated(seed: seed, share: 0.5)
            let counts = try store.read(log, batchSize: $0 == 0 ? 1000 : 7)
            #expect(counts.addsUp && counts.new > 0)
            #expect(try store.findings() == [])
            for (view, time) in Self.times {
                let deleted = "\(time) < '\(Horizon.november(13).text)'"
                #expect(try store.rows("select * from \(view) where \(deleted)") == [])
            }
            return try store.content()
        }
        #expect(contents[1].changed(from: contents[0]) == [])
    }

    @Test("drops the words of counts that are gone")
    func words() throws {
        let pruned = try PrunedStore(RandomLog(seed: 7, messages: 60))
        let count = "select count(*) from segments"
        let before = try pruned.number(count)
        try pruned.prune(Horizon.november(16), counts: Horizon.november(16))
        #expect(try pruned.number(count) < before)
        #expect(try pruned.findings() == [])
        try pruned.read(RandomLog(seed: 8, messages: 60))
        #expect(try pruned.findings() == [])
    }
}
