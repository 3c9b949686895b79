internal import FCM
internal import SQLite

/// What the names of messages say against the messages themselves.
struct NamedFacts {
    /// Nil in stores without names.
    private let names: MessageNames?
    private var differing = 0
    private var misplaced = 0
    /// Messages of names that no state has been given for yet.
    private var missing: Int

    init(_ db: Connection) throws {
        names = try MessageNames.areThere(db) ? MessageNames(db) : nil
        let sql =
            "select count(*) from (select distinct message_k, message_tail from message_names)"
        missing = names == nil ? 0 : try Int.fetchOne(db, sql: sql) ?? 0
    }

    /// The number of facts of a message: the sum over its names.
    mutating func take(_ state: MessageState) throws -> Int {
        let own = state.facts.intersection(.records)
        guard let names, let row = try names.row(of: state.key) else { return own.count }
        guard row.message == state.key else {
            misplaced += 1
            return own.count
        }
        missing -= 1
        let told = try names.names(of: state.key).map(\.facts)
        if told.reduce(Facts(), { $0.union($1) }) != own { differing += 1 }
        return told.reduce(0) { $0 + $1.count }
    }

    /// After all messages.
    var problems: [String] {
        [
            (misplaced, "messages are stored under two names"),
            (differing, "messages have other facts than their names"),
            (missing, "messages with names are missing, or have none of their own"),
        ].filter { $0.0 != 0 }.map { "\($0.0) \($0.1)" }
    }
}
