internal import GRDB

/// How a database comes to have the tables of this version.
///
/// A new one is made from `schema.sql` at once. One of an earlier version is changed step by step
/// in one transaction: a run that is killed leaves it as it was, and the next one begins anew.
///
/// The versions are noted where GRDB's migrator did so for the first of them, so that programs of
/// that time know a later database, too.
enum Migrations {
    /// Versions that databases have had, each with what leads to it from the one before.
    private static let steps: [Step] = [
        Step("1", StoreText.schema),
        Step("2", StoreText.schema2),
        Step("3", StoreText.schema3, Resettlement.run),
    ]

    private struct Step: Sendable {
        var version: String
        var sql: String
        /// What SQL alone cannot do.
        var finish: @Sendable (Database) throws -> Void

        init(
            _ version: String, _ sql: String,
            _ finish: @escaping @Sendable (Database) throws -> Void = { _ in }
        ) {
            self.version = version
            self.sql = sql
            self.finish = finish
        }
    }

    static var newest: String { steps.last?.version ?? "" }

    /// The versions that a database has been of, in no order; none before it is made.
    static func applied(_ db: Database) throws -> Set<String> {
        guard try db.tableExists("grdb_migrations") else { return [] }
        return try String.fetchSet(db, sql: "select identifier from grdb_migrations")
    }

    /// The latest of them that this program knows.
    static func newest(of applied: Set<String>) -> String? {
        steps.last { applied.contains($0.version) }?.version
    }

    /// Throws `StoreError` when a database that has been of these versions is not of this one.
    static func expectCurrent(_ applied: Set<String>, path: String) throws(StoreError) {
        try expectKnown(applied, path: path)
        guard isCurrent(applied) else { throw .tooOld(path: path) }
    }

    static func isCurrent(_ applied: Set<String>) -> Bool { applied == Set(steps.map(\.version)) }

    /// Throws `StoreError` when it has been of a version that this program does not know.
    static func expectKnown(_ applied: Set<String>, path: String) throws(StoreError) {
        guard applied.isSubset(of: steps.map(\.version)) else { throw .tooNew(path: path) }
    }

    /// Makes a new database, or brings an earlier one up to date.
    ///
    /// Throws `StoreError.unknownShape`, and changes nothing, when what comes of it is not what a
    /// new database is: one from between two versions says that it is of the first.
    static func migrate(_ db: Database, path: String) throws {
        guard try db.tableExists("ledger_files") else { return try create(db) }
        let applied = try applied(db)
        for step in steps where !applied.contains(step.version) {
            try db.execute(sql: step.sql)
            try step.finish(db)
            try note(step.version, db)
        }
        guard try Settings.text(.views, db) != StoreText.views else { return }
        try renewViews(db)
        if let object = try SchemaShape(db).difference(from: SchemaShape.newest()) {
            throw StoreError.unknownShape(path: path, object: object)
        }
    }

    /// Makes all of the newest version in an empty database, in one transaction.
    static func create(_ db: Database) throws {
        try db.execute(sql: StoreText.schema)
        try fillDelayBuckets(db)
        try makeViews(db)
        try db.execute(
            sql: """
                create table if not exists grdb_migrations (identifier text not null primary key)
                """)
        for step in steps { try note(step.version, db) }
    }

    private static func note(_ version: String, _ db: Database) throws {
        try db.execute(
            sql: "insert or ignore into grdb_migrations values (?)", arguments: [version])
    }

    /// Views hold no data.
    private static func renewViews(_ db: Database) throws {
        let old = try String.fetchAll(db, sql: "select name from sqlite_schema where type = 'view'")
        for name in old { try db.execute(sql: "drop view \(name.quotedDatabaseIdentifier)") }
        try makeViews(db)
    }

    private static func makeViews(_ db: Database) throws {
        try db.execute(sql: StoreText.views)
        try Settings.set(.views, StoreText.views, db)
    }

    private static func fillDelayBuckets(_ db: Database) throws {
        let sql = "insert into delay_buckets (bucket, from_seconds, to_seconds) values (?, ?, ?)"
        for (bucket, from, to) in DelayBucket.all {
            try db.execute(sql: sql, arguments: [bucket, from, to])
        }
    }
}
