package import FCM
internal import NDJSON

/// Which IDs of one's own the records of files have.
package struct OwnIDSample: Sendable {
    /// The sends of each ID.
    package private(set) var sends: [MessageKey: Senders] = [:]
    package private(set) var events: Set<MessageKey> = []

    /// The messages of FCM, or the devices, of the sends with one ID.
    package struct Senders: Sendable {
        /// Services in a row may each log that they sent a message.
        private static let mostLogs = 3

        fileprivate var messages: Set<MessageKey> = []
        fileprivate var targets: Set<UInt64> = []
        /// The seconds in which other services than FCM accepted it, some of them.
        private var seconds: Set<Int64> = []

        fileprivate var areSeveral: Bool {
            messages.count > 1 || targets.count > 1 || seconds.count > Senders.mostLogs
        }

        fileprivate mutating func formUnion(_ other: Senders) {
            messages.formUnion(other.messages)
            targets.formUnion(other.targets)
            seconds.formUnion(other.seconds)
        }

        fileprivate mutating func add(_ send: SendRecord) {
            if send.targetHash != 0 { targets.insert(send.targetHash) }
            guard send.outcome == .sent, seconds.count <= Senders.mostLogs else { return }
            seconds.insert(send.time.milliseconds / 1000)
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
        for send in entries.sends { sends[send.key]?.add(send) }
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
