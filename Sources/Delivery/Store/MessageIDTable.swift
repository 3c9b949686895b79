internal import FCM
internal import SQLite

/// The texts of message IDs that their keys do not hold. Each stands where its state does.
struct MessageIDTable {
    private let insert: Statement
    private let delete: Statement

    init(_ db: Connection) throws {
        insert = try db.statement(
            "insert or ignore into message_ids (day, k, tail, message_id) values (?, ?, ?, ?)")
        delete = try db.statement("delete from message_ids where day = ? and k = ? and tail = ?")
    }

    func add(_ text: String, of key: MessageKey, day: Int64) throws {
        bind(key, day, to: insert)
        try insert.bind(4, text)
        try insert.run()
    }

    func remove(_ key: MessageKey, day: Int64) throws {
        bind(key, day, to: delete)
        try delete.run()
    }

    private func bind(_ key: MessageKey, _ day: Int64, to statement: Statement) {
        statement.bind(1, day)
        statement.bind(2, key.k)
        statement.bind(3, key.tail)
    }
}
