import Foundation
import TestSupport
import Testing

/// However often, and whenever, somebody looks: the same incidents, each told as one.
@Suite("Alerts run on any schedule")
struct AlertScheduleTests {
    /// Opens of ios fail, come back for some hours, and fail again: one incident. Then deliveries
    /// to android, which explain its opens, and all sends.
    private static let logs = Result {
        try Sample([
            "--sends", "300000", "--days", "19", "--start", "2025-10-06",
            "--incident", "opens:platform=ios:2025-10-22T06/4h:0.2",
            "--incident", "opens:platform=ios:2025-10-22T15/4h:0.2",
            "--incident", "delivery:platform=android:2025-10-23T12/5h:0.2",
            "--incident", "sends:all:2025-10-24T08/5h:0",
        ])
    }

    private static let database = Result {
        let database = try Database()
        return (database, try database.ingest([logs.get().folder]))
    }

    /// A notification of a run, such as `FIRING opened`.
    private struct Notification: Equatable {
        var minute: Int
        var words: String
    }

    /// All notifications, and the rows of the incidents at the end.
    private func watched(at hours: [Double]) throws -> (told: [Notification], rows: [[String]]) {
        let store = try WatchedStore(empty: ())
        let (database, read) = try AlertScheduleTests.database.get()
        try #require(read.code == 0)
        try FileManager.default.copyItem(atPath: database.path, toPath: store.path)
        var told: [Notification] = []
        for hour in hours {
            let minutes = Int((hour * 60).rounded())
            let day = 22 + minutes / 1440
            let now = String(
                format: "2025-10-%02dT%02d:%02d", day, minutes / 60 % 24, minutes % 60)
            let run = try store.alert("-q", "--now", now)
            #expect(run.errors.isEmpty)
            for match in run.output.matches(of: /(?m)^(FIRING|RESOLVED) \w+ +(\w+), (.*)$/) {
                let words = "\(match.1) \(match.2) \(match.3)"
                told.append(Notification(minute: minutes, words: words))
            }
        }
        let sql = """
            select rule, slice, state, severity, starts_at, updated_at, ends_at, window_hours,
                observed, expected, worst_drop, replace(summary, ',', ';') as summary
            from alerts order by starts_at, rule, slice
            """
        return (told, try store.cells(sql))
    }

    /// Hours from the 22nd of October on; all end with the same look.
    private static let end = 71.0

    @Test("hourly, half-hourly, each five minutes, now and then, daily, once: the same rows")
    func rows() throws {
        let hourly = try watched(at: Array(stride(from: 4, through: Self.end, by: 1)))
        #expect(
            hourly.rows.map { Array($0[0...2]) } == [
                ["opened", "platform=ios", "resolved"],
                ["delivered", "platform=android", "resolved"],
                ["opened", "platform=android", "inhibited"],
                ["sends", "\"\"", "resolved"],
            ])
        var random = SeededRandom(seed: 3)
        var uneven: [Double] = [5]
        while let last = uneven.last, last < Self.end - 9 {
            uneven.append(last + Double(random.next() % 97) / 12)
        }
        let halves = Array(stride(from: 7, through: 20, by: 0.5))
        // As timers do: through a drop, and through its first end.
        let often = Array(stride(from: 7, through: 12, by: 1.0 / 12))
        for hours in [often, halves, uneven, [12, 36, 60], []] {
            #expect(try watched(at: hours + [Self.end]).rows == hourly.rows, "\(hours.count) looks")
        }
    }

    @Test("a drop with a pause is new once; each reported start has one reported end")
    func tellings() throws {
        for step in [1.0, 0.5, 1.0 / 12] {
            let told = try watched(at: Array(stride(from: 5, through: 23, by: step))).told
            let words = told.map { $0.words.split(separator: " ").first ?? "" }
            #expect(told.allSatisfy { $0.words.hasSuffix("opened platform ios") }, "\(told)")
            #expect(words.first == "FIRING" && words.last == "RESOLVED", "\(told)")
            for (one, next) in zip(told, told.dropFirst()) where one.words.hasPrefix("RESOLVED") {
                // Whoever heard of an end hears of the drop again four hours later, or not at all.
                #expect(
                    next.words.hasPrefix("FIRING") && next.minute - one.minute >= 240, "\(told)")
            }
            #expect(words.count { $0 == "RESOLVED" } <= 2, "\(told)")
        }
    }

    /// Whoever looks back, with the rules as they are now, changes nothing of what was told since.
    @Test("a run for an earlier moment does not change what later runs recorded")
    func earlier() throws {
        let store = try WatchedStore(empty: ())
        let (database, read) = try AlertScheduleTests.database.get()
        try #require(read.code == 0)
        try FileManager.default.copyItem(atPath: database.path, toPath: store.path)
        let firing = try store.alert("-q", "--now", "2025-10-22T09:30")
        #expect(firing.code == 1)
        #expect(firing.output.contains("FIRING"))
        let sql = "select * from alerts"
        let noted = try store.cells(sql)
        #expect(noted.count == 1)
        for now in ["2025-10-20T09:30", "2025-10-22T05:00", "2025-10-22T08:10"] {
            let before = try store.alert("-q", "--now", now)
            #expect(before.output == "" && before.errors == "", "\(now): \(before)")
            #expect(try store.cells(sql) == noted, "\(now)")
        }
        let over = try store.alert("-q", "--now", "2025-10-22T15:00")
        #expect(over.output.contains("RESOLVED"), "\(over)")
        #expect(try store.cells("select state from alerts") == [["resolved"]])
    }
}
