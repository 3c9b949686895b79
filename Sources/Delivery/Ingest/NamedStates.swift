internal import FCM
internal import SQLite

/// The states of a batch by message, where messages may have several names.
///
/// A link says that two names are of one message. Links are never undone, so the names of a message
/// are those that any records link, in whatever order they are read. What stood under several names
/// is merged under the best of them. Each name keeps which kinds of records used it: so a line is
/// new or duplicate by its own name, whenever a link comes.
struct NamedStates {
    /// Merged states, one for each message.
    private(set) var states: [MessageState] = []
    /// The place in `states` of each state of the batch.
    private(set) var places: [Int32] = []
    /// The facts that were known by the name of each state before the batch. Nil for a message with
    /// one name: they are those of the stored state.
    private(set) var factsBefore: [Facts?]
    /// Stored states whose messages are now under another name.
    private(set) var absorbed: [(state: MessageState, day: Int64)] = []
    /// The texts of IDs that the batch does not name and that its states are stored under.
    private(set) var texts: [MessageKey: String] = [:]

    private let db: Connection
    private let names: MessageNames
    private var rows: [MessageKey: MessageNames.Row] = [:]
    /// Of each message that was united with others, a better name of it.
    private var better: [MessageKey: MessageKey] = [:]

    init(_ batch: Batch, _ dictionaries: inout Dictionaries, _ db: Connection) throws {
        self.db = db
        names = try MessageNames(db)
        factsBefore = Array(repeating: nil, count: batch.states.count)
        try readRows(batch)
        let linked = Set(batch.links.flatMap { [$0.id, $0.own] })
        for link in batch.links { unite(message(of: link.id), message(of: link.own)) }
        let single = linked.filter { rows[$0] == nil }
        let stored = try storedStates(single.union(better.keys))
        let known = Set(rows.values.map(\.message))
        for name in single.sorted() {
            let facts = stored[name]?.state.facts.intersection(.records) ?? []
            rows[name] = MessageNames.Row(message: best(name), facts: facts)
        }
        noteFacts(batch)
        for message in better.keys.sorted() where known.contains(message) {
            try names.move(message, to: best(message))
        }
        try save(single, batch)
        merge(batch, stored, &dictionaries)
        try readTexts(batch)
    }

    private mutating func readRows(_ batch: Batch) throws {
        for name in batch.states.map(\.key) + batch.links.flatMap({ [$0.id, $0.own] })
        where rows[name] == nil {
            rows[name] = try names.row(of: name)
        }
    }

    // MARK: Which message

    /// The message of a name, as far as links are known.
    private func message(of name: MessageKey) -> MessageKey { best(rows[name]?.message ?? name) }

    private func best(_ message: MessageKey) -> MessageKey {
        var message = message
        while let next = better[message] { message = next }
        return message
    }

    private mutating func unite(_ one: MessageKey, _ other: MessageKey) {
        guard one != other else { return }
        if one.isBetterName(than: other) { better[other] = one } else { better[one] = other }
    }

    // MARK: What is stored

    private func storedStates(
        _ keys: Set<MessageKey>
    ) throws -> [MessageKey: (state: MessageState, day: Int64)] {
        let keys = keys.sorted()
        let timed = keys.firstIndex { $0.k >= 0 } ?? keys.endIndex
        var found: [MessageKey: (state: MessageState, day: Int64)] = [:]
        let untimed = Array(keys[..<timed])
        for (place, row) in try DayFilters(db).states(of: untimed) { found[untimed[place]] = row }
        var cursor = try StateCursor(db, day: 0)
        defer { cursor.rest() }
        for key in keys[timed...] {
            if let state = try cursor.state(of: key) { found[key] = (state, 0) }
        }
        return found
    }

    /// Notes the facts of each name before the batch, then adds those of the batch.
    private mutating func noteFacts(_ batch: Batch) {
        for (place, state) in batch.states.enumerated() {
            factsBefore[place] = rows[state.key]?.facts
            rows[state.key]?.facts.formUnion(state.facts.intersection(.records))
        }
    }

    private func save(_ single: Set<MessageKey>, _ batch: Batch) throws {
        for name in single.sorted() {
            guard let row = rows[name] else { continue }
            try names.add(name, row, text: batch.messageIDs[name])
        }
        for (place, state) in batch.states.enumerated() where !single.contains(state.key) {
            guard let row = rows[state.key], row.facts != factsBefore[place] else { continue }
            try names.set(row.facts, of: state.key)
        }
    }

    private mutating func merge(
        _ batch: Batch, _ stored: [MessageKey: (state: MessageState, day: Int64)],
        _ dictionaries: inout Dictionaries
    ) {
        var known: [MessageKey: Int] = [:]
        states.reserveCapacity(batch.states.count)
        let moved = better.keys.sorted().compactMap { stored[$0] }
        absorbed = moved
        for state in batch.states + moved.map(\.state) {
            var state = state
            state.key = message(of: state.key)
            if let place = known[state.key] {
                states[place].merge(state, &dictionaries)
            } else {
                known[state.key] = states.count
                states.append(state)
            }
            places.append(Int32(known[state.key] ?? 0))
        }
        places.removeLast(moved.count)
    }

    /// Of messages that are stored under an ID whose key does not hold it, and that the batch names
    /// otherwise.
    private mutating func readTexts(_ batch: Batch) throws {
        for state in states
        where state.key.shape == .other && batch.messageIDs[state.key] == nil {
            texts[state.key] = try names.text(of: state.key)
        }
    }
}
