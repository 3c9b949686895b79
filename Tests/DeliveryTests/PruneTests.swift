import Delivery
import SQLite
import TestSupport
import Testing

/// Dropping messages from before a day, on seeded random logs whose records fall on both sides of
/// it: see `RandomRecords.time` and `offset`.
@Suite("A prune")
struct PruneTests {
    /// Days of November 2026 that are the first to be kept.
    private static let days: [Int64] = [11, 12, 13, 15, 16]

    @Test("keeps every count", arguments: 1...6 as ClosedRange<UInt64>, days)
    func keepsCounts(seed: UInt64, day: Int64) throws {
        let pruned = try PrunedStore(RandomLog(seed: seed, messages: 40))
        let before = try pruned.content()
        let messages = try pruned.messages()
        try pruned.prune(Horizon.november(day))
        #expect(try pruned.content().changed(from: before) == ["messages"])
        let kept = messages.filter { !$0.value.isPast(Horizon.november(day)) }
        #expect(try pruned.messages() == kept)
        #expect(messages.count > kept.count)
        #expect(try pruned.findings() == [])
    }

    @Test("is the same in two steps as in one", arguments: 11...16 as ClosedRange<UInt64>)
    func twice(seed: UInt64) throws {
        let log = RandomLog(seed: seed, messages: 40)
        let (once, twice) = (try PrunedStore(log), try PrunedStore(log))
        try once.prune(Horizon.november(15))
        for day in Self.days.prefix(4) {
            try twice.prune(Horizon.november(day))
            #expect(try twice.findings() == [])
        }
        #expect(try twice.content().changed(from: once.content()) == [])
        // What is gone cannot be kept again.
        try twice.prune(Horizon.november(11))
        let horizon = try Store(writing: twice.database).horizon()
        #expect(horizon == Horizon.november(15))
    }

    @Test("that is stopped goes on", arguments: 21...24 as ClosedRange<UInt64>)
    func stopped(seed: UInt64) throws {
        let log = RandomLog(seed: seed, messages: 40)
        let (whole, stopped) = (try PrunedStore(log), try PrunedStore(log))
        try whole.prune(Horizon.november(15))
        var runs = 0
        // Later runs have more of what stays to look at before there is something to drop.
        while try !stopped.prune(Horizon.november(15), statesAtOnce: 3, transactions: 2 + runs) {
            runs += 1
            #expect(try stopped.findings() == [])
        }
        #expect(runs > 3)
        #expect(try stopped.findings() == [])
        #expect(try stopped.content().changed(from: whole.content()) == [])
    }

    /// The one exception that is left: a repeat, after the horizon, of what a message without a
    /// time in its ID told before it, when it told nothing else after it.
    @Test("lets no old file count again", arguments: 31...42 as ClosedRange<UInt64>, days)
    func oldFiles(seed: UInt64, day: Int64) throws {
        let log = RandomLog(seed: seed, messages: 30)
        let pruned = try PrunedStore(log)
        let messages = try pruned.messages()
        try pruned.prune(Horizon.november(day))
        let before = try pruned.content()
        let kept = try pruned.messages()
        let counts = try pruned.read(log.permuted(seed: seed), batchSize: 9)
        #expect(counts.addsUp)
        #expect(counts.pastRetention > 0)
        #expect(try pruned.findings() == [])
        let repeated = try pruned.messages().filter { kept[$0.key] == nil }
        for message in repeated {
            let known = try #require(messages[message.key])
            #expect(!known.hasTime && known.isPast(Horizon.november(day)))
            #expect(message.value.times.allSatisfy { $0 >= Horizon.november(day).milliseconds })
        }
        if repeated.isEmpty {
            #expect(counts.new == 0)
            #expect(try pruned.content().changed(from: before) == [])
        }
    }

    @Test("is followed by the same counts in any order", arguments: 51...58 as ClosedRange<UInt64>)
    func newFiles(seed: UInt64) throws {
        let parts = RandomLog(seed: seed, messages: 40).split(into: 2)
        let contents = try [parts[1], parts[1].permuted(seed: seed)].enumerated().map {
            let store = try PrunedStore(parts[0])
            try store.prune(Horizon.november(13))
            let log = $0 == 0 ? $1 : $1.duplicated(seed: seed, share: 0.5)
            let counts = try store.read(log, batchSize: $0 == 0 ? 1000 : 7)
            #expect(counts.addsUp && counts.new > 0 && counts.pastRetention > 0)
            #expect(try store.findings() == [])
            return try store.content()
        }
        #expect(contents[1].changed(from: contents[0]) == [])
    }

    @Test("drops shared values of old days, whose numbers new ones take", arguments: [81, 82, 83])
    func dictionaries(seed: UInt64) throws {
        let pruned = try PrunedStore(RandomLog(seed: seed, messages: 60))
        let count = "select count(*) from send_profiles"
        let before = try pruned.number(count)
        try pruned.prune(Horizon.november(15))
        let swept = try pruned.number(count)
        let unused = count + " where id not in (select profile from states)"
        #expect(try pruned.number(unused) == 0)
        #expect(swept < before)
        let newest = try pruned.number("select max(id) from send_profiles")
        try pruned.read(RandomLog(seed: seed + 1000, messages: 20))
        #expect(try pruned.number(count) > swept)
        let added = try pruned.number(count) - swept
        let room = newest - swept
        #expect(
            try pruned.number("select max(id) from send_profiles") == newest + max(0, added - room))
        #expect(try pruned.findings() == [])
    }

    @Test("tells as much as it drops before it does", arguments: 61...63 as ClosedRange<UInt64>)
    func plan(seed: UInt64) throws {
        let pruned = try PrunedStore(RandomLog(seed: seed, messages: 40))
        let plan = try PrunePlan(Store.reader(pruned.database), before: Horizon.november(13))
        #expect(plan.states > 0 && plan.bytes > plan.states * 30)
        let pruner = try Pruner(Store(writing: pruned.database), before: Horizon.november(13))
        #expect(try pruner.run())
        #expect(pruner.progress.dropped == plan.states)
    }

    @Test("cuts counts at a moment from the horizon on", arguments: 71...74 as ClosedRange<UInt64>)
    func cut(seed: UInt64) throws {
        let log = RandomLog(seed: seed, messages: 40)
        let (whole, pruned) = (try PrunedStore(log), try PrunedStore(log))
        try pruned.prune(Horizon.november(13))
        let moment = Horizon.november(16).milliseconds
        let funnel = """
            select send_hour, platform, platform_source, campaign, image, image_status, silent,
                attempted, sent, failed, received, receipts, impressions, impression_base, opened,
                late, dismissed, events
            from funnel_hourly where send_day
            """
        let (late, early) = (funnel + " >= '2026-11-13'", funnel + " < '2026-11-13'")
        // Hours in which a message counts that was pruned, its ID being from before: as they are.
        let uncut = try pruned.rows(
            """
            select distinct strftime('%Y-%m-%dT%H', hour * 3600, 'unixepoch') as hour
            from pruned_counts where hour > 0
            """)
        let hours = uncut.map { $0.split(separator: "\"")[1] }
        func cuttable(_ rows: [String]) -> [String] {
            rows.filter { row in !hours.contains { row.contains($0) } }
        }
        let ours = try cuttable(pruned.rows(late, cutAt: moment))
        #expect(try ours == cuttable(whole.rows(late, cutAt: moment)))
        #expect(!ours.isEmpty)
        #expect(try pruned.rows(early, cutAt: moment) == pruned.rows(early))
        #expect(throws: StoreError.self) {
            try pruned.rows(late, cutAt: Horizon.november(13).milliseconds - 1)
        }
    }
}
