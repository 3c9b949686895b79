package import Delivery
internal import FCM
internal import NDJSON
package import SQLite

/// Writes a database's states into a lake, as they are, all of one commit.
///
/// The source is the database: exported again, its files are replaced, and hold more when it has
/// read more.
package struct StoreExport {
    package private(set) var states = 0
    package private(set) var days = 0
    /// The first day whose messages it still has; those before are not in the lake, and their
    /// counts are not, either.
    package private(set) var horizon: Horizon?

    /// The lake's keys are the database's, so it must have been made with them, or be made now.
    package init(_ reader: Database, _ lakePath: String) throws {
        self = try reader.read { db in
            let keys = try Settings.storedKeys(db)
            var wishes = Lake.Wishes()
            wishes.windowHours =
                try Settings.integer(.windowHours, db).map { Int($0) } ?? Store.defaultWindowHours
            wishes.keys = Lake.NamedKeys(keys, path: reader.path)
            let (lake, _) = try Lake.open(lakePath, wishes)
            return try StoreExport(db, lake, source: StoreExport.source(keys))
        }
    }

    /// The key of its IDs stays as long as the database.
    private static func source(_ keys: HashKeys) -> String {
        var hash = SHA256()
        let text = Array("database \(Settings.text(of: keys.identity))".utf8)
        text.withUnsafeBufferPointer { hash.append($0) }
        return hash.finish()
    }

    private init(_ db: Connection, _ lake: Lake, source: String) throws {
        guard let claim = try LakeClaim(source, lake, waits: true) else { return }
        var files = try SourceFiles(source, lake, in: claim.folder)
        let dictionaries = try DictionaryTables.load(db)
        var states = try StoredStates(db)
        try files.add(dictionaries) { try states.next() }
        try files.append(StoreExport.minutes(db), to: .minutes)
        try files.append(StoreExport.rejects(db), to: .rejects)
        try files.publish(ledger: StoreExport.ledger(db))
        self.states = files.states
        days = files.days.count
        horizon = try Horizon.stored(db)
    }

    private static func minutes(_ db: Connection) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for row in try Row.fetchAll(db, sql: "select * from record_minutes order by hour") {
            try MinutesLine.write(row["hour"], row["sends"], row["events"], to: &bytes)
        }
        return bytes
    }

    private static func rejects(_ db: Connection) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try Row.forEach(db, sql: "select * from rejects order by path, line") { row in
            RejectLines.write(
                try RejectRow(
                    path: row["path"], line: row["line"], byte: row["byte"],
                    reason: row["reason"], keys: row["keys"], expected: row["expected"],
                    excerpt: row["excerpt"]),
                to: &bytes)
        }
        let lines = "select line_hash, reason from distinct_rejects order by line_hash"
        try Row.forEach(db, sql: lines) { row in
            try RejectLines.write(hash: row["line_hash"], reason: row["reason"], to: &bytes)
        }
        return bytes
    }

    private static func ledger(_ db: Connection) throws -> [UInt8] {
        let newestSend = try Settings.integer(.newestSend, db)
        let newestEvent = try Settings.integer(.newestEvent, db)
        return try FileLedger.all(db).flatMap { file in
            var line = LedgerLine(file)
            line.newestSend = newestSend
            line.newestEvent = newestEvent
            return line.bytes
        }
    }
}

/// Goes through the states of a database, each with the text of its ID where the key is a hash.
private struct StoredStates {
    private let states: Statement
    private let texts: Statement
    private var text: (day: Int64, key: MessageKey, messageID: String)?

    init(_ db: Connection) throws {
        states = try db.statement("select \(StateTable.columns) from states order by day, k, tail")
        texts = try db.statement(
            "select day, k, tail, message_id from message_ids order by day, k, tail")
        try stepText()
    }

    mutating func next() throws -> (state: MessageState, messageID: String?)? {
        guard try states.step() else {
            states.reset()
            return nil
        }
        let state = StateTable.state(states)
        guard state.key.shape == .other else { return (state, nil) }
        // Both tables have the same order, and of each such state there is a text.
        while let known = text, (known.day, known.key) < (states.integer(0), state.key) {
            try stepText()
        }
        return (state, text?.key == state.key ? text?.messageID : nil)
    }

    private mutating func stepText() throws {
        guard try texts.step() else { return text = nil }
        let key = MessageKey(k: texts.integer(1), tail: texts.integer(2))
        text = (texts.integer(0), key, try texts.text(3))
    }
}
