internal import Delivery

extension Derivation {
    /// Rows of `opens_by_weekday` as a table to look at: hours down, weekdays across.
    static let weekGrid = Derivation(
        name: "week_grid",
        summary: "Open rates by hour of the day and weekday, as a table of 24 by 7.",
        needs: ["weekday", "hour", "sent", "opened", "open_base"],
        columns: [
            .init("hour", .integer, "0 to 23, when it was sent"),
            .init("sent", .integer, "FCM accepted them, on all weekdays"),
        ] + WeekGrid.days.map { .init($0, .share, "opened of open_base; null below 100") },
        rows: { table in
            let cells = NamedCells.rows(table)
            return (0..<24).compactMap { hour in
                WeekGrid.row(hour, cells.filter { $0.integer("hour") == hour })
            }
        })
}

private enum WeekGrid {
    static let days = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    /// Nil for an hour without sends.
    static func row(_ hour: Int64, _ cells: [NamedCells]) -> [ResultTable.Cell]? {
        let days = cells.filter { (1...7).contains($0.integer("weekday") ?? 0) }
        guard !days.isEmpty else { return nil }
        let sent = days.reduce(Int64(0)) { $0 + ($1.count("sent") ?? 0) }
        let rates = (Int64(1)...7).map { day -> ResultTable.Cell in
            let cell = days.first { $0.integer("weekday") == day }
            return .rate(cell?.share("opened", of: "open_base"))
        }
        return [.integer(hour), .integer(sent)] + rates
    }
}
