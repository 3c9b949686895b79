package import SQLite

/// Accepted incidents: what they found is normal from their start on.
package enum AlertAcceptance {
    /// The number of the newest incident with this `AlertReport.Alert.id`, either among accepted
    /// incidents or among those that go on and are not accepted. Nil if there is none.
    package static func number(
        of alert: String, accepted: Bool, _ db: Connection
    ) throws -> Int64? {
        let which = accepted ? "accepted_ms is not null" : "ends_ms is null and accepted_ms is null"
        let sql = """
            select id from alert_incidents where alert_id = ? and \(which)
            order by starts_ms desc, id desc limit 1
            """
        return try Int64.fetchOne(db, sql: sql, arguments: [alert])
    }

    /// Accepts an incident and its parts, and returns the numbers of all these. Returns none if no
    /// incident of this number goes on, or if it is accepted already.
    package static func add(
        _ incident: Int64, comment: String, now: Int64, _ db: Connection
    ) throws -> [Int64] {
        let sql = """
            update alert_incidents set accepted_ms = ?, comment = ?, state = 'accepted'
            where (id = ? or part_of = ?) and ends_ms is null and accepted_ms is null
            returning id
            """
        return try Int64.fetchAll(db, sql: sql, arguments: [now, comment, incident, incident])
            .sorted()
    }

    /// Takes the acceptance of an incident and its parts back, and returns the numbers of all
    /// these. Returns none if no incident of this number is accepted. After a
    /// message that closed it, the next run reports it as new.
    package static func undo(_ incident: Int64, _ db: Connection) throws -> [Int64] {
        let sql = """
            update alert_incidents set
                accepted_ms = null, comment = '',
                told_ms = case when told_drop is not null then told_ms end,
                state = case when ends_ms is null then 'firing' else 'resolved' end
            where (id = ? or part_of = ?) and accepted_ms is not null
            returning id
            """
        return try Int64.fetchAll(db, sql: sql, arguments: [incident, incident]).sorted()
    }
}
