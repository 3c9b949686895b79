import Delivery
import FCM
import NDJSON
import SQLite
import TestSupport
import Testing

/// The time of the data: no clock of a device sets it.
@Suite("The moment that reports are of")
struct AsOfTests {
    private static let hour: Int64 = 3_600_000
    /// 2026-11-12 00:00 UTC.
    private static let start = RandomLog.now - 9 * 24 * hour

    private static func log(_ lines: [String]) -> [UInt8] {
        lines.flatMap { Array($0.utf8) + [0x0A] }
    }

    private static func send(_ number: Int, at moment: Int64) -> String {
        let time = Timestamp(milliseconds: moment).text
        let id =
            "0:\(moment * 1000 + Int64(number))%00000000\(String(100_000_000 + number).suffix(8))"
        return """
            {"time":"\(time)","message":{"token":"t\(number)","notification":{"title":"x"}},\
            "response":{"name":"projects/p/messages/\(id)"}}
            """
    }

    private static func receipt(_ number: Int, at moment: Int64, of sent: Int64) -> String {
        let id =
            "0:\(sent * 1000 + Int64(number))%00000000\(String(100_000_000 + number).suffix(8))"
        let time = Timestamp(milliseconds: moment).text
        return """
            {"ts":"\(time)","platform":"android","event":"received",\
            "bundle":{"google.message_id":"\(id)"}}
            """
    }

    /// Sends at 09:00, whose receipts come within `hours`.
    private static func mailing(_ count: Int, over hours: Int) -> [String] {
        let sent = start + 9 * hour
        return (0..<count).flatMap { number in
            let later = Int64(number) * Int64(hours) * hour / Int64(count)
            return [
                send(number, at: sent), receipt(number, at: sent + later, of: sent),
            ]
        }
    }

    private func asOf(_ lines: [String]) throws -> Int64? {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.log(lines), to: "log.ndjson")
        try Ingesting().read([path], into: folder.file("push.db"))
        return try Store.reader(folder.file("push.db")).read(AsOf.stored)
    }

    @Test("is that of the newest send, or of an hour that enough arrivals confirm")
    func ofArrivals() throws {
        let sent = Self.start + 9 * Self.hour
        #expect(try asOf([]) == nil)
        #expect(try asOf(Self.mailing(5, over: 20)) == sent)
        #expect(try asOf(Self.mailing(2000, over: 20)) == sent + 19 * Self.hour)
    }

    @Test("one clock that is ahead changes nothing", arguments: [1, 59, 60, 61, 240, 719, 1380])
    func oneAhead(minutes: Int64) throws {
        let lines = Self.mailing(2000, over: 20)
        let sent = Self.start + 9 * Self.hour
        let newest = sent + 20 * Self.hour
        let ahead = Self.receipt(3, at: newest + minutes * 60_000, of: sent + 1)
        let withIt = lines + [Self.send(3, at: sent + 1), ahead]
        #expect(try asOf(withIt) == asOf(lines))
    }

    /// Arrivals by hour of a flow of 1,000 an hour by day and 100 by night up to `now`, of which
    /// one in `share` has a clock that is up to 23 hours ahead.
    private static func flow(until now: Int64, share: Int64) -> [(hour: Int64, count: Int64)] {
        var counts: [Int64: Int64] = [:]
        for hour in now - 96..<now {
            let count: Int64 = (7..<23).contains(hour % 24) ? 1000 : 100
            counts[hour, default: 0] += count - count / share
            for number in 0..<count / share { counts[hour + 1 + number % 23, default: 0] += 1 }
        }
        return counts.map { (hour: $0.key, count: $0.value) }.sorted { $0.hour > $1.hour }
    }

    /// The latest hour that arrivals confirm when the newest send is of an hour.
    private static func reached(
        _ arrivals: [(hour: Int64, count: Int64)], after hour: Int64
    ) throws -> Int64? {
        let folder = try TemporaryFolder()
        _ = try Store(writing: folder.file("push.db"))
        let database = try Database(path: folder.file("push.db"))
        return try database.write { db in
            try Settings.set(.newestSend, String(hour * Self.hour), db)
            for arrival in arrivals {
                try db.execute(
                    sql: "insert into arrival_cells values (?, 0, ?)",
                    arguments: [Period.text(arrival.hour), arrival.count])
            }
            return try AsOf.stored(db).map { $0 / Self.hour }
        }
    }

    @Test("one clock in a hundred that is ahead changes nothing", arguments: 0..<24 as Range<Int64>)
    func someAhead(hour: Int64) throws {
        let now = 24 * 20_000 + hour
        let after = now - 90
        let reached = try #require(
            try Self.reached(Self.flow(until: now, share: 100), after: after))
        #expect(after < reached && reached < now)
        // At night, so many come later than that of those who arrive.
        #expect(reached >= now - 10)
        let without = try #require(
            try Self.reached(Self.flow(until: now, share: 1001), after: after))
        #expect(abs(reached - without) <= 3)
    }

    @Test("messages that arrive later than that are counted by platform")
    func ahead() throws {
        let sent = Self.start + 9 * Self.hour
        let lines =
            Self.mailing(50, over: 1)
            + (100..<103).flatMap {
                [Self.send($0, at: sent), Self.receipt($0, at: sent + 20 * Self.hour, of: sent)]
            }
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.log(lines), to: "log.ndjson")
        try Ingesting().read([path], into: folder.file("push.db"))
        let found = try Store.reader(folder.file("push.db")).read(AsOf.ahead)
        #expect(found.map(\.platform) == ["android"] && found.map(\.messages) == [3])
    }
}
