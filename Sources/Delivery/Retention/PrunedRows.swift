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
        guard let oldest = try oldestHour(db) else { return try note(horizon, db) }
        let next = Horizon(day: min(floorDay(oldest * 3_600_000) + daysAtOnce, horizon.day))
        let first = Period.text(next.hour)
        for (total, rows) in eventRows {
            try db.execute(
                sql: """
                    update pruned set \(total) = \(total) + (
                        select coalesce(sum(events), 0) from \(rows) where send_hour < ?)
                    """,
                arguments: [first])
        }
        for (table, time) in tables {
            try db.execute(
                sql: "delete from \(table) where \(time) < ?",
                arguments: [time == "send_day" ? next.text : first])
        }
        return try note(next, db) && next.day == horizon.day
    }

    /// Earlier days may be asked for later on: what is deleted stays deleted.
    private static func note(_ horizon: Horizon, _ db: Connection) throws -> Bool {
        try db.execute(
            sql: "update pruned set counts_day = max(coalesce(counts_day, ?1), ?1)",
            arguments: [horizon.day])
        return true
    }

    private static func oldestHour(_ db: Connection) throws -> Int64? {
        try tables.compactMap { table, time in
            try String.fetchOne(db, sql: "select min(\(time)) from \(table)").flatMap(Period.hour)
        }.min()
    }

    private static let eventRows = RollupTable.allCases.compactMap { table in
        table.eventTotal.map { (total: $0.total, rows: table.name) }
    }

    /// With the columns of their times.
    private static let tables =
        RollupTable.allCases.map { (name: $0.name, time: $0.keyColumns[0]) }
        + [(name: "hour_marks", time: "hour")]
}
