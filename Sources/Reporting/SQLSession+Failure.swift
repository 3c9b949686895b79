internal import Delivery
internal import GRDBSQLite

extension SQLSession {
    /// What SQLite's last error means, with its place in the SQL where SQLite knows it.
    func failure(place: QueryError.Place?, sql: String) -> QueryError.Problem {
        let code = sqlite3_errcode(connection) & 0xff
        let message = String(cString: sqlite3_errmsg(connection))
        if SQLSession.diskCodes.contains(code) {
            // Whatever was asked, it is the database that cannot be read.
            return .init(.disk(code: code, message: message), at: .init(path: path))
        }
        var place = place
        let offset = Int(sqlite3_error_offset(connection))
        if offset >= 0 { place = Self.place(ofByte: offset, in: sql, file: place?.path) }
        return .init(kind(code, message), at: place)
    }

    /// The disk, its file system and their permissions: nothing that a query does wrong.
    private static let diskCodes: Set = [
        SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_CORRUPT, SQLITE_PERM, SQLITE_PROTOCOL,
    ]

    private func kind(_ code: Int32, _ message: String) -> QueryError.Kind {
        if let action = sentry.refusal { return .refused(action: action) }
        if sentry.isTimeUp, let limit = limits.time { return .timeLimit(limit) }
        if code == SQLITE_NOMEM, let limit = limits.memoryBytes {
            return .memoryLimit(bytes: limit)
        }
        if code == SQLITE_BUSY { return .busy }
        if code == SQLITE_READONLY { return .notReadOnly }
        if let name = message.afterPrefix("no such table: ") {
            let views = ViewDocumentation.all.map(\.name)
            return .noSuchTable(name: name, near: NearNames.of(name, in: views))
        }
        if let name = message.afterPrefix("no such column: ") {
            let columns = Set(ViewDocumentation.all.flatMap { $0.columns.map(\.name) })
            let last = name.split(separator: ".").last.map(String.init) ?? name
            return .noSuchColumn(name: name, near: NearNames.of(last, in: columns.sorted()))
        }
        return .sqlite(code: code, message: message)
    }

    /// Line and byte of an offset in a text.
    static func place(ofByte offset: Int, in sql: String, file: String?) -> QueryError.Place {
        let before = sql.utf8.prefix(offset)
        let line = before.reduce(1) { $0 + ($1 == 0x0a ? 1 : 0) }
        let start = before.lastIndex(of: 0x0a).map { before.index(after: $0) } ?? before.startIndex
        let byte = before.distance(from: start, to: before.endIndex) + 1
        return QueryError.Place(path: file, line: line, byte: byte)
    }
}

extension String {
    fileprivate func afterPrefix(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
