internal import FCM
package import SQLite

/// What the `messages` view says of one message: name and value of each column, in order.
package enum MessageRow {
    /// Nil when the store does not know the message.
    package static func fetch(
        messageID: String, _ reader: Database
    ) throws -> [(name: String, text: String?)]? {
        let row = try reader.read { db -> Row? in
            let sql = try one(Dimensions.stored(db))
            for key in try AskedMessage(messageID, db)?.keys ?? [] {
                if let row = try Row.fetchOne(db, sql: sql, arguments: [key.k, key.tail]) {
                    return row
                }
            }
            return nil
        }
        return row.map { row in zip(row.names, row.cells).map { ($0, text($1)) } }
    }

    /// The columns that say something: no null, and no count of 0.
    package static func said(
        _ row: [(name: String, text: String?)]
    ) -> [(name: String, text: String)] {
        let names = row.map(\.name)
        let first = names.firstIndex(of: "attempted") ?? 0
        let counts = first...max(first, names.firstIndex(of: "validated") ?? 0)
        return zip(row, 0...).compactMap { column, index in
            guard let text = column.text, text != "0" || !counts.contains(index) else { return nil }
            return (column.name, text)
        }
    }

    private static func text(_ cell: Cell) -> String? {
        switch cell {
        case .null: nil
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .text(let text): text
        case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The view's own text, to which the key can be added: its columns are computed, so SQLite
    /// could not find one row by them.
    private static func one(_ dimensions: [OwnDimension]) -> String {
        """
        \(ViewText.body(of: "messages", dimensions))
        and day in (select 0 union select day_filters.day from day_filters)
        and k = ? and tail = ?
        """
    }
}
