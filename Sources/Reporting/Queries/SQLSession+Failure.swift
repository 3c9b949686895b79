internal import Delivery
internal import SQLite

extension SQLSession {
    /// What an error of SQLite means, with its place in the SQL where SQLite knows it.
    func failure(_ error: SQLiteError, place: QueryError.Place? = nil, sql: String) -> QueryError {
        if let trouble = SQLSession.diskTrouble(error, path) { return trouble }
        var place = place
        if let offset = error.offset {
            place = Self.place(ofByte: offset, in: sql, file: place?.path)
        }
        return QueryError(kind(error, sql), at: place)
    }

    /// Whatever was asked, it is the database that cannot be read: its disk, its file system and
    /// their permissions.
    static func diskTrouble(_ error: SQLiteError, _ path: String) -> QueryError? {
        guard diskCodes.contains(error.code) else { return nil }
        return QueryError(
            .disk(code: error.code.rawValue, message: error.message), at: .init(path: path))
    }

    private static let diskCodes: Set<SQLiteError.Code> = [
        .inputOutput, .cannotOpen, .full, .corrupt, .perm, .lockProtocol,
    ]

    private func kind(_ error: SQLiteError, _ sql: String) -> QueryError.Kind {
        if let action = sentry.refusal { return .refused(action: action) }
        if sentry.isTimeUp, let limit = limits.time { return .timeLimit(limit) }
        if error.code == .noMemory, let limit = limits.memoryBytes {
            return .memoryLimit(bytes: limit)
        }
        if error.code == .busy { return .busy }
        if error.code == .readOnly { return .notReadOnly }
        if let name = error.message.afterPrefix("no such table: ") {
            let views = ViewDocumentation.all.map(\.name)
            let own = name.afterPrefix("main.") ?? name
            guard !views.contains(own) else { return .noSuchView(name: own) }
            let meant = MeantNames.views(own)
            return .noSuchTable(
                name: name, near: meant.isEmpty ? NearNames.of(name, in: views) : meant)
        }
        if let name = error.message.afterPrefix("no such column: ") {
            return noSuchColumn(name, in: sql)
        }
        return .sqlite(code: error.code.rawValue, message: error.message)
    }

    /// With columns of the views that the SQL reads; if it reads none, of all.
    private func noSuchColumn(_ name: String, in sql: String) -> QueryError.Kind {
        let read = QueryFile.namesRead(in: sql).compactMap(ViewDocumentation.named)
        let dimensions = (try? dimensions()) ?? []
        let columns = (read.isEmpty ? ViewDocumentation.all : read)
            .flatMap { $0.with(dimensions).columns }
        let last = name.split(separator: ".").last.map(String.init) ?? name
        // One of this name is of a view that the place does not read.
        let others = Set(columns.map(\.name)).subtracting([last])
        let meant = MeantNames.columns(last).filter(others.contains)
        return .noSuchColumn(
            name: name, near: meant.isEmpty ? NearNames.of(last, in: others.sorted()) : meant,
            view: read.first?.name)
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
