internal import FCM
package import SQLite

/// The moment up to which the records of a store reach, in ms since 1970: what reports are as of.
///
/// Clocks of app servers are trusted, clocks of devices are not: a phone that is hours ahead must
/// end no window. So it is the time of the newest send, or a later hour in which enough messages
/// arrived: at least `leastArrivals` from its start on, and one in `share` of those of the two days
/// before it. Fewer may come from clocks that are ahead. It follows from the records alone.
package enum AsOf {
    private static let leastArrivals: Int64 = 10
    private static let share: Int64 = 50
    private static let hoursBefore: Int64 = 48
    /// More than any hour has: a damaged row may have any number.
    private static let mostArrivals: Int64 = 1 << 40

    /// Nil in an empty store; the newest client event in one without sends.
    package static func stored(_ db: Connection) throws -> Int64? {
        guard let send = try Settings.integer(.newestSend, db).map(Moment.plausible) else {
            return try Settings.integer(.newestEvent, db).map(Moment.plausible)
        }
        return try max(send, laterHour(than: floorHour(send), db).map { $0 * 3_600_000 } ?? send)
    }

    /// The newest time of a client event that is not ahead of that, ms since 1970.
    package static func newestEvent(_ db: Connection) throws -> Int64? {
        guard let newest = try Settings.integer(.newestEvent, db).map(Moment.plausible) else {
            return nil
        }
        return try min(newest, stored(db) ?? newest)
    }

    /// The latest hour after `hour` that arrivals confirm.
    private static func laterHour(than hour: Int64, _ db: Connection) throws -> Int64? {
        let sql = """
            select arrival_hour as hour, sum(messages) as messages from arrival_cells
            where arrival_hour > ? group by 1 order by 1 desc
            """
        let rows = try Row.fetchAll(
            db, sql: sql, arguments: [Period.text(hour - hoursBefore)])
        let arrivals = try rows.compactMap { row in
            try Period.hour(row["hour"]).map {
                (hour: $0, count: min(max(0, try row["messages"] as Int64), mostArrivals))
            }
        }
        return latest(arrivals, after: hour)
    }

    /// `arrivals` are in the order of their hours, the latest first.
    package static func latest(
        _ arrivals: [(hour: Int64, count: Int64)], after hour: Int64
    ) -> Int64? {
        var since: Int64 = 0
        for arrival in arrivals where arrival.hour > hour {
            since += arrival.count
            let before = arrivals.reduce(Int64(0)) { sum, other in
                let isBefore =
                    other.hour < arrival.hour
                    && other.hour >= arrival.hour - hoursBefore
                return isBefore ? sum + other.count : sum
            }
            if since >= leastArrivals, since * share >= before { return arrival.hour }
        }
        return nil
    }

    /// Messages that arrived more than an hour later than that, by the clocks of their devices, by
    /// platform: their clocks are ahead. In the order of platforms.
    package static func ahead(_ db: Connection) throws -> [(platform: String, messages: Int64)] {
        guard let moment = try stored(db) else { return [] }
        let sql = """
            select platform, sum(messages) as messages from arrival_cells
            where arrival_hour > ? group by 1 order by 1
            """
        let later = Period.text(floorHour(moment) + 1)
        return try Row.fetchAll(db, sql: sql, arguments: [later]).map { row in
            let platform = Platform(
                rawValue: UInt8(truncatingIfNeeded: try row["platform"] as Int64))
            return ((platform ?? .unknown).name, try row["messages"])
        }
    }
}
