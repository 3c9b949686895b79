internal import Delivery
internal import SQLite

/// The minutes of `record_minutes`.
enum RecordMinutes {
    /// The number of minutes with client events, by hour of the clock; hours without any are left
    /// out.
    static func withEvents(
        _ hours: Range<Int64>, _ clock: HourClock, _ db: Connection
    ) throws -> [Int64: Int] {
        // Minutes are stored by the hours of UTC.
        let sql = """
            select hour, events from record_minutes
            where hour >= ? and hour <= ? and events <> 0
            """
        let ends = [hours.lowerBound, hours.upperBound].map(Period.text)
        return try Row.fetchAll(db, sql: sql, arguments: ends).reduce(into: [:]) { known, row in
            guard let hour = try Period.hour(row["hour"]) else { return }
            let minutes = UInt64(bitPattern: try row["events"])
            for minute in 0..<Int64(60) where minutes >> UInt64(minute) & 1 != 0 {
                known[clock.hour(of: (hour * 60 + minute) * 60_000), default: 0] += 1
            }
        }.filter { hours.contains($0.key) }
    }
}
