package import NDJSON

/// The keys of a database's hashes: who does not have them can neither look a token up by its
/// hash nor make two IDs that meet.
package struct HashKeys: Equatable, Sendable {
    /// Of message IDs, and of the identities of what has none. It stays as long as the database:
    /// under another one, a record that is read again would count again.
    package var identity: SipHash.Key
    /// Of tokens and installation IDs. Nil: no hash of them is kept.
    package var target: SipHash.Key?

    package init(identity: SipHash.Key, target: SipHash.Key?) {
        self.identity = identity
        self.target = target
    }
}
