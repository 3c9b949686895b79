internal import Delivery
internal import NDJSON
internal import SQLite

extension AlertHistory {
    /// The newest minutes with sends and with client events before a moment: they decide which
    /// hours to read.
    ///
    /// Minutes, because the store keeps the minutes of every hour: the result for a moment in the
    /// past is the same as it was then.
    struct Newest: Equatable, Sendable {
        /// Their beginnings, ms since 1970.
        var send: Int64?
        var event: Int64?

        /// `now` is in ms since 1970; a minute that is not over is ignored.
        init(_ db: Connection, at now: Int64) throws {
            send = try Newest.minute(of: "sends", at: now, db)
            event = try Newest.minute(of: "events", at: now, db)
        }

        private static func minute(
            of kind: String, at now: Int64, _ db: Connection
        ) throws -> Int64? {
            // The current hour may have no complete minute; the one before it has.
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
