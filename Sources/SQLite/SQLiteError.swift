internal import CSQLite

/// What SQLite refused, or what it has that is not what was asked for. The values that were bound
/// are not in it: they may be secret.
package struct SQLiteError: Error, Equatable, Sendable {
    /// The result codes that somebody looks for: https://www.sqlite.org/rescode.html
    package struct Code: RawRepresentable, Hashable, Sendable {
        package var rawValue: Int32

        package init(rawValue: Int32) { self.rawValue = rawValue }

        package static let perm = Code(rawValue: SQLITE_PERM)
        package static let busy = Code(rawValue: SQLITE_BUSY)
        package static let locked = Code(rawValue: SQLITE_LOCKED)
        package static let noMemory = Code(rawValue: SQLITE_NOMEM)
        package static let readOnly = Code(rawValue: SQLITE_READONLY)
        package static let interrupt = Code(rawValue: SQLITE_INTERRUPT)
        package static let inputOutput = Code(rawValue: SQLITE_IOERR)
        package static let corrupt = Code(rawValue: SQLITE_CORRUPT)
        package static let full = Code(rawValue: SQLITE_FULL)
        package static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
        package static let lockProtocol = Code(rawValue: SQLITE_PROTOCOL)
        package static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
        /// A cell holds another type than is expected of its column.
        package static let mismatch = Code(rawValue: SQLITE_MISMATCH)
        package static let misuse = Code(rawValue: SQLITE_MISUSE)
        package static let notADatabase = Code(rawValue: SQLITE_NOTADB)
    }

    /// The lowest byte tells the kind, the others which of that kind.
    package var extendedCode: Int32
    package var message: String
    /// The statement, from its beginning.
    package var sql: String?
    /// The byte of the statement at which it went wrong, where SQLite knows it.
    package var offset: Int?

    package var code: Code {
        extendedCode == temporary_no_memory ? .noMemory : Code(rawValue: extendedCode & 0xff)
    }

    package init(_ code: Code, _ message: String, sql: String? = nil) {
        extendedCode = code.rawValue
        self.message = message
        self.sql = sql
    }

    /// A result code without a connection that knows more of it.
    package init(code: Int32) {
        extendedCode = code
        message = String(cString: sqlite3_errstr(code))
    }

    /// The last failure of a connection.
    init(of connection: OpaquePointer?, sql: String? = nil) {
        extendedCode = sqlite3_extended_errcode(connection)
        message = String(cString: sqlite3_errmsg(connection))
        self.sql = sql
        let place = sqlite3_error_offset(connection)
        offset = place < 0 ? nil : Int(place)
    }
}

extension SQLiteError: CustomStringConvertible {
    package var description: String {
        let text = "SQLite error \(code.rawValue): \(message)"
        guard let sql else { return text }
        let isLast = { (character: Character) in character.isWhitespace || character == ";" }
        let end = sql.lastIndex { !isLast($0) }.map { sql.index(after: $0) } ?? sql.startIndex
        return text + " - while executing `\(sql[..<end].drop(while: isLast))`"
    }
}
