package import FCM
package import SQLite

/// The rows of the table `states`: their columns, in one order everywhere.
package enum StateTable {
    /// The key's three columns stand first.
    package static let columns =
        "day, k, tail, facts, profile, segment, observed, error, target_hash, sent_at, "
        + kinds.map { $0.column + "_at" }.joined(separator: ", ")
    /// The same with the conversion of the message, which has a table of its own: most messages
    /// have none.
    package static let selected =
        ([columns] + ["converted_at", "amount"].map { conversion($0) }).joined(separator: ", ")
    /// Kinds of events whose times are columns.
    package static let kinds = EventKind.allCases.filter { $0 != .converted }
    package static let columnCount = firstEventTime + kinds.count
    private static let firstEventTime = 10
    /// The target's hash and all times.
    package static let firstNullable = 8

    /// A column of the conversion of a row of `states`; null where it has none.
    static func conversion(_ column: String) -> String {
        """
        case when (states.facts & \(Facts.converted.rawValue)) <> 0 then (
            select conversions.\(column) from conversions
            where conversions.day = states.day and conversions.k = states.k
                and conversions.tail = states.tail) end
        """
    }

    /// A column of what the conversion of a row of `states` is worth; null where it has none.
    static func amount(_ column: String) -> String {
        """
        case when (states.facts & \(Facts.converted.rawValue)) <> 0 then (
            select amounts.\(column) from conversions
            inner join amounts on amounts.id = conversions.amount
            where conversions.day = states.day and conversions.k = states.k
                and conversions.tail = states.tail) end
        """
    }

    /// Every state with its segment, in key order.
    package static func forEach(
        _ db: Connection, _ body: (MessageState, _ segment: Int32) throws -> Void
    ) throws {
        try forEach(db, "order by day, k, tail") { try body(state($0), segment($0)) }
    }

    /// Every row of a part of the table, by a clause of SQL.
    static func forEach(
        _ db: Connection, _ clause: String, _ arguments: [Int64] = [],
        _ body: (_ row: Statement) throws -> Void
    ) throws {
        let statement = try db.statement("select \(selected) from states \(clause)")
        defer { statement.reset() }
        try statement.bind(arguments)
        while try statement.step() { try body(statement) }
    }

    /// A message that goes to another segment.
    struct Moved {
        var day: Int64
        var key: MessageKey
        var segment: Int32
    }

    static func move(_ moved: [Moved], _ db: Connection) throws {
        let statement = try db.statement(
            "update states set segment = ? where day = ? and k = ? and tail = ?")
        for row in moved {
            try statement.bind([Int64(row.segment), row.day, row.key.k, row.key.tail])
            try statement.run()
        }
    }

    package static func key(_ row: Statement) -> MessageKey {
        MessageKey(k: row.integer(1), tail: row.integer(2))
    }

    package static func segment(_ row: Statement) -> Int32 {
        Int32(truncatingIfNeeded: row.integer(5))
    }

    package static func state(_ row: Statement) -> MessageState {
        var state = MessageState(key: key(row))
        state.facts = Facts(rawValue: Int32(truncatingIfNeeded: row.integer(3)))
        state.profile = Int32(truncatingIfNeeded: row.integer(4))
        state.observed = Int32(truncatingIfNeeded: row.integer(6))
        state.error = Int32(truncatingIfNeeded: row.integer(7))
        state.targetHash = UInt64(bitPattern: row.integer(8, none: 0))
        state.sentAt = time(row, 9)
        // Only a damaged row has none.
        if state.sentAt == Moment.never, state.isSend || state.isValidated { state.sentAt = 0 }
        for (place, kind) in kinds.enumerated() {
            state.eventTimes[kind] = time(row, Int32(firstEventTime + place))
        }
        if state.facts.contains(.converted) {
            state.eventTimes.converted = time(row, Int32(columnCount))
            state.amount = Int32(truncatingIfNeeded: row.integer(Int32(columnCount + 1), none: 0))
        }
        return state
    }

    /// A damaged row may have any number: none is so large that sums of times overflow.
    private static func time(_ row: Statement, _ column: Int32) -> Int64 {
        let time = row.integer(column, none: Moment.never)
        return time == Moment.never ? time : Moment.plausible(time)
    }

    /// Bytes of a row: the sizes of its values and their types, as
    /// <https://www.sqlite.org/fileformat2.html#record_format> has them.
    package static func size(_ row: Statement) -> Int64 {
        let types = Int64(columnCount + 1)
        return (0..<Int32(columnCount)).reduce(types) { sum, column in
            let value = row.integer(column)
            guard value != 0 && value != 1 else { return sum }
            let bits = 65 - (value < 0 ? ~value : value).leadingZeroBitCount
            let bytes = (bits + 7) / 8
            return sum + Int64(bytes == 5 ? 6 : bytes == 7 ? 8 : bytes)
        }
    }

    /// Fills one of `IntegerRows`.
    package static func fill(
        _ row: UnsafeMutablePointer<Int64>, _ state: MessageState, day: Int64, segment: Int32
    ) {
        row[0] = day
        row[1] = state.key.k
        row[2] = state.key.tail
        row[3] = Int64(state.facts.rawValue)
        row[4] = Int64(state.profile)
        row[5] = Int64(segment)
        row[6] = Int64(state.observed)
        row[7] = Int64(state.error)
        let hash = Int64(bitPattern: state.targetHash)
        row[8] = hash == 0 ? IntegerRows.null : hash
        row[9] = state.sentAt
        for (place, kind) in kinds.enumerated() {
            row[firstEventTime + place] = state.eventTimes[kind]
        }
    }
}

/// Writes states in key order, some thousands at a time.
package final class StateTableWriter {
    /// "or fail", as the transaction ends with any error: SQLite then keeps no copies of pages to
    /// undo the statement alone.
    private static let insert: String = {
        let columns = (0..<StateTable.columnCount).map { "c\($0)" }.joined(separator: ", ")
        return "insert or fail into states (\(StateTable.columns)) "
            + "select \(columns) from pending_states"
    }()

    private static let update: String = {
        let names = StateTable.columns.split(separator: ", ")
        let changes = names.enumerated().dropFirst(3).map { "\($1) = ?\($0 + 1)" }
        return "update states set \(changes.joined(separator: ", ")) "
            + "where day = ?1 and k = ?2 and tail = ?3"
    }()

    private static let convert = "insert or replace into conversions values (?, ?, ?, ?, ?)"

    private let added: IntegerRows
    /// The conversions of given states.
    private var conversions: [(state: MessageState, day: Int64)] = []
    private var dayKeys: DayKeys
    /// Rows that are there already. An update costs three fifths of what a replacement by the
    /// bulk insert does.
    private var changed: [(state: MessageState, day: Int64, segment: Int32)] = []
    /// Few enough that their pages are still in SQLite's cache since they were read.
    private static let changedAtOnce = 512

    /// For use with the connection of `db` alone.
    package init(_ db: Connection) throws {
        dayKeys = DayKeys(try HourClock.stored(db))
        added = try IntegerRows(
            db, name: "pending_states", columns: StateTable.columnCount,
            nullableFrom: StateTable.firstNullable)
    }

    /// True when the table must be written before more is given: no row of it may be being read.
    package var isFull: Bool { added.isFull || changed.count == StateTableWriter.changedAtOnce }

    /// A state that has no row on its day, or that has.
    package func give(_ state: MessageState, day: Int64, segment: Int32, isThere: Bool) {
        dayKeys.add(state, day: day)
        if state.facts.contains(.converted) { conversions.append((state, day)) }
        if isThere {
            changed.append((state, day, segment))
        } else {
            StateTable.fill(added.append(), state, day: day, segment: segment)
        }
    }

    package func write(_ db: Connection) throws {
        try dayKeys.write(db)
        try added.write(db.statement(StateTableWriter.insert))
        try writeConversions(db)
        guard !changed.isEmpty else { return }
        let statement = try db.statement(StateTableWriter.update)
        var values = [Int64](repeating: 0, count: StateTable.columnCount)
        for row in changed {
            values.withUnsafeMutableBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return }
                StateTable.fill(start, row.state, day: row.day, segment: row.segment)
            }
            for (index, value) in values.enumerated() {
                let none = index < StateTable.firstNullable ? nil : IntegerRows.null
                statement.bind(Int32(index + 1), value, none: none)
            }
            try statement.run()
        }
        changed.removeAll(keepingCapacity: true)
    }

    private func writeConversions(_ db: Connection) throws {
        guard !conversions.isEmpty else { return }
        let statement = try db.statement(StateTableWriter.convert)
        for (state, day) in conversions {
            statement.bind(state.key, day: day)
            statement.bind(4, state.eventTimes.converted)
            statement.bind(5, Int64(state.amount))
            try statement.run()
        }
        conversions.removeAll(keepingCapacity: true)
    }
}

/// Finds the rows of keys that are asked for in growing order.
///
/// Most keys of a batch are new and beyond the last row, which costs nothing; the rest lie near
/// each other. So it steps forward over some rows, and seeks only to what is further away.
package struct StateCursor {
    /// A seek costs as much as about this many steps.
    private static let steps = 12

    private let statement: Statement
    /// No key of the day is beyond it.
    private let last: Int64
    private let day: Int64
    /// The key of the row it stands on; nil when it stands nowhere.
    private var current: MessageKey?

    /// Reads the rows of one day; see `MessageState.day`.
    package init(_ db: Connection, day: Int64) throws {
        self.day = day
        let sql = "select max(k) from states where day = ?"
        last = try Int64.fetchOne(db, sql: sql, arguments: [day]) ?? Int64.min
        statement = try db.statement(
            """
            select \(StateTable.selected) from states where day = ? and k >= ?
            order by day, k, tail
            """)
    }

    /// The stored state of a key that is not smaller than the one asked for before.
    package mutating func state(of key: MessageKey) throws -> MessageState? {
        guard key.k <= last else { return nil }
        var left = StateCursor.steps
        while let reached = current, reached < key, left > 0 {
            try step()
            left -= 1
        }
        if current.map({ $0 < key }) ?? true { try seek(key) }
        return current == key ? StateTable.state(statement) : nil
    }

    /// Lets go of the table, so that it can be written.
    package mutating func rest() {
        statement.reset()
        current = nil
    }

    private mutating func seek(_ key: MessageKey) throws {
        statement.reset()
        statement.bind(1, day)
        statement.bind(2, key.k)
        try step()
        while let reached = current, reached < key { try step() }
    }

    private mutating func step() throws {
        current = try statement.step() ? StateTable.key(statement) : nil
    }
}
