package import SQLite

/// What decides how far a store may be pruned.
package struct RetentionStanding: Sendable {
    /// `AsOf.stored`: nil in an empty store.
    package let newest: Int64?
    /// How long after its send an open counts.
    package let windowMilliseconds: Int64
    /// How far it was pruned.
    package let horizon: Horizon?

    package init(_ reader: Database) throws {
        (newest, windowMilliseconds, horizon) = try reader.read { db in
            try (
                AsOf.stored(db), Settings.windowMilliseconds(db),
                Horizon.stored(db)
            )
        }
    }
}
