package import FCM
package import SQLite

/// A message that a person asks for by a text: FCM's ID or name, or an ID of one's own.
package struct AskedMessage {
    /// The keys as which its state may be stored: if FCM's ID was asked for, then if it was not.
    package let keys: [MessageKey]
    /// All names of the message, or of each of two messages.
    package private(set) var names: [(key: MessageKey, text: String?)] = []

    /// Nil if the text is no ID.
    package init?(_ text: String, _ db: Connection) throws {
        let hashKey = try Settings.storedKeys(db).identity
        let asked =
            try JoinPlaces.stored(db).isEmpty
            ? [MessageKey(id: text, hashKey: hashKey)].compactMap(\.self)
            : MessageKey.all(of: text, hashKey: hashKey)
        guard !asked.isEmpty else { return nil }
        let table = try MessageNames(db)
        keys = try asked.map { try table.row(of: $0)?.message ?? $0 }
        names = asked.map { ($0, MessageKey.messageID(in: text)) }
        for key in keys {
            for name in try table.names(of: key).map(\.name) where !asked.contains(name) {
                names.append((name, try name.messageID ?? table.text(of: name)))
            }
        }
    }
}
