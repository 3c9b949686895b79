internal import FCM
internal import GRDB

/// The table of states: one statement to read a row, one to write it.
struct StateTable {
    private static let columns = """
        k, tail, facts, profile, segment, observed, error, target_hash, sent_at, receipt_at, \
        foreground_at, impression_at, opened_at, dismissed_at, phantom_open_at
        """

    private let select: RawStatement
    private let replace: RawStatement
    /// Keys beyond it are in no row: most new messages are, since keys grow with time.
    private let largest: Int64

    init(_ db: Database) throws {
        largest = try Int64.fetchOne(db, sql: "select max(k) from states") ?? Int64.min
        select = try RawStatement(
            db, "select \(StateTable.columns) from states where k = ? and tail = ?")
        let marks = Array(repeating: "?", count: 15).joined(separator: ", ")
        replace = try RawStatement(
            db, "insert or replace into states (\(StateTable.columns)) values (\(marks))")
    }

    func state(of key: MessageKey) throws -> MessageState? {
        guard key.k <= largest else { return nil }
        StateTable.bind(key, select)
        defer { select.reset() }
        return try select.step() ? StateTable.state(select) : nil
    }

    func write(_ state: MessageState, segment: Int32) throws {
        StateTable.bind(state.key, replace)
        replace.bind(3, Int64(state.facts.rawValue))
        replace.bind(4, Int64(state.profile))
        replace.bind(5, Int64(segment))
        replace.bind(6, Int64(state.observed))
        replace.bind(7, Int64(state.error))
        replace.bind(8, Int64(bitPattern: state.targetHash), none: 0)
        replace.bind(9, state.sentAt, none: Moment.never)
        for kind in EventKind.allCases {
            replace.bind(10 + Int32(kind.rawValue), state.eventTimes[kind], none: Moment.never)
        }
        try replace.run()
    }

    /// Every state with its segment, in key order.
    static func forEach(
        _ db: Database, _ body: (MessageState, _ segment: Int32) throws -> Void
    ) throws {
        let statement = try RawStatement(db, "select \(columns) from states order by k, tail")
        defer { statement.reset() }
        while try statement.step() {
            try body(state(statement), Int32(statement.integer(4)))
        }
    }

    private static func bind(_ key: MessageKey, _ statement: RawStatement) {
        statement.bind(1, key.k)
        statement.bind(2, key.tail)
    }

    private static func state(_ row: RawStatement) -> MessageState {
        var state = MessageState(key: MessageKey(k: row.integer(0), tail: row.integer(1)))
        state.facts = Facts(rawValue: Int32(truncatingIfNeeded: row.integer(2)))
        state.profile = Int32(truncatingIfNeeded: row.integer(3))
        state.observed = Int32(truncatingIfNeeded: row.integer(5))
        state.error = Int32(truncatingIfNeeded: row.integer(6))
        state.targetHash = UInt64(bitPattern: row.integer(7, none: 0))
        state.sentAt = row.integer(8, none: Moment.never)
        for kind in EventKind.allCases {
            state.eventTimes[kind] = row.integer(10 + Int32(kind.rawValue) - 1, none: Moment.never)
        }
        return state
    }
}
