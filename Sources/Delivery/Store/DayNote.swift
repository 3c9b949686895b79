package import SQLite

/// What happened on a day, in words: a release, an outage.
package struct DayNote: Equatable, Sendable {
    package var id: Int64
    /// `YYYY-MM-DD`, in the zone of the reader's reports.
    package var day: String
    package var text: String

    package static let longestText = 200

    /// In the order of days.
    package static func all(_ db: Connection) throws -> [DayNote] {
        try Row.fetchAll(db, sql: "select id, day, note from notes order by day, id").map { row in
            try DayNote(id: row["id"], day: row["day"], text: row["note"])
        }
    }

    /// Returns the number of the new note.
    package static func add(day: String, text: String, _ db: Connection) throws -> Int64 {
        try db.execute(
            sql: "insert into note_rows (day, note) values (?, ?)", arguments: [day, text])
        return db.lastInsertedRowID
    }

    /// False if no note has this number.
    package static func delete(_ id: Int64, _ db: Connection) throws -> Bool {
        try db.execute(sql: "delete from note_rows where id = ?", arguments: [id])
        return db.changesCount > 0
    }
}
