internal import NDJSON
internal import SQLite

/// When records came: the table `record_minutes`, and the newest time of each kind.
enum NotedTimes {
    /// Adds times of sends and of client events.
    static func add(sends: RecordMinutes, events: RecordMinutes, _ db: Connection) throws {
        try addMinutes(sends.hours, events.hours, db)
        try raise(.newestSend, sends.newest, db)
        try raise(.newestEvent, events.newest, db)
    }

    private static func addMinutes(
        _ sends: [Int64: UInt64], _ events: [Int64: UInt64], _ db: Connection
    ) throws {
        let sql = """
            insert into record_minutes (hour, sends, events) values (?, ?, ?)
            on conflict (hour) do update
            set sends = sends | excluded.sends, events = events | excluded.events
            """
        for hour in Set(sends.keys).union(events.keys).sorted() {
            try db.execute(
                sql: sql,
                arguments: [
                    Period.text(hour), Int64(bitPattern: sends[hour] ?? 0),
                    Int64(bitPattern: events[hour] ?? 0),
                ])
        }
    }

    private static func raise(
        _ name: Settings.Name, _ newest: Timestamp?, _ db: Connection
    ) throws {
        guard let newest = newest?.milliseconds,
            newest > (try Settings.integer(name, db) ?? Int64.min)
        else { return }
        try Settings.set(name, String(newest), db)
    }
}
