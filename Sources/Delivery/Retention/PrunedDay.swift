internal import FCM
internal import SQLite

/// What else is stored by day, and goes with the messages.
enum PrunedDay {
    /// Makes the filters of a day for the keys that it still has.
    static func settle(_ day: Int64, _ db: Connection) throws {
        try db.execute(sql: "delete from day_filters where day = ?", arguments: [day])
        var keys: [MessageKey] = []
        try StateTable.forEach(db, "where day = ?", [day]) { keys.append(StateTable.key($0)) }
        if keys.isEmpty {
            try DayKeys.remove(day: day, before: .max, db)
        } else {
            try DayFilters(db).insert(keys, day: day)
        }
    }
}
