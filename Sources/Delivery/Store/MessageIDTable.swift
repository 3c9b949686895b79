internal import FCM
internal import SQLite

/// The texts of message IDs that their keys do not hold. Each stands where its state does.
struct MessageIDTable {
    private let insert: Statement

    init(_ db: Connection) throws {
        insert = try db.statement(
            "insert or ignore into message_ids (day, k, tail, message_id) values (?, ?, ?, ?)")
    }

    func add(_ text: String, of key: MessageKey, day: Int64) throws {
        insert.bind(key, day: day)
        try insert.bind(4, text)
        try insert.run()
    }
}

/// Takes states, the texts of their IDs and their conversions out of a store.
struct StateRemoval {
    private let states: Statement
    private let texts: Statement
    private let conversions: Statement

    init(_ db: Connection) throws {
        states = try db.statement("delete from states where day = ? and k = ? and tail = ?")
        texts = try db.statement("delete from message_ids where day = ? and k = ? and tail = ?")
        conversions = try db.statement(
            "delete from conversions where day = ? and k = ? and tail = ?")
    }

    func remove(_ key: MessageKey, _ facts: Facts, day: Int64) throws {
        states.bind(key, day: day)
        try states.run()
        if facts.contains(.converted) {
            conversions.bind(key, day: day)
            try conversions.run()
        }
        guard key.shape == .other else { return }
        texts.bind(key, day: day)
        try texts.run()
    }
}

extension Statement {
    /// The first three parameters: where a state stands.
    func bind(_ key: MessageKey, day: Int64) {
        bind(1, day)
        bind(2, key.k)
        bind(3, key.tail)
    }
}
