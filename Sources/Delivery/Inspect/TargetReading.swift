internal import FCM
package import SQLite

/// Looks tokens up in one state of a store: a day of messages after the other, so memory grows with
/// the tokens of one question and their sends of one day, not with the store.
package final class TargetReading {
    private let keys: HashKeys
    /// The time of the data, ms since 1970; nil in an empty store.
    package let asOf: Int64?
    /// Whether client logs report opens at all.
    package let knowsOpens: Bool
    private let db: Connection
    private let days: [String]

    /// Reads by a connection within a transaction.
    package init(_ db: Connection) throws {
        self.db = db
        keys = try Settings.storedKeys(db)
        asOf = try AsOf.stored(db)
        knowsOpens =
            try Int64.fetchOne(db, sql: "select has_client_log from base_clients") == 1
        let sql = "select distinct send_day from day_keys order by 1"
        days = try Row.fetchAll(db, sql: sql).map { try $0["send_day"] }
        try db.execute(
            sql: "create temp table asked_targets (target_hash integer primary key)")
    }

    /// Whether the store keeps hashes of tokens.
    package var keepsTargets: Bool { keys.target != nil }

    /// What the view `messages` has as `target_hash` for a token; nil if no hashes are kept.
    package func hash(of token: UnsafeBufferPointer<UInt8>) -> Int64? {
        keys.targetHash(of: token)
    }

    /// What is known of each of these hashes; those of no message are missing.
    package func facts(of hashes: some Sequence<Int64>) throws -> [Int64: TargetFacts] {
        try ask(hashes)
        var facts: [Int64: TargetFacts] = [:]
        var repeats = RepeatedSends()
        let statement = try db.statement(TargetReading.sends)
        for day in days {
            var sends = try read(statement, day)
            sends.sort { $0.order < $1.order }
            for send in sends {
                facts[send.target, default: TargetFacts()].note(send, &repeats)
            }
            if let last = sends.map(\.moment).max() { repeats.forget(before: last) }
        }
        return facts
    }

    private func ask(_ hashes: some Sequence<Int64>) throws {
        try db.execute(sql: "delete from temp.asked_targets")
        let statement = try db.statement("insert or ignore into temp.asked_targets values (?)")
        for hash in hashes {
            statement.bind(1, hash)
            try statement.run()
        }
    }

    /// Of one day, so that no other is read: see `day_keys`.
    private static let sends = """
        select target_hash, sent_ms, sent, opened_ms, error_code,
            campaign || char(10) || platform || char(10) || coalesce(message_type, '')
        from messages
        where send_day = ? and attempted = 1
            and target_hash in (select target_hash from temp.asked_targets)
        """

    private func read(_ statement: Statement, _ day: String) throws -> [Send] {
        var sends: [Send] = []
        try statement.bind([day])
        while try statement.step() {
            let isAccepted = statement.integer(2) != 0
            sends.append(
                Send(
                    target: statement.integer(0), moment: statement.integer(1),
                    openedAt: statement.isNull(3) ? nil : statement.integer(3),
                    error: isAccepted ? nil : String.of(statement.cell(4)) ?? "",
                    kind: isAccepted ? try statement.text(5) : ""))
        }
        statement.reset()
        return sends
    }

    /// One send to one target.
    fileprivate struct Send {
        var target: Int64
        var moment: Int64
        var openedAt: Int64?
        /// Nil if FCM accepted it.
        var error: String?
        /// Campaign, platform and message type.
        var kind: String

        /// By time; an acceptance is later than a refusal of the same millisecond.
        var order: (Int64, Int) { (moment, error == nil ? 1 : 0) }
    }

    /// The last accepted send of each target and kind.
    fileprivate struct RepeatedSends {
        private struct Key: Hashable {
            var target: Int64
            var kind: String
        }

        private static let span: Int64 = 600_000
        private var last: [Key: Int64] = [:]

        /// Whether an accepted send repeats one before it.
        mutating func note(_ send: Send) -> Bool {
            let before = last.updateValue(
                send.moment, forKey: Key(target: send.target, kind: send.kind))
            return before.map { send.moment - $0 <= RepeatedSends.span } ?? false
        }

        /// Drops sends that nothing from then on can repeat.
        mutating func forget(before moment: Int64) {
            last = last.filter { moment - $0.value <= RepeatedSends.span }
        }
    }
}

extension TargetFacts {
    fileprivate mutating func note(
        _ send: TargetReading.Send, _ repeats: inout TargetReading.RepeatedSends
    ) {
        if let error = send.error {
            noteRefused(at: send.moment, error: error)
        } else {
            noteAccepted(
                at: send.moment, opened: send.openedAt, isRepeat: repeats.note(send))
        }
    }
}
