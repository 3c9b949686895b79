internal import FCM
internal import SQLite

/// Takes the hashes of tokens out of a store, and the key that they were made with: nobody can
/// link what comes to what was, nor test whose old hashes those were, not even with the database.
///
/// What is read later, old logs among it, is hashed with the new key alone. So the store is, as
/// ever, a function of its records: of those that were read since, as far as targets go.
package struct TargetRotation: Equatable, Sendable {
    /// Messages whose hash is gone.
    package var forgotten: Int64
    /// Whether hashes are made from now on.
    package var keepsTargets: Bool
    /// False while another program reads: what was is in the file beside the database until then.
    package var isErased: Bool

    /// `keepsTargets: false`: from now on no hash is kept. A store that keeps none stays so.
    package static func run(_ store: Store, keepsTargets: Bool) throws -> TargetRotation {
        let keeps = keepsTargets && store.keys.target != nil
        let key = keeps ? Settings.makeHashKey() : Settings.noKey
        // What is deleted is overwritten, not only marked as free.
        try store.database.writeWithoutTransaction {
            try $0.execute(sql: "pragma secure_delete = on")
        }
        let forgotten = try store.database.write { db in
            try db.execute(
                sql: "update states set target_hash = null where target_hash is not null")
            let count = db.changesCount
            try Settings.set(.targetKey, key, db)
            return count
        }
        return try TargetRotation(
            forgotten: forgotten, keepsTargets: keeps, isErased: store.emptyLog())
    }
}
