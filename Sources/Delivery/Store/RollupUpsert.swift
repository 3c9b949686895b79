internal import SQLite

/// Adds counts to the rows of one table.
final class RollupUpsert {
    private let table: RollupTable
    private let statement: Statement
    /// The hour whose text is bound: SQLite keeps bound values, and rows come hour by hour.
    private var hour: Int32?
    private let hasDetail: Bool

    init(_ table: RollupTable, _ db: Connection) throws {
        self.table = table
        statement = try db.statement(RollupUpsert.sql(table))
        hasDetail = table.keyColumns.count == 3
    }

    func add(_ counts: RollupDelta.Counts, to cell: RollupCell) throws {
        if hour != cell.hour {
            try statement.bind(1, RollupTables.timeText(Int64(cell.hour), table))
            hour = cell.hour
        }
        statement.bind(2, Int64(cell.reference))
        var index: Int32 = 3
        if hasDetail {
            statement.bind(index, Int64(cell.detail))
            index += 1
        }
        for lane in table.countColumns.indices {
            statement.bind(index, Int64(counts[lane]))
            index += 1
        }
        try statement.run()
    }

    private static func sql(_ table: RollupTable) -> String {
        let columns = table.keyColumns + table.countColumns
        let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
        let sums = table.countColumns.map { "\($0) = \($0) + excluded.\($0)" }
        return """
            insert into \(table.name) (\(columns.joined(separator: ", "))) values (\(marks))
            on conflict (\(table.keyColumns.joined(separator: ", ")))
            do update set \(sums.joined(separator: ", "))
            """
    }
}
