internal import Delivery
internal import NDJSON
internal import SQLite

extension AlertHistory {
    /// The newest minutes that had records of sends, and client events, by some moment: which
    /// hours to read follows from them.
    ///
    /// Minutes, because that much is kept of every hour: what was known at a moment of the past is
    /// told as it would have been told then.
    struct Newest: Equatable, Sendable {
        /// Their beginnings, ms since 1970.
        var send: Int64?
        var event: Int64?

        /// `now` is in ms since 1970; a minute that is not over is none yet.
        init(_ db: Connection, at now: Int64) throws {
            send = try Newest.minute(of: "sends", at: now, db)
            event = try Newest.minute(of: "events", at: now, db)
        }

        private static func minute(
            of kind: String, at now: Int64, _ db: Connection
        ) throws -> Int64? {
            // The running hour may have none that is over; the one before it has.
            let sql = """
                select hour, \(kind) as minutes from record_minutes where hour <= ? and \(kind) <> 0
                order by hour desc limit 2
                """
            let running = floorHour(now)
            for row in try Row.fetchAll(db, sql: sql, arguments: [Period.text(running)]) {
                guard let hour = Timestamp((try row["hour"] as String) + ":00:00Z")?.hour else {
                    continue
                }
                var minutes = UInt64(bitPattern: try row["minutes"])
                if hour == running {
                    minutes &= 1 << UInt64((now - hour * 3_600_000) / 60_000) - 1
                }
                guard minutes != 0 else { continue }
                return hour * 3_600_000 + Int64(63 - minutes.leadingZeroBitCount) * 60_000
            }
            return nil
        }
    }
}
