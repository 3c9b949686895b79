package import SQLite

/// What alerts read of `delay_cells`: an hour has thousands of rows there, and a run reads weeks of
/// hours. The table `alert_hours` keeps them by hour, with the mark of the hour: a row holds as
/// long as the mark of its hour is the same (`HourMarks`).
package struct AlertHours {
    /// What was counted from rows, with the mark at that moment.
    package struct Counted: Sendable {
        fileprivate var rows: [(hour: Int64, mark: Int64, events: [UInt8])] = []
    }

    /// The rows that hold.
    private static let valid = """
        alert_hours inner join hour_marks
            on hour_marks.hour = alert_hours.hour and hour_marks.mark = alert_hours.mark
        """

    private let find: Statement
    private let cells: Statement
    private let mark: Statement
    package private(set) var counted = Counted()

    package init(_ db: Connection) throws {
        find = try db.statement(
            "select alert_hours.events from \(AlertHours.valid) where alert_hours.hour = ?")
        cells = try db.statement(
            "select segment, stage_bucket, messages from delay_cells where send_hour = ?")
        mark = try db.statement("select mark from hour_marks where hour = ?")
    }

    /// The events of an hour's sends, by segment, ascending. With `isSettled`, few more are to
    /// come, and they are to be kept.
    package mutating func events(of hour: Int64, isSettled: Bool) throws -> [SegmentEvents] {
        let text = Period.text(hour)
        if let events = try kept(text) { return events }
        let events = try count(text)
        guard isSettled, events.allSatisfy(\.isPlausible) else { return events }
        try mark.bind(1, text)
        if try mark.step() {
            counted.rows.append((hour, mark.integer(0), SegmentEvents.bytes(events)))
        }
        mark.reset()
        return events
    }

    private func kept(_ hour: String) throws -> [SegmentEvents]? {
        try find.bind(1, hour)
        defer { find.reset() }
        guard try find.step() else { return nil }
        return find.blob(0).flatMap(SegmentEvents.read)
    }

    private func count(_ hour: String) throws -> [SegmentEvents] {
        var events: [SegmentEvents] = []
        try cells.bind(1, hour)
        while try cells.step() {
            let segment = cells.integer(0)
            if events.last?.segment != segment { events.append(SegmentEvents(segment: segment)) }
            events[events.count - 1].add(cells.integer(2), packed: cells.integer(1))
        }
        cells.reset()
        return events
    }

    // MARK: The table

    /// Stores what was counted, and deletes the rows of hours before `first`.
    package static func save(_ counted: Counted, from first: Int64, _ db: Connection) throws {
        guard !counted.rows.isEmpty else { return }
        try db.execute(
            sql: "delete from alert_hours where hour < ?", arguments: [Period.text(first)])
        let statement = try db.statement("insert or replace into alert_hours values (?, ?, ?)")
        for row in counted.rows {
            try statement.bind([Period.text(row.hour), row.mark, Cell.blob(row.events)])
            try statement.run()
        }
    }

    /// The hours whose kept events are not those of their rows, although the marks are equal.
    static func wrongHours(_ db: Connection) throws -> [String] {
        let hours = try AlertHours(db)
        return try String.fetchAll(
            db,
            sql: "select alert_hours.hour from \(AlertHours.valid) order by alert_hours.hour"
        ).filter { try hours.kept($0) != hours.count($0) }
    }
}
