package import SQLite

/// What decides how far a store may be pruned.
package struct RetentionStanding: Sendable {
    /// The newest time in any record, ms since 1970; nil in an empty store.
    package let newest: Int64?
    /// How long after its send an open counts.
    package let windowMilliseconds: Int64
    /// How far it was pruned.
    package let horizon: Horizon?

    package init(_ reader: Database) throws {
        (newest, windowMilliseconds, horizon) = try reader.read { db in
            let hours = try Settings.integer(.windowHours, db) ?? Int64(Store.defaultWindowHours)
            return (
                try Settings.integer(.newestRecord, db), hours * 3_600_000, try Horizon.stored(db)
            )
        }
    }
}
