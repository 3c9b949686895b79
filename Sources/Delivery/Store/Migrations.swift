internal import SQLite

/// How a database comes to have the tables of this version: by the files of `Schema`, one for each
/// version, in order.
///
/// A new database runs all of them, one of an earlier version those that it has not run, in one
/// transaction: a run that is killed leaves it as it was, and the next one begins again.
///
/// The versions are recorded where GRDB's migrator did so for the first of them, so that programs
/// of that time know a later database, too.
enum Migrations {
    /// Versions that databases have had, each with what leads to it from the one before.
    private static let steps = EmbeddedSchema.files
        .map { (version: String($0.name.dropLast(".sql".count)), sql: $0.text) }
        .sorted { Int($0.version) ?? 0 < Int($1.version) ?? 0 }

    /// What SQL alone cannot do, by version.
    private static func finish(_ version: String, _ db: Connection) throws {
        if version == "3" { try Resettlement.run(db) }
    }

    static var newest: String { steps.last?.version ?? "" }

    /// The versions that a database has been of, in no order; none before it is made.
    static func applied(_ db: Connection) throws -> Set<String> {
        guard try db.tableExists("grdb_migrations") else { return [] }
        return try Set(String.fetchAll(db, sql: "select identifier from grdb_migrations"))
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
    static func migrate(_ db: Connection, path: String) throws {
        guard try db.tableExists("ledger_files") else { return try create(db) }
        try run(except: applied(db), db)
        guard try !hasOwnViews(db) else { return }
        try renewViews(db)
        let newest = try SchemaShape.newest(
            Dimensions.stored(db), HourClock.stored(db))
        if let object = try SchemaShape(db).difference(from: newest) {
            throw StoreError.unknownShape(path: path, object: object)
        }
    }

    /// Whether this version of the program made the views, by what the database says.
    static func hasOwnViews(_ db: Connection) throws -> Bool {
        try Settings.text(.views, db)
            == ViewText.ofDatabase(
                Dimensions.stored(db), HourClock.stored(db))
    }

    /// Makes all of the newest version in an empty database, in one transaction.
    static func create(_ db: Connection) throws {
        try db.execute(
            sql: """
                create table if not exists grdb_migrations (identifier text not null primary key)
                """)
        try run(except: [], db)
        try fillDelayBuckets(db)
        try makeViews(db)
    }

    /// What SQL alone cannot do is done by the code of today, which needs all tables of today: it
    /// comes after the SQL of all versions.
    private static func run(except applied: Set<String>, _ db: Connection) throws {
        let missing = steps.filter { !applied.contains($0.version) }
        for step in missing {
            try db.execute(sql: step.sql)
            try db.execute(
                sql: "insert or ignore into grdb_migrations values (?)", arguments: [step.version])
        }
        for step in missing { try finish(step.version, db) }
    }

    /// Replaces views and classes of delay by those of the program.
    static func renewLists(_ db: Connection) throws {
        try db.execute(sql: "delete from delay_buckets")
        try fillDelayBuckets(db)
        try renewViews(db)
    }

    /// Views hold no data.
    static func renewViews(_ db: Connection) throws {
        let old = try String.fetchAll(db, sql: "select name from sqlite_schema where type = 'view'")
        for name in old { try db.execute(sql: "drop view \(Connection.quoted(name))") }
        try makeViews(db)
    }

    private static func makeViews(_ db: Connection) throws {
        let text = ViewText.ofDatabase(
            try Dimensions.stored(db), try HourClock.stored(db))
        try db.execute(sql: text)
        try Settings.set(.views, text, db)
    }

    private static func fillDelayBuckets(_ db: Connection) throws {
        let sql = "insert into delay_buckets (bucket, from_seconds, to_seconds) values (?, ?, ?)"
        for (bucket, from, to) in DelayBucket.all {
            try db.execute(sql: sql, arguments: [bucket, from, to])
        }
    }
}
