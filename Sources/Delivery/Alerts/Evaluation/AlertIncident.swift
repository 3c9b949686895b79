internal import GRDB

/// A row of `alert_incidents`.
package struct AlertIncident: Sendable {
    var rowID: Int64
    var alertID: String
    var rule: String
    var metric: String
    var slice: [AlertReport.Dimension]
    var startsAt: Int64
    var toldAt: Int64?
    var toldDrop: Double?
    var severity: String
    var windowHours: Int
    var observed: Double
    var expected: Double
    var summary: String
    var command: String

    static func open(_ db: Database) throws -> [AlertIncident] {
        let sql = "select * from alert_incidents where ends_ms is null order by id"
        return try Row.fetchAll(db, sql: sql).map(AlertIncident.init)
    }

    private init(_ row: Row) {
        rowID = row["id"]
        alertID = row["alert_id"]
        rule = row["rule"]
        metric = row["metric"]
        slice = AlertSilence.slice(row["slice"])
        startsAt = row["starts_ms"]
        toldAt = row["told_ms"]
        toldDrop = row["told_drop"]
        severity = row["severity"]
        windowHours = row["window_hours"]
        observed = row["observed"]
        expected = row["expected"]
        summary = row["summary"]
        command = row["command"]
    }

    /// The incident as an alert that is over, with the numbers it was last seen with.
    func resolved(at end: Int64) -> AlertReport.Alert {
        let missing = max(0, expected - observed)
        return AlertReport.Alert(
            id: alertID, rule: rule, state: .resolved, severity: severity, metric: metric,
            slice: slice, windowHours: windowHours, observed: observed, expected: expected,
            likelyLow: 0, likelyHigh: 0, drop: expected > 0 ? missing / expected : 0,
            missing: missing, score: 0, threshold: 0, hoursInARow: 0, startsAt: startsAt,
            updatedAt: end, endsAt: end, contributors: [], ruledOut: [],
            summary: "over after \(AlertPhrases.duration(end - startsAt)): \(summary)",
            command: command, isNews: false)
    }

    // MARK: Writing

    /// Adds an incident, or renews the one that there is.
    static func save(
        _ alert: AlertReport.Alert, _ incident: AlertIncident?, now: Int64, _ db: Database
    ) throws {
        if let incident {
            let sql = """
                update alert_incidents set
                    state = ?, severity = ?, slice = ?, updated_ms = ?, window_hours = ?,
                    observed = ?, expected = ?, worst_drop = max(worst_drop, ?), summary = ?,
                    command = ?, told_ms = coalesce(?, told_ms),
                    told_drop = max(coalesce(told_drop, 0), coalesce(?, told_drop, 0)),
                    told_count = told_count + ?
                where id = ?
                """
            try db.execute(
                sql: sql,
                arguments: [
                    alert.state.rawValue, alert.severity, AlertSilence.text(alert.slice),
                    alert.updatedAt, alert.windowHours, alert.observed, alert.expected,
                    alert.drop, alert.summary, alert.command, alert.isNews ? now : nil,
                    alert.isNews ? alert.drop : nil, alert.isNews ? 1 : 0, incident.rowID,
                ])
            return
        }
        let sql = """
            insert into alert_incidents
                (alert_id, rule, metric, slice, state, severity, starts_ms, updated_ms,
                window_hours, observed, expected, worst_drop, summary, command, told_ms,
                told_drop, told_count)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        try db.execute(
            sql: sql,
            arguments: [
                alert.id, alert.rule, alert.metric, AlertSilence.text(alert.slice),
                alert.state.rawValue, alert.severity, alert.startsAt, alert.updatedAt,
                alert.windowHours, alert.observed, alert.expected, alert.drop, alert.summary,
                alert.command, alert.isNews ? now : nil, alert.isNews ? alert.drop : nil,
                alert.isNews ? 1 : 0,
            ])
    }

    static func close(
        _ incident: AlertIncident, _ alert: AlertReport.Alert, now: Int64, _ db: Database
    ) throws {
        let sql = """
            update alert_incidents set
                state = 'resolved', ends_ms = ?, told_ms = coalesce(?, told_ms),
                told_count = told_count + ?
            where id = ?
            """
        try db.execute(
            sql: sql,
            arguments: [
                alert.endsAt, alert.isNews ? now : nil, alert.isNews ? 1 : 0, incident.rowID,
            ])
    }
}
