internal import SQLite

/// A row of `alert_incidents`.
struct AlertIncident: Equatable {
    /// The notifications of an incident.
    struct Notified: Equatable {
        /// Time of the last one.
        var at: Int64?
        /// The largest drop in them; nil after the notification of the end.
        var drop: Double?
        var count: Int64 = 0

        /// The last one reported the end.
        var isEnd: Bool { at != nil && drop == nil }
        /// The last one reported that it fires.
        var isFiring: Bool { at != nil && drop != nil }
    }

    /// Nil if it is not stored yet.
    var rowID: Int64?
    var alertID: String
    var rule: String
    var slice: [AlertReport.Dimension]
    var state: String
    var severity: String
    var startsAt: Int64
    var updatedAt: Int64
    /// Nil while it goes on.
    var endsAt: Int64?
    var windowHours: Int
    var observed: Double
    var expected: Double
    var worstDrop: Double
    /// From the start to `updatedAt`; nil for rules without expected events.
    var total: AlertReport.Counts?
    var summary: String
    var command: String
    var notified = Notified()
    /// The row of the incident that it is a part of.
    var partOf: Int64?
    /// What receivers know it by.
    var firstSeverity: String
    var firstSlice: [AlertReport.Dimension]
    /// When it was accepted; nil if it is not.
    var acceptedAt: Int64?
    var comment = ""

    /// Without notifications. `words` are stored, because facts are not.
    init(_ alert: AlertReport.Alert, words: AlertWording) {
        alertID = alert.id
        rule = alert.rule
        slice = alert.slice
        state = alert.state.rawValue
        severity = alert.severity
        startsAt = alert.startsAt
        updatedAt = alert.updatedAt
        endsAt = alert.endsAt
        windowHours = alert.windowHours
        observed = alert.observed
        expected = alert.expected
        worstDrop = alert.worstDrop ?? alert.drop
        total = alert.total
        total?.likely = nil
        firstSeverity = alert.severity
        firstSlice = alert.slice
        (summary, command) = words(alert)
    }

    /// The incident as an alert that is over, with its last numbers.
    func resolved(at end: Int64, _ ending: AlertReport.Ending) -> AlertReport.Alert {
        var alert = AlertReport.Alert(
            rule: rule, slice: slice,
            facts: .ended(ending, summary: summary, command: command), startsAt: startsAt,
            updatedAt: end)
        alert.id = alertID
        alert.state = .resolved
        alert.severity = severity
        alert.windowHours = windowHours
        alert.observed = observed
        alert.expected = expected
        alert.missing = max(0, expected - observed)
        alert.drop = expected > 0 ? alert.missing / expected : 0
        alert.endsAt = end
        alert.total = total
        return alert
    }
}

/// Forms the summary and the command of an alert, which its incident stores; Reporting has it.
package typealias AlertWording = @Sendable (AlertReport.Alert) -> (summary: String, command: String)

extension AlertIncident {
    /// Incidents without end, and those that ended after `since`, sorted by start.
    static func since(_ since: Int64, _ db: Connection) throws -> [AlertIncident] {
        let sql = """
            select * from alert_incidents where ends_ms is null or ends_ms > ?
            order by starts_ms, id
            """
        return try Row.fetchAll(db, sql: sql, arguments: [since]).map { try AlertIncident($0) }
    }

    private init(_ row: Row) throws {
        rowID = try row["id"]
        alertID = try row["alert_id"]
        rule = try row["rule"]
        slice = AlertSilence.slice(try row["slice"])
        state = try row["state"]
        severity = try row["severity"]
        startsAt = try row["starts_ms"]
        updatedAt = try row["updated_ms"]
        endsAt = try row["ends_ms"]
        windowHours = try row["window_hours"]
        observed = try row["observed"]
        expected = try row["expected"]
        worstDrop = try row["worst_drop"]
        let observed: Double? = try row["total_observed"]
        let expected: Double? = try row["total_expected"]
        if let observed, let expected {
            let length = Int(max(0, (endsAt ?? updatedAt) - startsAt) / 3_600_000)
            total = AlertReport.Counts(hours: length, observed: observed, expected: expected)
        }
        summary = try row["summary"]
        command = try row["command"]
        notified = try Notified(
            at: row["told_ms"], drop: row["told_drop"], count: row["told_count"])
        partOf = try row["part_of"]
        let firstSeverity: String = try row["first_severity"]
        self.firstSeverity = firstSeverity.isEmpty ? severity : firstSeverity
        let firstSlice: String? = try row["first_slice"]
        self.firstSlice = firstSlice.map(AlertSilence.slice) ?? slice
        acceptedAt = try row["accepted_ms"]
        comment = try row["comment"]
    }

    /// The same incident as another alert has found it.
    mutating func inherit(from before: AlertIncident) {
        rowID = before.rowID
        notified = before.notified
        partOf = before.partOf
        firstSeverity = before.firstSeverity
        firstSlice = before.firstSlice
    }

    /// Inserts or replaces its row.
    mutating func save(_ db: Connection) throws {
        let row: KeyValuePairs<String, any CellValue> = [
            "id": rowID, "alert_id": alertID, "rule": rule, "metric": rule,
            "slice": AlertSilence.text(slice), "state": state, "severity": severity,
            "starts_ms": startsAt, "updated_ms": updatedAt, "ends_ms": endsAt,
            "window_hours": windowHours, "observed": observed, "expected": expected,
            "worst_drop": worstDrop, "summary": summary, "command": command,
            "told_ms": notified.at, "told_drop": notified.drop, "told_count": notified.count,
            "total_observed": total?.observed, "total_expected": total?.expected,
            "part_of": partOf, "first_severity": firstSeverity,
            "first_slice": AlertSilence.text(firstSlice), "accepted_ms": acceptedAt,
            "comment": comment,
        ]
        let columns = row.map(\.key).joined(separator: ", ")
        let places = row.map { _ in "?" }.joined(separator: ", ")
        try db.execute(
            sql: "insert or replace into alert_incidents (\(columns)) values (\(places))",
            arguments: row.map(\.value))
        rowID = rowID ?? db.lastInsertedRowID
    }
}
