import Foundation
import TestSupport
import Testing

/// What a run of `alert` keeps for the next one changes its time, and nothing else.
@Suite("What alerts keep", .enabled(if: EarlierDatabase.canBeMade, "no sqlite3"))
struct AlertMemoryTests {
    private static func sql(_ store: WatchedStore, _ sql: String) throws -> String {
        let run = try Program.run(executable: "/usr/bin/sqlite3", [store.path, sql])
        try #require(run.code == 0, "\(run.errors)")
        return run.output
    }

    private static func moment(_ hour: Int) -> String {
        String(format: "2025-10-%02dT%02d", 23 + hour / 24, hour % 24)
    }

    /// The files of a day that looks read: those of the evening's opens come half a day late.
    private static func files(_ hours: Range<Int>) throws -> [String] {
        try WatchedStore.files { kind, hour in
            let isLate = kind == "events" && "2025-10-25T19"..."2025-10-25T22" ~= hour
            let known = isLate ? "2025-10-26T10" : hour
            return hours.contains { known == moment($0) }
                || hours.lowerBound == 0 && known < moment(0)
        }
    }

    @Test("looks with and without it find, tell and record the same")
    func same() throws {
        let remembers = try WatchedStore(empty: ())
        let forgets = try WatchedStore(empty: ())
        let hours = Array(stride(from: 6, through: 4 * 24 - 1, by: 5))
        var marks: Set<String> = []
        let forget = "delete from settings where name = 'alerts_quiet'; delete from alert_hours"
        for (last, hour) in zip([0] + hours, hours) {
            let now = Self.moment(hour) + ":50"
            for store in [remembers, forgets] {
                try store.ingest(["--now", now] + Self.files(last..<hour))
            }
            _ = try Self.sql(forgets, forget)
            let kept = try remembers.anyAlert("-q", "--now", now)
            #expect(try forgets.anyAlert("-q", "--now", now) == kept, "\(now)")
            marks.insert(
                try Self.sql(
                    remembers, "select setting from settings where name = 'alerts_quiet'"))
        }
        let incidents = "select * from alert_incidents"
        let rows = try Self.sql(remembers, incidents)
        #expect(try Self.sql(forgets, incidents) == rows)
        #expect(rows.contains("opened") && rows.contains("delivered"), "\(rows)")
        // Both rules found nothing on some days, one of them on others.
        #expect(marks.count > 4)
        #expect(Set(marks.map { $0.matches(of: /delivered|opened/).count }) == [0, 1, 2])
        #expect(try Self.sql(remembers, "select count(*) > 200 from alert_hours") == "1\n")
    }

    @Test("a look for an earlier moment, or without the right to write, keeps nothing")
    func nothing() throws {
        let store = try WatchedStore()
        let kept = "select count(*) from alert_hours"
        _ = try store.alert("-q", "--dry-run", "--now", "2025-10-23T12:00")
        #expect(try Self.sql(store, kept) == "0\n")
        _ = try store.alert("-q", "--now", "2025-10-23T12:00")
        let setting = "select * from settings where name like 'alerts%'"
        let before = try (Self.sql(store, kept), Self.sql(store, setting))
        _ = try store.alert("-q", "--now", "2025-10-22T12:00")
        #expect(try (Self.sql(store, kept), Self.sql(store, setting)) == before)
    }
}
