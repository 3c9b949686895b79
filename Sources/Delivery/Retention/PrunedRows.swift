internal import SQLite

/// Deletes the counts of hours before a day, with their marks. What they had of the totals is kept.
///
/// Each transaction deletes some days and moves the first day with counts: a run that is stopped at
/// any point leaves a store that verifies.
struct PrunedRows {
    private static let daysAtOnce: Int64 = 28

    static func prune(
        before horizon: Horizon, _ database: Database, shouldStop: () -> Bool
    ) throws {
        var isDone = false
        while !isDone, !shouldStop() {
            isDone = try database.write { try deleteNext(before: horizon, $0) }
        }
    }

    /// True when there are no more.
    private static func deleteNext(before horizon: Horizon, _ db: Connection) throws -> Bool {
        let oldest = floorDay(try oldestHour(db).map { $0 * 3_600_000 } ?? horizon.milliseconds)
        let next = Horizon(day: min(oldest + daysAtOnce, horizon.day))
        for table in RollupTable.allCases {
            let (time, first) = (table.keyColumns[0], RollupTables.timeText(next.hour, table))
            if let total = table.eventTotal?.total {
                let events = "select coalesce(sum(events), 0) from \(table.name) where \(time) < ?"
                try db.execute(
                    sql: "update pruned set \(total) = \(total) + (\(events))", arguments: [first])
            }
            try db.execute(
                sql: "delete from \(table.name) where \(time) < ?", arguments: [first])
        }
        for table in ["hour_marks", "alert_hours"] {
            try db.execute(
                sql: "delete from \(table) where hour < ?", arguments: [Period.text(next.hour)])
        }
        // Never back: a later run may keep more days.
        try db.execute(
            sql: "update pruned set counts_day = max(coalesce(counts_day, ?1), ?1)",
            arguments: [next.day])
        return next == horizon
    }

    private static func oldestHour(_ db: Connection) throws -> Int64? {
        try RollupTable.allCases.compactMap { table in
            let sql = "select min(\(table.keyColumns[0])) from \(table.name)"
            return try String.fetchOne(db, sql: sql).flatMap(Period.hour)
        }.min()
    }
}
