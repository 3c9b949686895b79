internal import Locked
internal import SQLite

/// Notices when a store has changed: by a commit of any process, or because another file took its
/// place.
package final class StoreWatch: Sendable {
    private struct State {
        var database: Database
        var version: Store.Version
        var count = 0
    }

    private let path: String
    private let state: Locked<State>

    /// Throws as `Store.reader`.
    package init(_ path: String) throws {
        self.path = path
        let database = try Store.reader(path)
        state = Locked(
            State(database: database, version: try Store.Version(of: path, database)))
    }

    /// A number that stays the same as long as the store does.
    package func version() throws -> Int {
        try state.withLock { state in
            var version = try Store.Version(of: path, state.database)
            guard version != state.version else { return state.count }
            if !version.isSameFile(as: state.version) {
                state.database = try Store.reader(path)
                version = try Store.Version(of: path, state.database)
            }
            state.version = version
            state.count += 1
            return state.count
        }
    }
}
