internal import Delivery
internal import NDJSON
internal import SQLite

/// A lake's counts in a database: all that a database has but the messages themselves, as if they
/// had been pruned. Reports, alerts and every view but `messages` then read it as any other.
package enum LakeCounts {
    /// What Spark is asked for, each with the folder of its rows.
    package static let questions: [(name: String, sql: String)] = cells + others.map { ($0, $1) }

    /// Counts by the day of the lake, of views by `LakeSQL.views(byDay:)`. Each row names its
    /// question.
    package static let cells: [(name: String, sql: String)] =
        LakeSQL.cells.map { ($0, "select '\($0)' as counts, \($0).* from \($0)") } + [
            (
                messages,
                SQLNames.filled(
                    """
                    select
                        '\(messages)' as counts,
                        lake_day,
                        count(*) as messages,
                        sum(bit_count(facts & $FACT_LINES)) as records
                    from \(LakeSQL.counted)
                    group by lake_day
                    """)
            )
        ]
    static let messages = "messages"

    private static let others: KeyValuePairs = [
        "ledger": "select * from ledger_lines order by path, lines, size_bytes",
        "minutes": """
        select hour, bit_or(sends) as sends, bit_or(events) as events
        from minute_lines group by hour
        """,
        "rejects": """
        select path, line, byte, reason, keys, expected, excerpt
        from reject_lines
        where line is not null
        """,
        "reject_lines": """
        select line_hash, min(reason) as reason from reject_lines
        where line_hash is not null group by line_hash
        """,
    ]

    /// Whether a database has the counts of a lake that is as `mark` says; false if there is none.
    package static func has(_ mark: LakeMark, of lake: Lake, in path: String) throws -> Bool {
        guard FileIdentity(path: path) != nil else { return false }
        return try Store.reader(path).read { db in
            try Settings.text(.lake, db) == lake.id && Settings.text(.lakeMark, db) == mark.text
        }
    }

    /// Puts the counts that Spark wrote into a folder in the place of those of a database, which is
    /// made where there is none. What alerts have told stays. `mark` is of the lake before Spark
    /// read it; `cells` are files of counts by day.
    ///
    /// Throws `StoreError.holdsOther` for a database that was not made of this lake.
    package static func write(
        _ folder: String, cells: [String], of lake: Lake, _ mark: LakeMark, to path: String
    ) throws {
        let rows = LakeCountRows(folder: folder, cells: cells)
        let settings = StoreSettings(
            windowHours: lake.windows.openHours, conversionHours: lake.windows.conversionHours,
            dimensions: lake.dimensions, clock: { lake.clock })
        let store = try Store(writing: path, settings)
        try store.database.write { db in
            try expectOwn(lake, store, db)
            try clear(db)
            var dictionaries = Dictionaries()
            var (delta, messages, records) = try rows.delta(&dictionaries)
            delta.addSums { dictionaries.segments.traits($0)?.platform }
            try DictionaryTables.save(dictionaries, db)
            try RollupTables.add(delta, dictionaries, db)
            try PrunedCounts.add(delta, everything, db)
            try db.execute(
                sql: "update pruned set horizon_day = ?, messages = ?, facts = 0, swept_day = null",
                arguments: [everything.day, messages])
            try rows.writeLedger(db, records: records)
            try rows.writeMinutes(db)
            try rows.writeRejects(db)
            try Settings.set(.lake, lake.id, db)
            try Settings.set(.lakeMark, mark.text, db)
        }
    }

    /// No record is of a day after it: whatever an ingest reads, it sets aside.
    private static let everything = Horizon(day: daysFromCivil(9999, 12, 31))

    /// A database that is there keeps its hours.
    private static func expectOwn(_ lake: Lake, _ store: Store, _ db: Connection) throws {
        let known = try Settings.text(.lake, db)
        guard known != lake.id else { return }
        let isNew = try Bool.fetchOne(db, sql: "select not exists (select 1 from ledger_files)")
        guard known == nil, isNew ?? false, store.clock.hasHours(of: lake.clock) else {
            throw StoreError.holdsOther(path: store.path, than: lake.path)
        }
    }

    private static func clear(_ db: Connection) throws {
        let tables =
            RollupTable.allCases.map(\.name) + [
                "segments", "observed_profiles", "send_errors", "amounts", "record_minutes",
                "hour_marks", "alert_hours", "ledger_files", "rejected_lines", "distinct_rejects",
                "reject_totals", "pruned_counts", "pruned_files",
            ]
        for table in tables { try db.execute(sql: "delete from \(table)") }
        try db.execute(
            sql: """
                update totals set files = 0, lines = 0, new = 0, duplicate = 0, rejected = 0,
                    blank = 0, matched = 0, orphan = 0, past_retention = 0, foreign_lines = 0,
                    unproven_events = 0
                """)
    }
}
