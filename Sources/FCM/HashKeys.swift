package import NDJSON

/// The keys of a database's hashes. Without them nothing can be looked up by its hash, and IDs
/// cannot be made to collide.
package struct HashKeys: Equatable, Sendable {
    /// For message IDs, and for the identities of records without one. It never changes: with
    /// another key, a record read again would count again.
    package var identity: SipHash.Key
    /// For tokens and installation IDs. Nil: their hashes are not stored.
    package var target: SipHash.Key?

    package init(identity: SipHash.Key, target: SipHash.Key?) {
        self.identity = identity
        self.target = target
    }
}
