package import FCM
internal import NDJSON

/// Which IDs of one's own the records of files have.
package struct OwnIDSample: Sendable {
    /// For each ID that sends have: the IDs of FCM in the same records.
    package private(set) var sends: [MessageKey: Set<MessageKey>] = [:]
    package private(set) var events: Set<MessageKey> = []

    package init() {}

    /// Those that sends and client events have.
    package var matched: Int { events.count { sends[$0] != nil } }
    /// Those that several messages of FCM have.
    package var ambiguous: Int { sends.values.count { $0.count > 1 } }

    package mutating func merge(_ other: OwnIDSample) {
        sends.merge(other.sends) { $0.union($1) }
        events.formUnion(other.events)
    }

    /// What one line names. The keys of hashes are zero.
    mutating func add(
        _ ids: [(key: MessageKey, text: String)], _ links: [MessageLink], ofSend: Bool
    ) {
        let none = SipHash.Key(0, 0)
        let own = ids.filter { MessageKey(own: $0.text, hashKey: none) == $0.key }.map(\.key)
        guard ofSend else { return events.formUnion(own) }
        for key in own where sends[key] == nil { sends[key] = [] }
        for link in links { sends[link.own, default: []].insert(link.id) }
    }
}

extension [Entry] {
    var hasSend: Bool {
        contains { entry in
            switch entry.outcome {
            case .success(.send), .success(.batch): true
            default: false
            }
        }
    }
}
