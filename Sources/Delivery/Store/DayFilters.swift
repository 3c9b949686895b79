internal import FCM
internal import SQLite

/// The table `day_filters`: which keys without a time a day may hold.
///
/// Keys such as UUIDs come in no order. In one table in key order each would land on a page of its
/// own, and at ten million of them a batch would rewrite half the table: with day and key
/// together a batch stays within the pages of some days. What that costs is to know the day of
/// a key, which the filters tell, all of them read once for a whole batch.
struct DayFilters {
    /// Keys of a day's first part; each further part holds four times as many.
    private static let firstCapacity = 4096

    private let db: Connection
    private let find: Statement

    init(_ db: Connection) throws {
        self.db = db
        find = try db.statement(
            "select \(StateTable.selected) from states where day = ? and k = ? and tail = ?")
    }

    /// Finds the stored states of keys; each result stands at its key's place.
    func states(of keys: [MessageKey]) throws -> [Int: (state: MessageState, day: Int64)] {
        var found: [Int: (state: MessageState, day: Int64)] = [:]
        guard !keys.isEmpty else { return found }
        var pending = Array(keys.indices)
        // The newest days first: most keys that are known are from there.
        let parts = try db.statement(
            "select day, bits from day_filters order by day desc, part desc")
        defer { parts.reset() }
        while !pending.isEmpty, try parts.step() {
            let day = parts.integer(0)
            let filter = BloomFilter(words: parts.words(1))
            var left: [Int] = []
            left.reserveCapacity(pending.count)
            for place in pending {
                if filter.mayHold(keys[place]), let state = try state(of: keys[place], day) {
                    found[place] = (state, day)
                } else {
                    left.append(place)
                }
            }
            pending = left
        }
        return found
    }

    private func state(of key: MessageKey, _ day: Int64) throws -> MessageState? {
        find.bind(key, day: day)
        defer { find.reset() }
        return try find.step() ? StateTable.state(find) : nil
    }

    /// Adds keys to a day that did not hold them.
    func insert(_ keys: some Sequence<MessageKey>, day: Int64) throws {
        var part = try lastPart(of: day)
        for key in keys {
            if part.keys == DayFilters.capacity(part.number) {
                try save(part, day)
                part = Part(number: part.number + 1)
            }
            part.filter.insert(key)
            part.keys += 1
        }
        try save(part, day)
    }

    private struct Part {
        var number: Int
        var keys = 0
        var filter: BloomFilter

        init(number: Int) {
            self.number = number
            filter = BloomFilter(capacity: DayFilters.capacity(number))
        }
    }

    private static func capacity(_ part: Int) -> Int { firstCapacity << (2 * min(part, 8)) }

    private func lastPart(of day: Int64) throws -> Part {
        let statement = try db.statement(
            "select part, keys, bits from day_filters where day = ? order by part desc limit 1")
        statement.bind(1, day)
        defer { statement.reset() }
        guard try statement.step() else { return Part(number: 0) }
        var part = Part(number: Int(statement.integer(0)))
        part.keys = Int(statement.integer(1))
        part.filter = BloomFilter(words: statement.words(2))
        return part
    }

    private func save(_ part: Part, _ day: Int64) throws {
        let statement = try db.statement(
            "insert or replace into day_filters (day, part, keys, bits) values (?, ?, ?, ?)")
        statement.bind(1, day)
        statement.bind(2, Int64(part.number))
        statement.bind(3, Int64(part.keys))
        try statement.bind(4, part.filter.words)
        try statement.run()
    }
}
