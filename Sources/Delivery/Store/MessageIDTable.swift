internal import FCM
internal import GRDB

/// The texts of message IDs whose keys are hashes of them.
enum MessageIDTable {
    /// Adds those that are not there yet.
    static func insert(_ texts: [MessageKey: String], _ db: Database) throws {
        let sql = "insert or ignore into message_ids (k, tail, message_id) values (?, ?, ?)"
        for (key, text) in texts.sorted(by: { $0.key < $1.key }) {
            try db.cachedStatement(sql: sql).execute(arguments: [key.k, key.tail, text])
        }
    }
}
