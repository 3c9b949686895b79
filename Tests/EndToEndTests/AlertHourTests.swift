import Foundation
import TestSupport
import Testing

/// Looks hour by hour: the first alarm, the end, and the next outage.
@Suite("Alerts hour by hour")
struct AlertHourTests {
    /// A mailing that nobody opens, and a small platform without opens for twelve hours, twice.
    private static let database = Result {
        let logs = try Sample([
            "--sends", "600000", "--days", "30", "--start", "2025-10-06", "--seed", "1",
            "--incident", "opens:platform=web:2025-10-24T06/12h:0",
            "--incident", "opens:platform=web:2025-10-25T08/12h:0",
            "--incident", "opens:campaign=flash_2025-11-03:2025-11-03T12/26h:0",
        ])
        let database = try Database()
        return (database, try database.ingest([logs.folder]))
    }

    private struct Watch {
        let store: WatchedStore
        let slice: String

        init(_ slice: String) throws {
            self.slice = slice
            store = try WatchedStore(empty: ())
            let (database, read) = try AlertHourTests.database.get()
            try #require(read.code == 0, "\(read.errors)")
            try FileManager.default.copyItem(atPath: database.path, toPath: store.path)
        }

        /// The states of the incidents of the slice at a moment, in the order of their starts.
        func states(_ day: String, _ hour: Int) throws -> [String] {
            let now = day + (hour < 10 ? "T0" : "T") + "\(hour):00"
            let look = try store.alert("-q", "--now", now)
            try #require(look.errors.isEmpty, "\(look.errors)")
            let sql = "select state from alerts where slice = '\(slice)' order by starts_at"
            return try store.cells(sql).map { $0[0] }
        }

        /// The first of some hours with these states.
        func first(_ states: [String], _ day: String, _ hours: some Sequence<Int>) throws -> Int? {
            try hours.first { try self.states(day, $0) == states }
        }
    }

    @Test("a mailing that nobody opens: in its first hours, and over when it is")
    func mailing() throws {
        let watch = try Watch("campaign=flash_2025-11-03")
        #expect(try watch.states("2025-11-03", 12) == [])
        let alarm = try watch.first(["firing"], "2025-11-03", 13...15)
        #expect(alarm != nil)
        let rows = try watch.store.cells("select rule, severity, starts_at from alerts")
        #expect(rows.contains(["opened", "critical", "2025-11-03T12:00:00Z"]), "\(rows)")
        let end = try watch.first(["resolved"], "2025-11-04", stride(from: 3, to: 24, by: 4))
        #expect(end != nil)
    }

    @Test("a small platform: told, over within half a day, and the next outage is another one")
    func twice() throws {
        let watch = try Watch("platform=web")
        #expect(try watch.states("2025-10-24", 6) == [])
        #expect(try watch.first(["firing"], "2025-10-24", 8...14) != nil)
        #expect(try watch.states("2025-10-24", 18) == ["firing"])
        let evening = try watch.first(["resolved"], "2025-10-24", [20, 22])
        let end = try evening ?? watch.first(["resolved"], "2025-10-25", [0, 3, 6])
        #expect(end != nil)
        #expect(try watch.states("2025-10-25", 8) == ["resolved"])
        let again = try watch.first(["resolved", "firing"], "2025-10-25", 10...18)
        #expect(again != nil)
    }
}
