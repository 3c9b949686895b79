package import FCM
internal import NDJSON

/// Which IDs of one's own the records of files have.
package struct OwnIDSample: Sendable {
    /// The sends of each ID.
    package private(set) var sends: [MessageKey: Senders] = [:]
    package private(set) var events: Set<MessageKey> = []

    /// The messages of FCM, or the devices, of the sends with one ID.
    package struct Senders: Sendable {
        fileprivate var messages: Set<MessageKey> = []
        fileprivate var targets: Set<UInt64> = []

        fileprivate var areSeveral: Bool { messages.count > 1 || targets.count > 1 }

        fileprivate mutating func formUnion(_ other: Senders) {
            messages.formUnion(other.messages)
            targets.formUnion(other.targets)
        }
    }

    package init() {}

    /// Those that sends and client events have.
    package var matched: Int { events.count { sends[$0] != nil } }
    /// Those that several sends have.
    package var ambiguous: Int { sends.values.count(where: \.areSeveral) }

    package mutating func merge(_ other: OwnIDSample) {
        for (key, senders) in other.sends { sends[key, default: Senders()].formUnion(senders) }
        events.formUnion(other.events)
    }

    /// What one line names. The keys of hashes are zero.
    mutating func add(
        _ ids: [(key: MessageKey, text: String)], _ links: [MessageLink], _ entries: [Entry]
    ) {
        let none = SipHash.Key(0, 0)
        let own = ids.filter { MessageKey(own: $0.text, hashKey: none) == $0.key }.map(\.key)
        guard entries.hasSend else { return events.formUnion(own) }
        for key in own where sends[key] == nil { sends[key] = Senders() }
        for link in links { sends[link.own]?.messages.insert(link.id) }
        for send in entries.sends where send.targetHash != 0 {
            sends[send.key]?.targets.insert(send.targetHash)
        }
    }
}

extension [Entry] {
    fileprivate var sends: [SendRecord] {
        compactMap { entry in
            if case .success(.send(let send)) = entry.outcome { send } else { nil }
        }
    }

    var hasSend: Bool {
        contains { entry in
            switch entry.outcome {
            case .success(.send), .success(.batch): true
            default: false
            }
        }
    }
}
