package import FCM
package import NDJSON
package import SQLite

/// The first day whose messages are kept. What tells of a message from before it is set aside.
///
/// Whether a record is past is a function of the record and the horizon alone, so records that
/// come after a prune give the same counts in any order:
/// - an ID that holds a time, and a content identity: by that time, which is the message's;
/// - any other ID, which tells no day: by the time of the record.
package struct Horizon: Comparable, Sendable {
    /// Days since 1970-01-01 UTC.
    package var day: Int64

    package init(day: Int64) { self.day = day }

    /// The last one that keeps so many days up to the newest record, its own day among them.
    package init(keeping days: Int64, until newest: Int64) {
        day = floorDay(newest) - days + 1
    }

    package static func < (a: Horizon, b: Horizon) -> Bool { a.day < b.day }

    package var milliseconds: Int64 { day * 86_400_000 }
    /// The first of its hours, since 1970.
    package var hour: Int64 { day * 24 }
    /// No key that holds a time of a kept message is smaller.
    package var leastKey: Int64 { day * 86_400_000_000 << 2 }
    /// `YYYY-MM-DD`
    package var text: String { Period.day(of: hour) }

    @inline(__always)
    package func isPast(_ key: MessageKey, at time: Timestamp) -> Bool {
        key.k >= 0 ? key.k < leastKey : time.milliseconds < milliseconds
    }

    /// Whether a stored message goes: by its key, or when all of its records are past. Then none
    /// of them can come again as the record of an unknown message.
    func isPast(_ state: MessageState) -> Bool {
        state.key.k >= 0 ? state.key.k < leastKey : state.latest < milliseconds
    }

    /// The one that a store was pruned to; nil when nothing was.
    package static func stored(_ db: Connection) throws -> Horizon? {
        try stored("horizon_day", db)
    }

    /// The first hour whose counts are kept, since 1970; the least number when all are.
    static func firstCountedHour(_ db: Connection) throws -> Int64 {
        try stored("counts_day", db)?.hour ?? .min
    }

    /// A damaged row may have any number.
    private static func stored(_ column: String, _ db: Connection) throws -> Horizon? {
        try Int64.fetchOne(db, sql: "select \(column) from pruned")
            .map { Horizon(day: min(max($0, 0), lastDay)) }
    }

    /// 9999-12-31
    private static let lastDay: Int64 = 2_932_896
}
