internal import Locked

/// A connection that any thread may use, one at a time. Not to be used from within itself.
package final class Database: Sendable {
    package let path: String
    private let isReadOnly: Bool
    private let connection: Locked<Connection>

    /// `prepare` is run before anything else.
    package init(
        path: String = Connection.memory, _ options: Connection.Options = [],
        busySeconds: Int32 = 0, prepare: (Connection) throws -> Void = { _ in }
    ) throws {
        self.path = path
        isReadOnly = options.contains(.readOnly)
        connection = Locked(
            try Connection(path: path, options, busySeconds: busySeconds))
        try connection.withLock { try prepare($0) }
    }

    /// Reads one state of the database, whatever is written meanwhile.
    package func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try connection.withLock { db in
            if !isReadOnly { try db.execute(sql: "pragma query_only = on", arguments: []) }
            defer {
                if !isReadOnly { try? db.execute(sql: "pragma query_only = off", arguments: []) }
            }
            return try db.transaction(.deferred) { try body(db) }
        }
    }

    /// Writes in one transaction, which is as if it had never been when `body` throws.
    package func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try connection.withLock { db in
            try db.transaction(isReadOnly ? .deferred : .immediate) { try body(db) }
        }
    }

    package func writeWithoutTransaction<Result>(
        _ body: (Connection) throws -> Result
    ) throws -> Result {
        try connection.withLock { try body($0) }
    }
}
