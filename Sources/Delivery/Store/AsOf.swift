internal import FCM
package import SQLite

/// The moment up to which the records of a store reach, in ms since 1970: what reports are as of.
/// The view `base_as_of` has the rule.
package enum AsOf {
    /// Nil in an empty store.
    package static func stored(_ db: Connection) throws -> Int64? {
        try Int64.fetchOne(db, sql: "select as_of_ms from base_as_of").map(Moment.plausible)
    }

    /// The newest time of a client event that is not ahead of that, ms since 1970.
    package static func newestEvent(_ db: Connection) throws -> Int64? {
        guard let newest = try Settings.integer(.newestEvent, db).map(Moment.plausible) else {
            return nil
        }
        return try min(newest, stored(db) ?? newest)
    }

    /// Messages that arrived more than an hour later than that, by the clocks of their devices, by
    /// platform: their clocks are ahead. In the order of platforms.
    package static func ahead(_ db: Connection) throws -> [(platform: String, messages: Int64)] {
        guard let moment = try stored(db) else { return [] }
        let sql = """
            select platform, sum(messages) as messages from arrival_cells
            where arrival_hour > ? group by 1 order by 1
            """
        let later = Period.text(try HourClock.stored(db).hour(of: moment) + 1)
        return try Row.fetchAll(db, sql: sql, arguments: [later]).map { row in
            let platform = Platform(
                rawValue: UInt8(truncatingIfNeeded: try row["platform"] as Int64))
            return ((platform ?? .unknown).name, try row["messages"])
        }
    }
}
