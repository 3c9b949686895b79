import Delivery
import Lake
import SQLite
import TestSupport
import Testing

/// A store by the hours of a zone with half or quarter hours is as exact as one by those of UTC.
@Suite("The clock of a store")
struct HourClockTests {
    private static let minute: Int64 = 60_000

    private static func moment(_ hour: String, minutes: Int64 = 0) throws -> Int64 {
        try #require(Period.hour(hour)) * 3_600_000 + minutes * minute
    }

    /// As Asia/Kolkata and Asia/Kathmandu, and one that moves by half an hour like
    /// Australia/Lord_Howe, on two days of `RandomLog`.
    static let clocks = [
        HourClock(zone: "half", first: 30 * minute), HourClock(zone: "quarter", first: 15 * minute),
        HourClock(
            zone: "moving", first: 30 * minute,
            changes: [
                .init(at: 1_794_670_200_000, start: 0),
                .init(at: 1_794_841_200_000, start: 30 * minute),
            ]),
    ]

    private static func stored(
        _ log: RandomLog, _ clock: HourClock, batchSize: Int = 100_000, threads: Int = 2
    ) throws -> (path: String, folder: TemporaryFolder) {
        let folder = try TemporaryFolder()
        let file = try folder.write(log.bytes, to: "log.ndjson")
        try Ingesting(batchSize: batchSize, threads: threads, clock: clock)
            .read([file], into: folder.file("push.db"))
        return (folder.file("push.db"), folder)
    }

    // MARK: Hours

    @Test("has one hour of 30 minutes and one of 90 where it moves by half an hour")
    func changes() throws {
        let clock = HourClockTests.clocks[2]
        let spring = try #require(Period.hour("2026-11-14T15"))
        let autumn = try #require(Period.hour("2026-11-16T14"))
        let lengths = [spring - 1, spring, spring + 1, autumn, autumn + 1].map {
            (clock.beginning(of: $0 + 1) - clock.beginning(of: $0)) / HourClockTests.minute
        }
        #expect(lengths == [60, 30, 60, 90, 60])
        #expect(
            try clock.beginning(of: spring)
                == HourClockTests.moment("2026-11-14T15", minutes: 30))
        #expect(
            try clock.beginning(of: autumn + 1)
                == HourClockTests.moment("2026-11-16T15", minutes: 30))
    }

    @Test("names each moment by the hour that has it", arguments: clocks)
    func names(clock: HourClock) throws {
        let start = try HourClockTests.moment("2026-11-13T00")
        for step in 0..<6 * 24 * 12 {
            let moment = start + Int64(step) * 5 * HourClockTests.minute
            for time in [moment - 1, moment] {
                let hour = clock.hour(of: time)
                #expect(clock.beginning(of: hour) <= time && time < clock.beginning(of: hour + 1))
                #expect(floorHour(clock.beginning(of: hour)) == hour)
            }
        }
    }

    @Test("is remembered as text", arguments: clocks + [.utc])
    func text(clock: HourClock) {
        #expect(HourClock(clock.text) == clock)
    }

    @Test(
        "is not made of other text",
        arguments: [
            "", "UTC", "UTC x", "UTC 60", "UTC -1", "UTC 0 5", "UTC 0 5:30 5:0", "UTC 0 5:x",
        ])
    func noClock(text: String) { #expect(HourClock(text) == nil) }

    // MARK: Counts

    @Test("counts the same in any order", arguments: clocks, 100...103 as ClosedRange<UInt64>)
    func order(clock: HourClock, seed: UInt64) throws {
        let log = RandomLog(seed: seed, messages: 30)
        let expected = try HourClockTests.stored(log, clock)
        for threads in [1, 3] {
            let other = try HourClockTests.stored(
                log.permuted(seed: seed), clock, batchSize: 7, threads: threads)
            #expect(try StoreContent(other.path) == StoreContent(expected.path))
        }
    }

    @Test(
        "gives every view the rows of a lake", arguments: clocks, 600...603 as ClosedRange<UInt64>)
    func lake(clock: HourClock, seed: UInt64) throws {
        let stored = try HourClockTests.stored(RandomLog(seed: seed, messages: 60), clock)
        let reader = try Store.reader(stored.path)
        #expect(try Verifier(reader).run().findings == [])
        _ = try StoreExport(reader, stored.folder.file("lake"))
        let views = try LakeViews(LakeContent(stored.folder.file("lake")), clock: clock)
        for view in LakeViewTests.views + ["arrival_hourly", "hours"] {
            let expected = try reader.read { try LakeViews.rows(view, $0) }
            #expect(try views.rows(view) == expected, "\(view)")
        }
    }

    @Test("gives messages the hours that they count in", arguments: clocks)
    func messages(clock: HourClock) throws {
        let stored = try HourClockTests.stored(RandomLog(seed: 7, messages: 200), clock)
        let rows = try Store.reader(stored.path).read { db in
            try Row.fetchAll(
                db,
                sql: "select sent_ms, sent_at, send_hour, send_day from messages where sent_ms > 0"
            ).map { try ($0["sent_ms"], $0["sent_at"], $0["send_hour"], $0["send_day"]) }
                as [(Int64, String, String, String)]
        }
        #expect(rows.count > 100)
        for (moment, text, hour, day) in rows {
            #expect(hour == Period.text(clock.hour(of: moment)) && day == hour.prefix(10))
            #expect(text.prefix(13) == Period.text(floorHour(moment)))
        }
    }

    // MARK: Another clock

    @Test("is replaced by a repair, which counts the messages again", arguments: clocks)
    func repair(clock: HourClock) throws {
        let log = RandomLog(seed: 11, messages: 60)
        let stored = try HourClockTests.stored(log, .utc)
        let expected = try HourClockTests.stored(log, clock)
        let outcome = try StoreRepair.run(Store(writing: stored.path), by: clock)
        #expect(outcome.after.findings == [])
        #expect(try StoreContent(stored.path) == StoreContent(expected.path))
        let back = try StoreRepair.run(Store(writing: stored.path), by: .utc)
        #expect(back.after.findings == [])
        let utc = try HourClockTests.stored(log, .utc)
        #expect(try StoreContent(stored.path) == StoreContent(utc.path))
    }

    @Test("stays where messages were pruned")
    func pruned() throws {
        let stored = try HourClockTests.stored(RandomLog(seed: 12, messages: 60), .utc)
        let store = try Store(writing: stored.path)
        let newest = try #require(try store.newestSend())
        _ = try Pruner(store, before: Horizon(keeping: 2, until: newest)).run()
        #expect(throws: StoreError.self) {
            try StoreRepair.run(store, by: HourClockTests.clocks[0])
        }
        #expect(try StoreRepair.run(store, by: .utc).after.findings == [])
    }

    @Test("stays exact when messages are pruned", arguments: clocks)
    func pruning(clock: HourClock) throws {
        let stored = try HourClockTests.stored(RandomLog(seed: 13, messages: 200), clock)
        let store = try Store(writing: stored.path)
        let newest = try #require(try store.newestSend())
        _ = try Pruner(store, before: Horizon(keeping: 4, until: newest)).run()
        #expect(try Verifier(store.database).run().findings == [])
    }
}
