internal import Delivery
internal import SQLite

/// A row of `alert_incidents`.
struct AlertIncident: Equatable {
    /// What somebody was told of it.
    struct Told: Equatable {
        /// When last.
        var at: Int64?
        /// The largest drop that was told; nil once its end was told.
        var drop: Double?
        var count: Int64 = 0

        /// The last that was told of it is that it is over.
        var isEnd: Bool { at != nil && drop == nil }
        /// Somebody believes that it goes on.
        var isBeginning: Bool { at != nil && drop != nil }
    }

    /// Nil of one that is not stored yet.
    var rowID: Int64?
    var alertID: String
    var rule: String
    var metric: String
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
    var summary: String
    var command: String
    var told = Told()

    /// As an alert has it, of which nobody was told.
    init(_ alert: AlertReport.Alert) {
        alertID = alert.id
        rule = alert.rule
        metric = alert.metric
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
        summary = alert.summary
        command = alert.command
    }

    /// The incident with the numbers it was last seen with, as an alert that is over.
    func resolved(at end: Int64, because reason: String) -> AlertReport.Alert {
        let missing = max(0, expected - observed)
        return AlertReport.Alert(
            id: alertID, rule: rule, state: .resolved, severity: severity, metric: metric,
            slice: slice, windowHours: windowHours, observed: observed, expected: expected,
            likelyLow: 0, likelyHigh: 0, drop: expected > 0 ? missing / expected : 0,
            missing: missing, score: 0, threshold: 0, hoursInARow: 0, startsAt: startsAt,
            updatedAt: end, endsAt: end, contributors: [], ruledOut: [],
            summary: "\(reason): \(summary)", command: command, isNews: false)
    }
}

extension AlertIncident {
    /// Those that go on, and those that ended after `since`, in the order of their beginnings.
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
        metric = try row["metric"]
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
        summary = try row["summary"]
        command = try row["command"]
        told = try Told(at: row["told_ms"], drop: row["told_drop"], count: row["told_count"])
    }

    private static let columns = [
        "alert_id", "rule", "metric", "slice", "state", "severity", "starts_ms", "updated_ms",
        "ends_ms", "window_hours", "observed", "expected", "worst_drop", "summary", "command",
        "told_ms", "told_drop", "told_count",
    ]

    /// Adds it, or renews its row.
    func save(_ db: Connection) throws {
        let values: [any CellValue] = [
            alertID, rule, metric, AlertSilence.text(slice), state, severity, startsAt, updatedAt,
            endsAt, windowHours, observed, expected, worstDrop, summary, command, told.at,
            told.drop, told.count,
        ]
        let columns = AlertIncident.columns
        guard let rowID else {
            let places = columns.map { _ in "?" }.joined(separator: ", ")
            try db.execute(
                sql: """
                    insert into alert_incidents (\(columns.joined(separator: ", ")))
                    values (\(places))
                    """, arguments: values)
            return
        }
        let changes = columns.map { "\($0) = ?" }.joined(separator: ", ")
        try db.execute(
            sql: "update alert_incidents set \(changes) where id = ?",
            arguments: values + [rowID])
    }
}
