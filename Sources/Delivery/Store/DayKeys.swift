internal import FCM
package import SQLite

/// The table `day_keys`: between which keys the messages of a day are, so that views read no
/// others.
///
/// It must have every state. Ranges only grow, and what they have too much of costs time alone.
package struct DayKeys {
    private struct Place: Hashable {
        var sendDay: Int64
        var day: Int64
        var part: Int64
    }

    private static let upsert = """
        insert into day_keys (send_day, day, part, from_ms, first_k, last_k)
        values (strftime('%Y-%m-%d', ?1 * 86400, 'unixepoch'), ?2, ?3, ?1 * 86400000, ?4, ?5)
        on conflict (send_day, day, part) do update
        set first_k = min(first_k, excluded.first_k), last_k = max(last_k, excluded.last_k)
        where excluded.first_k < first_k or excluded.last_k > last_k
        """

    private let clock: HourClock
    private var ranges: [Place: ClosedRange<Int64>] = [:]
    /// Most states are of the day of the one before.
    private var latest: (place: Place, range: ClosedRange<Int64>)?

    /// Days are those of the hours of a clock.
    init(_ clock: HourClock) { self.clock = clock }

    mutating func add(_ state: MessageState, day: Int64) {
        let k = state.key.k
        let place = Place(
            sendDay: floorDay(clock.shifted(state.cohort)), day: day,
            part: k < 0 ? 0 : floorDay(k >> 2 / 1000))
        if let (held, range) = latest, held == place {
            latest = (held, min(range.lowerBound, k)...max(range.upperBound, k))
        } else {
            keep()
            latest = (place, k...k)
        }
    }

    private mutating func keep() {
        guard let (place, range) = latest else { return }
        let known = ranges[place] ?? range
        ranges[place] =
            min(range.lowerBound, known.lowerBound)...max(range.upperBound, known.upperBound)
        latest = nil
    }

    /// Writes what was added, and forgets it.
    mutating func write(_ db: Connection) throws {
        keep()
        let statement = try db.statement(DayKeys.upsert)
        for (place, range) in ranges {
            statement.bind(1, place.sendDay)
            statement.bind(2, place.day)
            statement.bind(3, place.part)
            statement.bind(4, range.lowerBound)
            statement.bind(5, range.upperBound)
            try statement.run()
        }
        ranges.removeAll(keepingCapacity: true)
    }

    /// Makes all rows of the states that are stored.
    package static func renew(_ db: Connection) throws {
        try db.execute(sql: "delete from day_keys")
        var keys = DayKeys(try HourClock.stored(db))
        try StateTable.forEach(db, "order by day, k, tail") { row in
            keys.add(StateTable.state(row), day: row.integer(0))
        }
        try keys.write(db)
    }

    /// Forgets the rows of a `day` whose keys are all smaller than one.
    static func remove(day: Int64, before k: Int64, _ db: Connection) throws {
        let sql = "delete from day_keys where day = ? and last_k < ?"
        try db.execute(sql: sql, arguments: [day, k])
    }

    /// States that are in no row.
    static func lost(_ db: Connection) throws -> Int64 {
        try Int64.fetchOne(
            db, sql: "select (select count(*) from states) - (select count(*) from base_messages)")
            ?? 0
    }
}
