internal import CSQLite
internal import Delivery
internal import FCM
internal import SQLite

/// The keys that a database has for message IDs.
final class MessageIDs {
    private let keys: HashKeys

    init(_ db: Connection) throws { keys = try Settings.storedKeys(db) }

    /// The keys of a text as the view `messages` has it: that has no full names.
    fileprivate func keys(of id: String) -> [MessageKey] {
        let all = MessageKey.all(of: id, hashKey: keys.identity)
        return MessageKey.messageID(in: id) == id ? all : Array(all.suffix(1))
    }

    /// Makes the table `message_keys` known to a connection, which must not be used when this is
    /// gone.
    func register(on db: Connection) throws(SQLiteError) {
        let code = keys_register(
            db.handle,
            { context, text, number, k, tail in
                guard let context, let text, let k, let tail else { return false }
                let ids = Unmanaged<MessageIDs>.fromOpaque(context).takeUnretainedValue()
                let keys = ids.keys(of: String(cString: text))
                guard keys.indices.contains(Int(number)) else { return false }
                k.pointee = keys[Int(number)].k
                tail.pointee = keys[Int(number)].tail
                return true
            }, Unmanaged.passUnretained(self).toOpaque())
        guard code == SQLITE_OK else { throw SQLiteError(code: code) }
    }
}

extension SQLSession {
    /// Prepares a statement. One that asks for messages by their IDs finds them by their keys:
    /// SQLite cannot, because `message_id` is computed from a key.
    func prepared(_ sql: String, file: String?) throws(QueryError) -> SQLStatement {
        try forgetViewsByID()
        if sqlite3_strlike("%message\\_id%", sql, UInt32(UInt8(ascii: "\\"))) == 0,
            let statement = try byID(sql, file)
        {
            return statement
        }
        sentry.reset(time: limits.time)
        return try SQLStatement(sql, file: file, session: self)
    }

    /// Nil if the statement reads messages without asking for their IDs.
    private func byID(_ sql: String, _ file: String?) throws(QueryError) -> SQLStatement? {
        guard narrowing.isEmpty else { return nil }
        try registerMessageIDs()
        hasViewsByID = true
        for (name, select) in ViewText.byMessageID(try dimensions(), clock) {
            try executeOwn("create temp view \(name) as \(select)")
        }
        if let statement = try? SQLStatement(sql, file: file, session: self) { return statement }
        try forgetViewsByID()
        return nil
    }

    private func forgetViewsByID() throws(QueryError) {
        guard hasViewsByID else { return }
        for (name, _) in ViewText.byMessageID(try dimensions(), clock) {
            try executeOwn("drop view if exists temp.\(name)")
        }
        hasViewsByID = false
    }

    private func registerMessageIDs() throws(QueryError) {
        guard messageIDs == nil else { return }
        do {
            let ids = try read { try MessageIDs($0) }
            try ids.register(on: connection)
            messageIDs = ids
        } catch {
            guard let error = error as? SQLiteError else { return }
            throw failure(error, sql: "")
        }
    }
}
