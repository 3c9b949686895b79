internal import GRDB

/// How a database comes to have the tables of this version: named steps, each applied once.
enum Migrations {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(sql: StoreText.schema)
            try fillDelayBuckets(db)
        }
        // How a log is known again that was copied or compressed: see `FileContent`.
        migrator.registerMigration("files by content") { db in
            try db.execute(
                sql: """
                    -- Of a plain file; NULL for gzip, and while the line is not whole.
                    alter table ledger_files add column first_line_hash integer;
                    -- The bytes before the place that was reached in a plain file.
                    alter table ledger_files add column tail_length integer;
                    alter table ledger_files add column tail_hash integer;
                    create index ledger_files_by_first_line on ledger_files (first_line_hash)
                    where first_line_hash is not null;
                    """)
        }
        return migrator
    }

    /// Makes the views anew when their text has changed. They hold no data.
    static func refreshViews(_ db: Database) throws {
        let wanted = StoreText.views
        guard try Settings.text(.views, db) != wanted else { return }
        let old = try String.fetchAll(db, sql: "select name from sqlite_schema where type = 'view'")
        for name in old { try db.execute(sql: "drop view \(name.quotedDatabaseIdentifier)") }
        try db.execute(sql: wanted)
        try Settings.set(.views, wanted, db)
    }

    private static func fillDelayBuckets(_ db: Database) throws {
        let sql = "insert into delay_buckets (bucket, from_seconds, to_seconds) values (?, ?, ?)"
        for (bucket, from, to) in DelayBucket.all {
            try db.execute(sql: sql, arguments: [bucket, from, to])
        }
    }
}
