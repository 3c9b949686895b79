package import NDJSON

/// The minutes in which records have their times: what was the newest at any moment.
///
/// Bits that are set stay set, so order and repetition change nothing.
package struct RecordMinutes {
    private static let minute: Int64 = 60_000_000

    /// By hour since 1970, a bit for each minute.
    package private(set) var hours: [Int64: UInt64] = [:]
    /// The newest time, µs. No optional: it is raised for each record.
    private var last = Int64.min
    /// The beginning of the minute that was noted last, µs.
    private var latest = Int64.max

    package var newest: Timestamp? { last == .min ? nil : Timestamp(microseconds: last) }

    /// Records come mostly in the order of their times: the next is of the same minute.
    @inline(__always)
    package mutating func note(_ time: Timestamp) {
        last = max(last, time.microseconds)
        if UInt64(bitPattern: time.microseconds &- latest) >= UInt64(RecordMinutes.minute) {
            add(time)
        }
    }

    @inline(never)
    private mutating func add(_ time: Timestamp) {
        let minute = floorDivide(time.microseconds, RecordMinutes.minute)
        latest = minute * RecordMinutes.minute
        let hour = floorDivide(minute, 60)
        hours[hour, default: 0] |= 1 << UInt64(minute - hour * 60)
    }
}
