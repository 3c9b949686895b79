package import GRDB
package import NDJSON

#if canImport(Glibc)
    internal import Glibc
#endif

/// A pushfunnel database: one SQLite file, one writer at a time, any number of readers.
package final class Store {
    package static let defaultPath = "pushfunnel.db"
    package static let defaultWindowHours = 72

    package let path: String
    package let database: any DatabaseWriter
    package let windowHours: Int
    package let hashKey: SipHash.Key
    private let lock: WriterLock?
    /// What the database was when it was opened, and whether another has written since.
    private var version: Version?

    /// Opens a store for writing; makes it when there is none.
    ///
    /// With `takesTurns`, others write between `rest` and `takeTurn`.
    /// Throws `StoreError`, or GRDB's `DatabaseError` when SQLite refuses.
    package init(writing path: String, windowHours: Int? = nil, takesTurns: Bool = false) throws {
        self.path = path
        lock = try WriterLock(database: path, takesTurns: takesTurns)
        let database = try Store.refusingOthers(path) {
            try DatabaseQueue(path: path, configuration: Store.writing(path))
        }
        try Migrations.migrator.migrate(database)
        let settings = try database.write { db in
            try Migrations.refreshViews(db)
            return try Store.settle(db, windowHours: windowHours)
        }
        if let windowHours, windowHours != settings.hours {
            throw StoreError.windowDiffers(
                path: path, hours: settings.hours, asked: windowHours)
        }
        self.database = database
        self.windowHours = settings.hours
        hashKey = settings.key
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

    private struct Version: Equatable {
        var device: UInt64
        var inode: UInt64
        /// SQLite's: it changes when another connection commits.
        var data: Int64

        init(of path: String, _ database: any DatabaseWriter) throws {
            var status = stat()
            _ = stat(path, &status)
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
            data = try database.read { try Int64.fetchOne($0, sql: "pragma data_version") ?? 0 }
        }
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
            do {
                try db.checkpoint(.truncate)
                return true
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                return false
            }
        }
    }

    /// A store that is gone with the process, for dry runs.
    package static func inMemory(windowHours: Int? = nil) throws -> Store {
        try Store(DatabaseQueue(), windowHours: windowHours)
    }

    private init(_ database: DatabaseQueue, windowHours: Int?) throws {
        path = ":memory:"
        lock = nil
        try Migrations.migrator.migrate(database)
        let settings = try database.write { db in
            try Migrations.refreshViews(db)
            return try Store.settle(db, windowHours: windowHours)
        }
        self.database = database
        self.windowHours = settings.hours
        hashKey = settings.key
    }

    /// The `ledger` view's row.
    package func ledger() throws -> (events: Int64, matched: Int64, orphan: Int64) {
        try database.read { db in
            let row = try Row.fetchOne(db, sql: "select events, matched, orphan from ledger")
            return (row?["events"] ?? 0, row?["matched"] ?? 0, row?["orphan"] ?? 0)
        }
    }

    package var windowMilliseconds: Int64 { Int64(windowHours) * 3_600_000 }

    /// Opens a store for reading alone; SQLite itself refuses every change.
    package static func reader(_ path: String) throws -> DatabaseQueue {
        guard access(path, F_OK) == 0 else { throw StoreError.notFound(path: path) }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        do {
            return try reader(path, at: path, configuration)
        } catch let error as DatabaseError
            where [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.resultCode)
        {
            // In a folder that may not be written to, SQLite cannot make the files beside a WAL
            // database. Without them nobody is writing, and the file can be read as it stands.
            guard access(path + "-wal", F_OK) != 0 else { throw error }
            return try reader(path, at: DatabaseURI.immutable(path), configuration)
        }
    }

    /// Opens a store to note what alerts have told, in short transactions beside whoever ingests:
    /// the writer's lock is not asked for. The store must be there.
    package static func noting(_ path: String) throws -> DatabaseQueue {
        guard access(path, F_OK) == 0 else { throw StoreError.notFound(path: path) }
        var configuration = Configuration()
        // Longer than an ingest takes to commit a batch.
        configuration.busyMode = .timeout(60)
        return try reader(path, at: path, configuration)
    }

    private static func reader(
        _ path: String, at location: String, _ configuration: Configuration
    ) throws -> DatabaseQueue {
        let database = try refusingOthers(path) {
            try DatabaseQueue(path: location, configuration: configuration)
        }
        guard try database.read({ try $0.tableExists("ledger_files") }) else {
            throw StoreError.notAStore(path: path)
        }
        return database
    }

    /// SQLite finds out that a file is none of its own when it first reads it.
    private static func refusingOthers<T>(_ path: String, _ open: () throws -> T) throws -> T {
        do {
            return try open()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            throw StoreError.notAStore(path: path)
        }
    }

    /// A database of another program is left alone.
    private static func check(_ db: Database, _ path: String) throws {
        // The list of migrations comes first: alone, it is a store whose making was cut short.
        let sql = "select count(*) from sqlite_schema where tbl_name <> 'grdb_migrations'"
        let tables = try Int.fetchOne(db, sql: sql) ?? 0
        let isStore = try db.tableExists("ledger_files")
        guard tables == 0 || isStore else { throw StoreError.notAStore(path: path) }
        if isStore, try Migrations.migrator.hasBeenSuperseded(db) {
            throw StoreError.tooNew(path: path)
        }
    }

    /// WAL, so that readers never wait. `synchronous = normal`: a power cut may take back the
    /// last commits, never half of one; the ledger goes back with them, so the next run reads
    /// those lines again.
    private static func writing(_ path: String) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in
            // First of all: the journal mode below is written into the file.
            try check(db, path)
            try db.execute(sql: "pragma page_size = 8192")
            try db.execute(sql: "pragma journal_mode = wal")
            try db.execute(sql: "pragma synchronous = normal")
            try db.execute(sql: "pragma cache_size = -8192")
            try db.execute(sql: "pragma wal_autocheckpoint = 4096")
            try db.execute(sql: "pragma temp_store = memory")
        }
        return configuration
    }

    private static func settle(
        _ db: Database, windowHours: Int?
    ) throws -> (hours: Int, key: SipHash.Key) {
        if try Settings.text(.hashKey, db) == nil {
            try Settings.set(.hashKey, Settings.makeHashKey(), db)
            let hours = windowHours ?? defaultWindowHours
            try Settings.set(.windowHours, String(hours), db)
        }
        let hours = try Settings.integer(.windowHours, db).map { Int($0) } ?? defaultWindowHours
        return (hours, try Settings.storedHashKey(db))
    }
}
