package import SQLite

/// What a prune would drop.
package struct PrunePlan: Sendable {
    /// Message states: messages, and what else is stored like them.
    package private(set) var states: Int64 = 0
    /// As they are stored, without what pages add.
    package private(set) var bytes: Int64 = 0

    /// Reads the messages from before a day.
    package init(_ reader: Database, before horizon: Horizon) throws {
        try reader.read { db in
            try add(
                db.statement("select \(StateTable.columns) from states where day = 0 and k < ?"),
                horizon, until: horizon.leastKey)
            try add(
                db.statement("select \(StateTable.columns) from states where day > 0 and day < ?"),
                horizon, until: horizon.day)
            let others = """
                select coalesce((select sum(length(bits)) from day_filters where day < ?), 0)
                    + coalesce((select sum(length(message_id)) from message_ids where day < ?), 0)
                """
            let arguments: [any CellValue] = [horizon.day, horizon.day]
            bytes += try Int64.fetchOne(db, sql: others, arguments: arguments) ?? 0
        }
    }

    private mutating func add(
        _ rows: Statement, _ horizon: Horizon, until limit: Int64
    ) throws {
        rows.bind(1, limit)
        defer { rows.reset() }
        while try rows.step() {
            guard horizon.isPast(StateTable.state(rows)) else { continue }
            states += 1
            bytes += StateTable.size(rows)
        }
    }
}
