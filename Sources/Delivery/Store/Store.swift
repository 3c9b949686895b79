package import FCM
internal import Glibc
package import SQLite

/// A pushfunnel database: one SQLite file, one writer at a time, any number of readers.
package final class Store {
    package static let defaultPath = "pushfunnel.db"
    package let path: String
    package let database: Database
    package let windows: Windows
    /// Whose hours it counts by.
    package let clock: HourClock
    package let keys: HashKeys
    /// By source and position.
    package let dimensions: [OwnDimension]
    /// Those that were added when it was opened; records that it had before have no value of them.
    package let lateDimensions: [OwnDimension]
    /// The places of IDs of one's own.
    package let join: [String]
    private let lock: WriterLock?
    /// What the database was when it was opened, and whether another has written since.
    private var version: Version?

    /// Opens a store for writing; makes it when there is none.
    ///
    /// With `takesTurns`, others write between `rest` and `takeTurn`. Throws `StoreError`, or
    /// `SQLiteError` when SQLite refuses.
    package init(
        writing path: String, _ asked: StoreSettings = StoreSettings(), takesTurns: Bool = false
    ) throws {
        self.path = path
        guard !PrivateFile.isBrokenLink(path) else { throw StoreError.brokenLink(path: path) }
        lock = try WriterLock(database: path, takesTurns: takesTurns)
        // What is there keeps its mode; what is wrong with the path, SQLite tells when it opens it.
        PrivateFile.make(path)
        let database = try Store.refusingOthers(path) {
            try Database(path: path, busySeconds: 10) { try Store.prepareToWrite($0, path) }
        }
        let settings = try database.write { db in
            try Migrations.migrate(db, path: path)
            return try Store.settle(db, path, asked)
        }
        dimensions = try database.read(Dimensions.stored)
        lateDimensions = try database.read(Store.hasRecords) ? settings.newDimensions : []
        join = try database.read(JoinPlaces.stored)
        if let hours = asked.windowHours, hours != settings.windows.openHours {
            throw StoreError.windowDiffers(
                path: path, hours: settings.windows.openHours, asked: hours)
        }
        if let hours = asked.conversionHours, hours != settings.windows.conversionHours {
            throw StoreError.conversionWindowDiffers(
                path: path, hours: settings.windows.conversionHours, asked: hours)
        }
        if !asked.keepsTargets, settings.keys.target != nil {
            throw StoreError.keepsTargets(path: path)
        }
        self.database = database
        windows = settings.windows
        self.clock = try database.read(HourClock.stored)
        keys = settings.keys
        if takesTurns { version = try Version(of: path, database) }
    }

    // MARK: Turns

    /// Lets others write until `takeTurn`.
    package func rest() { lock?.rest() }

    /// Asks for the writer's lock again. False when another has written meanwhile, or the file is
    /// another one: then this store knows too little and is to be opened anew. Throws
    /// `StoreError.locked` while another writes.
    package func takeTurn() throws -> Bool {
        try lock?.take()
        return try Version(of: path, database) == version
    }

    struct Version: Equatable {
        var place: FilePlace?
        /// SQLite's: it changes when another connection commits.
        var data: Int64

        init(of path: String, _ database: Database) throws {
            place = FileIdentity(path: path)?.place
            data = try database.read { try Int64.fetchOne($0, sql: "pragma data_version") ?? 0 }
        }

        func isSameFile(as other: Version) -> Bool { place == other.place }
    }

    /// Bytes of the write-ahead log above which a commit empties it.
    package var logLimit: Int64 = 256 * 1024 * 1024

    /// Brings the write-ahead log into the database and empties it, when it is larger than this
    /// many bytes. SQLite does the first by itself, but begins the log anew only in a moment
    /// without readers, which may never come; this waits for those that are there, a second at
    /// most. False when one of them took longer.
    @discardableResult
    package func emptyLog(above bytes: Int64) throws -> Bool {
        var status = stat()
        guard stat(path + "-wal", &status) == 0, Int64(status.st_size) > bytes else { return true }
        return try database.writeWithoutTransaction { db in
            try db.execute(sql: "pragma busy_timeout = 1000")
            defer { try? db.execute(sql: "pragma busy_timeout = 10000") }
            return try db.emptyLog()
        }
    }

    /// Empties the write-ahead log, which still holds what was deleted; false while a reader needs
    /// it.
    func emptyLog() throws -> Bool {
        try database.writeWithoutTransaction { try $0.emptyLog() }
    }

    /// A store in memory, for dry runs and for questions to logs. Connections of this process can
    /// open it by its path while it lives.
    package static func inMemory(_ asked: StoreSettings = StoreSettings()) throws -> Store {
        try Store(Database(path: DatabaseURI.memory(), [.uri, .withoutTemporaryFiles]), asked)
    }

    private init(_ database: Database, _ asked: StoreSettings) throws {
        path = database.path
        lock = nil
        let settings = try database.write { db in
            try Migrations.create(db)
            return try Store.settle(db, "", asked)
        }
        self.database = database
        dimensions = asked.dimensions
        lateDimensions = []
        join = asked.join
        windows = settings.windows
        self.clock = try database.read(HourClock.stored)
        keys = settings.keys
    }

    /// The `ledger` view's row.
    package func ledger() throws -> (events: Int64, matched: Int64, orphan: Int64) {
        try database.read { db in
            let row = try Row.fetchOne(db, sql: "select events, matched, orphan from ledger")
            return (
                try row?["events"] ?? 0, try row?["matched"] ?? 0, try row?["orphan"] ?? 0
            )
        }
    }

    /// Whether any record was ever read into it.
    package func hasRecords() throws -> Bool { try database.read(Store.hasRecords) }

    private static func hasRecords(_ db: Connection) throws -> Bool {
        try Int64.fetchOne(db, sql: "select new from ledger") ?? 0 > 0
    }

    /// How far it was pruned.
    package func horizon() throws -> Horizon? { try database.read(Horizon.stored) }

    /// The newest time of any send, ms since 1970; nil before the first.
    package func newestSend() throws -> Int64? {
        try database.read { try Settings.integer(.newestSend, $0) }
    }

    /// Opens a store for reading alone; SQLite itself refuses every change. One of an earlier
    /// version is only to be copied: with `takesEarlier`.
    package static func reader(
        _ path: String, takesEarlier: Bool = false
    ) throws -> Database {
        let database = try refusingOthers(path) {
            try openToRead(path) { try Database(path: $0, $1, busySeconds: 10) }
        }
        try database.read { try expectStore($0, path, takesEarlier: takesEarlier) }
        return database
    }

    /// Throws `StoreError.ofLake` for a database that a lake's counts are in.
    package static func expectMessages(in reader: Database) throws {
        guard try reader.read({ try Settings.text(.lake, $0) == nil }) else {
            throw StoreError.ofLake(path: reader.path)
        }
    }

    /// Throws `StoreError` if there is no file, or a folder.
    private static func expectFile(_ path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else { throw StoreError.notFound(path: path) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw StoreError.notAStore(path: path) }
    }

    /// Opens a file to read it.
    package static func openToRead<Opened>(
        _ path: String, _ open: (_ name: String, Connection.Options) throws -> Opened
    ) throws -> Opened {
        try expectFile(path)
        do {
            return try open(path, .readOnly)
        } catch let error as SQLiteError where [.readOnly, .cannotOpen].contains(error.code) {
            // In a folder that may not be written to, SQLite cannot make the files beside a WAL
            // database. Without them nobody is writing, and the file can be read as it stands.
            guard access(path + "-wal", F_OK) != 0 else { throw error }
            return try open(DatabaseURI.immutable(path), [.readOnly, .uri])
        }
    }

    /// Opens a store to note what alerts have told, in short transactions beside whoever ingests:
    /// the writer's lock is not asked for. The store must be there.
    package static func noting(_ path: String) throws -> Database {
        try expectFile(path)
        // Longer than an ingest takes to commit a batch.
        let database = try refusingOthers(path) { try Database(path: path, busySeconds: 60) }
        try database.read { try expectStore($0, path) }
        return database
    }

    /// Throws `StoreError` when a database is none of this program, whose queries are about the
    /// tables of its own version.
    package static func expectStore(
        _ db: Connection, _ path: String, takesEarlier: Bool = false
    ) throws {
        if let error = try whyNoStore(db, path) { throw error }
        let applied = try Migrations.applied(db)
        if takesEarlier {
            try Migrations.expectKnown(applied, path: path)
        } else {
            try Migrations.expectCurrent(applied, path: path)
        }
    }

    /// The version of a database. Throws `StoreError` when it is none.
    package static func version(of path: String) throws -> String {
        try expectFile(path)
        let applied = try refusingOthers(path) {
            try Database(path: path, .readOnly).read(Migrations.applied)
        }
        guard let version = Migrations.newest(of: applied) else {
            throw StoreError.notAStore(path: path)
        }
        return version
    }

    /// The version of this program's databases.
    package static var newestVersion: String { Migrations.newest }

    /// SQLite finds out that a file is none of its own when it first reads it.
    private static func refusingOthers<T>(_ path: String, _ open: () throws -> T) throws -> T {
        do {
            return try open()
        } catch let error as SQLiteError where error.code == .notADatabase {
            throw StoreError.notAStore(path: path)
        }
    }

    /// All tables are made at once: without any, it is a store whose making was cut short.
    private static func whyNoStore(_ db: Connection, _ path: String) throws -> StoreError? {
        let sql = "select count(*) from sqlite_schema where tbl_name <> 'grdb_migrations'"
        let tables = try Int.fetchOne(db, sql: sql) ?? 0
        let isStore = try db.tableExists("ledger_files")
        guard tables == 0 || isStore else { return .notAStore(path: path) }
        return isStore ? nil : .unfinished(path: path)
    }

    /// A database of another program is left alone.
    private static func check(_ db: Connection, _ path: String) throws {
        if case .notAStore? = try whyNoStore(db, path) { throw StoreError.notAStore(path: path) }
        if try db.tableExists("ledger_files") {
            try Migrations.expectKnown(Migrations.applied(db), path: path)
        }
    }

    /// WAL, so that readers never wait. `synchronous = full`: a commit is on the disk before it is
    /// told of, so that a log may be taken away then. There is one for 245,000 messages.
    private static func prepareToWrite(_ db: Connection, _ path: String) throws {
        // First of all: the journal mode below is written into the file.
        try check(db, path)
        try db.execute(sql: "pragma page_size = 8192")
        // Dropped rows and free pages hold zeros. Debian's SQLite has it on.
        try db.execute(sql: "pragma secure_delete = on")
        try db.execute(sql: "pragma journal_mode = wal")
        try db.execute(sql: "pragma synchronous = full")
        try db.execute(sql: "pragma cache_size = -8192")
        try db.execute(sql: "pragma wal_autocheckpoint = 4096")
        try db.execute(sql: "pragma temp_store = memory")
    }

    private static func settle(
        _ db: Connection, _ path: String, _ asked: StoreSettings
    ) throws -> (windows: Windows, keys: HashKeys, newDimensions: [OwnDimension]) {
        let new = try Dimensions.declare(asked.dimensions, db, path: path)
        try JoinPlaces.declare(asked.join, db, path: path)
        if try Settings.text(.hashKey, db) == nil {
            try Settings.set(.hashKey, Settings.makeHashKey(), db)
            let targetKey = asked.keepsTargets ? Settings.makeHashKey() : Settings.noKey
            try Settings.set(.targetKey, targetKey, db)
            let hours = asked.windowHours ?? Windows.defaultOpenHours
            try Settings.set(.windowHours, String(hours), db)
            if let hours = asked.conversionHours {
                try Settings.set(.conversionHours, String(hours), db)
            }
            let clock = try asked.clock()
            if !clock.isOfUTC { try clock.save(db) }
        }
        return (try Settings.windows(db), try Settings.storedKeys(db), new)
    }
}
