package import SQLite

/// The table `pruned_counts`: what pruned messages count in rows that are still recounted.
///
/// A message may have been logged a moment after the time inside its ID, and on the other side of
/// the horizon. Rows before the horizon need none: they are taken on trust.
package enum PrunedCounts {
    /// Whether a rollup row can be recounted from the messages behind the horizon.
    package static func isKept(_ cell: RollupCell, _ horizon: Horizon?) -> Bool {
        horizon.map { Int64(cell.hour) >= $0.hour } ?? true
    }

    /// Adds the counts of kept rows.
    package static func add(_ delta: RollupDelta, _ horizon: Horizon, _ db: Connection) throws {
        let sql = """
            insert into pruned_counts (rollup, hour, reference, detail, lane, messages)
            values (?, ?, ?, ?, ?, ?)
            on conflict (rollup, hour, reference, detail, lane)
            do update set messages = messages + excluded.messages
            """
        for (cell, counts) in delta.changes where isKept(cell, horizon) {
            for lane in cell.table.countColumns.indices where counts[lane] != 0 {
                try db.execute(
                    sql: sql,
                    arguments: [
                        cell.table.rawValue, cell.hour, cell.reference, cell.detail, lane,
                        counts[lane],
                    ])
            }
        }
    }

    /// Forgets rows that the horizon has passed.
    package static func forget(before horizon: Horizon, _ db: Connection) throws {
        try db.execute(
            sql: "delete from pruned_counts where hour < ?", arguments: [horizon.hour])
    }

    /// Adds what is stored to a count from the messages.
    package static func addAll(to delta: inout RollupDelta, _ db: Connection) throws {
        for row in try Row.fetchAll(db, sql: "select * from pruned_counts") {
            let lane: Int = try row["lane"]
            guard let table = RollupTable(rawValue: try row["rollup"]),
                table.countColumns.indices.contains(lane)
            else { continue }
            let cell = try RollupCell(
                table, hour: row["hour"], reference: row["reference"], detail: row["detail"])
            var counts = RollupDelta.Counts.zero
            counts[lane] = try row["messages"]
            delta.add(counts, to: cell)
        }
    }
}
