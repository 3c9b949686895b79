internal import FCM
internal import SQLite

/// The table `message_names`: the names of messages that have several, such as FCM's ID and an ID
/// of one's own. A message with one name has no row.
struct MessageNames {
    struct Row {
        /// The name by which its state is stored.
        var message: MessageKey
        /// The kinds of records that used this name.
        var facts: Facts
    }

    private let db: Connection
    private let find: Statement

    init(_ db: Connection) throws {
        self.db = db
        find = try db.statement(
            "select message_k, message_tail, facts from message_names where k = ? and tail = ?")
    }

    func row(of name: MessageKey) throws -> Row? {
        find.bind(1, name.k)
        find.bind(2, name.tail)
        defer { find.reset() }
        guard try find.step() else { return nil }
        return Row(
            message: MessageKey(k: find.integer(0), tail: find.integer(1)),
            facts: Facts(rawValue: Int32(truncatingIfNeeded: find.integer(2))))
    }

    /// The text of a name whose key does not hold it.
    func text(of name: MessageKey) throws -> String? {
        try String.fetchOne(
            db, sql: "select text from message_names where k = ? and tail = ?",
            arguments: [name.k, name.tail])
    }

    /// All names of a message, in the order of their keys; none if it has one name alone.
    func names(of message: MessageKey) throws -> [(name: MessageKey, facts: Facts)] {
        let statement = try db.statement(
            """
            select k, tail, facts from message_names
            where message_k = ? and message_tail = ? order by k, tail
            """)
        statement.bind(1, message.k)
        statement.bind(2, message.tail)
        defer { statement.reset() }
        var names: [(MessageKey, Facts)] = []
        while try statement.step() {
            names.append(
                (
                    MessageKey(k: statement.integer(0), tail: statement.integer(1)),
                    Facts(rawValue: Int32(truncatingIfNeeded: statement.integer(2)))
                ))
        }
        return names
    }

    func add(_ name: MessageKey, _ row: Row, text: String?) throws {
        try db.execute(
            sql: "insert into message_names values (?, ?, ?, ?, ?, ?)",
            arguments: [
                name.k, name.tail, row.message.k, row.message.tail, Int64(row.facts.rawValue),
                text,
            ])
    }

    func set(_ facts: Facts, of name: MessageKey) throws {
        try db.execute(
            sql: "update message_names set facts = ? where k = ? and tail = ?",
            arguments: [Int64(facts.rawValue), name.k, name.tail])
    }

    /// Gives all names of a message to another one.
    func move(_ message: MessageKey, to other: MessageKey) throws {
        try db.execute(
            sql: """
                update message_names set message_k = ?, message_tail = ?
                where message_k = ? and message_tail = ?
                """,
            arguments: [other.k, other.tail, message.k, message.tail])
    }

    /// Forgets the names of a message, and counts their facts; nil if it has one name alone.
    func remove(_ message: MessageKey) throws -> Int? {
        let names = try names(of: message)
        guard !names.isEmpty else { return nil }
        try db.execute(
            sql: "delete from message_names where message_k = ? and message_tail = ?",
            arguments: [message.k, message.tail])
        return names.reduce(0) { $0 + $1.facts.count }
    }

    /// Whether there is any, so that stores without them look for none.
    static func areThere(_ db: Connection) throws -> Bool {
        try Int64.fetchOne(db, sql: "select 1 from message_names limit 1") != nil
    }
}

extension MessageKey {
    /// Of the names of a message, the one by which it is stored comes first: one with a time, since
    /// such messages are stored in the order of time.
    func isBetterName(than other: MessageKey) -> Bool {
        (k < 0) == (other.k < 0) ? self < other : k >= 0
    }
}
