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
            let windows = try Settings.windows(db)
            (wishes.windowHours, wishes.conversionHours) =
                (windows.openHours, windows.conversionHours)
            wishes.keys = Lake.NamedKeys(keys: keys, path: reader.path)
            wishes.clock = try HourClock.stored(db)
            wishes.dimensions = try Dimensions.stored(db)
            let (lake, _) = try Lake.open(lakePath, wishes)
            return try StoreExport(db, lake, source: Lake.name("database", keys))
        }
    }

    private init(_ db: Connection, _ lake: Lake, source: String) throws {
        guard let claim = try LakeClaim(source, lake, waits: true) else { return }
        var files = try SourceFiles(source, lake, in: claim.folder)
        let dictionaries = try DictionaryTables.load(db)
        var states = try StoredStates(db)
        try files.add(dictionaries) { try states.next() }
        let minutes = "select hour, sends, events from record_minutes order by hour"
        let rejects = """
            select path, line, byte, reason, keys, expected, excerpt from rejects
            order by path, line
            """
        let hashes = "select line_hash, reason from distinct_rejects order by line_hash"
        try files.append(StoreExport.lines(minutes, db), to: .minutes)
        try files.append(
            StoreExport.lines(rejects, db) + StoreExport.lines(hashes, db), to: .rejects)
        try files.publish(ledger: StoreExport.ledger(db))
        self.states = files.states
        days = files.days.count
        horizon = try Horizon.stored(db)
    }

    /// The rows of a query as lines.
    private static func lines(_ sql: String, _ db: Connection) throws -> [UInt8] {
        let texts: Set = ["hour", "path", "reason", "keys", "expected", "excerpt"]
        var bytes: [UInt8] = []
        try Row.forEach(db, sql: sql) { row in
            var line = JSONMembers()
            for name in row.names {
                if texts.contains(name) {
                    line.add(name, try row[name] as String)
                } else {
                    line.add(name, try row[name] as Int64)
                }
            }
            line.write(to: &bytes)
        }
        return bytes
    }

    private static func ledger(_ db: Connection) throws -> [UInt8] {
        let newestSend = try Settings.integer(.newestSend, db)
        let newestEvent = try Settings.integer(.newestEvent, db)
        return try FileLedger.all(db).flatMap {
            $0.line(newestSend: newestSend, newestEvent: newestEvent)
        }
    }
}

/// Goes through the states of a database, each with the text of its ID where the key is a hash.
private struct StoredStates {
    private let states: Statement
    private let texts: Statement
    private var text: (day: Int64, key: MessageKey, messageID: String)?

    init(_ db: Connection) throws {
        states = try db.statement("select \(StateTable.selected) from states order by day, k, tail")
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
