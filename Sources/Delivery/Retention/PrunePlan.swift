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
            for (clause, limit) in [
                ("where day = 0 and k < ?", horizon.leastKey),
                ("where day > 0 and day < ?", horizon.day),
            ] {
                try StateTable.forEach(db, clause, [limit]) { row in
                    guard horizon.isPast(StateTable.state(row)) else { return }
                    states += 1
                    bytes += StateTable.size(row)
                }
            }
            let others = """
                select coalesce((select sum(length(bits)) from day_filters where day < ?), 0)
                    + coalesce((select sum(length(message_id)) from message_ids where day < ?), 0)
                """
            let arguments: [any CellValue] = [horizon.day, horizon.day]
            bytes += try Int64.fetchOne(db, sql: others, arguments: arguments) ?? 0
        }
    }
}
