package import SQLite

/// Reads and writes rollup rows.
///
/// Rows of hours whose counts were deleted are not made again: a late event of such an hour adds to
/// the totals alone.
package struct RollupTables {
    private var upserts: [RollupTable: RollupUpsert] = [:]
    private let totals: Statement
    private let deleted: Statement
    private let firstHour: Int64

    init(_ db: Connection) throws {
        let sums = EventTotal.allCases.map { "\($0) = \($0) + ?" }.joined(separator: ", ")
        totals = try db.statement("update totals set \(sums)")
        deleted = try db.statement("update pruned set \(sums)")
        firstHour = try Horizon.firstCountedHour(db)
        for table in RollupTable.allCases {
            upserts[table] = try RollupUpsert(table, db)
        }
    }

    /// Adds counts to their rows, and to the marks of their hours.
    package static func add(
        _ delta: RollupDelta, _ dictionaries: Dictionaries, _ db: Connection
    ) throws {
        let changes = try RollupTables(db).add(delta)
        var marks = HourMarks(dictionaries)
        for (cell, counts) in changes where !cell.table.isSum { marks.add(counts, of: cell) }
        try marks.save(db)
    }

    /// Adds counts to their rows, in the order of the tables' keys, and events to the totals. Gives
    /// what rows have changed by.
    @discardableResult
    func add(_ delta: RollupDelta) throws -> [RollupDelta.Change] {
        let changes = delta.changes
        try add(EventTotal.sums(changes), to: totals)
        guard changes.contains(where: isDeleted) else {
            try addToRows(changes)
            return changes
        }
        try add(EventTotal.sums(changes.filter(isDeleted)), to: deleted)
        let kept = changes.filter { !isDeleted($0) }
        try addToRows(kept)
        return kept
    }

    private func isDeleted(_ change: RollupDelta.Change) -> Bool {
        Int64(change.cell.hour) < firstHour
    }

    private func add(_ events: [EventTotal: Int64], to statement: Statement) throws {
        for (index, total) in EventTotal.allCases.enumerated() {
            statement.bind(Int32(index + 1), events[total] ?? 0)
        }
        try statement.run()
    }

    private func addToRows(_ changes: [RollupDelta.Change]) throws {
        for (cell, counts) in changes { try upserts[cell.table]?.add(counts, to: cell) }
    }

    /// All rows of a table that count something.
    package static func read(_ table: RollupTable, _ db: Connection) throws -> RollupDelta {
        var delta = RollupDelta()
        try forEach(table, db) { delta.add($1, to: $0) }
        return delta
    }

    /// Calls `body` with each row that counts something.
    static func forEach(
        _ table: RollupTable, _ db: Connection,
        _ body: (RollupCell, RollupDelta.Counts) throws -> Void
    ) throws {
        let keys = table.keyColumns
        try Row.forEach(db, sql: "select * from \(table.name)") { row in
            let cell = try RollupCell(
                table, hour: Period.hour(row[keys[0]]) ?? 0, reference: row[keys[1]],
                detail: keys.count == 3 ? row[keys[2]] : 0)
            var counts = RollupDelta.Counts.zero
            for (lane, column) in table.countColumns.enumerated() {
                counts[lane] = Int32(clamping: try row[column] as Int64)
            }
            if counts != .zero { try body(cell, counts) }
        }
    }

    /// A time as a table has it: an hour, or the day that begins with it.
    static func timeText(_ hour: Int64, _ table: RollupTable) -> String {
        let text = Period.text(hour)
        return table.isByDay ? String(text.prefix(10)) : text
    }
}
