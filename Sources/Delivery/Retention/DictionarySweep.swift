internal import SQLite

/// Drops shared values that no message and no count refers to any more. Their numbers go to the
/// next new values: dictionaries are held in memory, and would else grow for years.
///
/// Segments and errors leave only once counts have: those refer to them.
enum DictionarySweep {
    /// Finding them reads all messages that are kept, so it is done when the horizon has gone on
    /// by so many days.
    private static let days: Int64 = 28

    /// Reads before it writes: who has the writer's lock knows that nothing changes meanwhile, and
    /// SQLite's own is not held for long.
    static func run(_ horizon: Horizon, _ database: Database) throws {
        let unused = try database.read { db -> [(table: String, ids: [Int64])]? in
            let swept = try Int64.fetchOne(db, sql: "select swept_day from pruned")
            if let swept, swept > horizon.day - days { return nil }
            return try SharedValueTable.allCases.map { table in
                (table.rawValue, try Int64.fetchAll(db, sql: table.unused))
            }
        }
        guard let unused else { return }
        try database.write { db in
            for (table, ids) in unused {
                let delete = "delete from \(table) where id = ?"
                for id in ids { try db.execute(sql: delete, arguments: [id]) }
            }
            try db.execute(sql: "update pruned set swept_day = ?", arguments: [horizon.day])
        }
    }
}
