package import NDJSON

/// Two names of one message: FCM's ID and an ID of one's own, which a record has both of.
package struct MessageLink: Hashable, Sendable {
    package var id: MessageKey
    package var own: MessageKey

    package init(id: MessageKey, own: MessageKey) {
        self.id = id
        self.own = own
    }
}

/// IDs of one's own: a `push_id` in the data of a message, for example, which senders and clients
/// log together with FCM's ID or instead of it.
extension RecordPaths {
    /// Adds the places of IDs of one's own, after those of a map: JSON pointers from the top of a
    /// record, or names of members of a message's data.
    package mutating func join(by places: [String]) {
        for place in places {
            let pointers = place.hasPrefix("/") ? [place] : RecordPaths.places(ofData: place)
            for pointer in pointers {
                ownIDs += slots(at: pointer, otherwise: Field.ownID.rawValue)
            }
        }
        ownIDs = ownIDs.enumerated().filter { !ownIDs[..<$0].contains($1) }.map(\.element)
    }

    /// The places of a member of a message's data in the records of senders and clients. On Apple
    /// devices data stand next to `aps`, on Android in the extras of the intent.
    private static func places(ofData name: String) -> [String] {
        let ofMessages = ["", "/android", "/webpush"].map { "\($0)/data" } + ["/apns/payload"]
        let ofSends = ["/request/message", "/request", "/message"].flatMap { message in
            ofMessages.map { message + $0 }
        }
        let ofEvents = [
            "", "/user_info", "/userInfo", "/bundle", "/extras", "/data",
            "/remote_message/data", "/remoteMessage/data", "/payload/data", "/payload",
            "/properties",
        ]
        return (ofSends + ofEvents).map { "\($0)/\(name)" }
    }
}

extension MessageKey {
    /// The key of an ID of one's own. It is not that of FCM's ID with the same text, and says
    /// nothing of platform or time. Nil as for other IDs.
    package init?(own id: UnsafeBufferPointer<UInt8>, hashKey: SipHash.Key) {
        self.init(text: id, hashKey: SipHash.Key(~hashKey.k0, hashKey.k1))
    }

    package init?(own id: String, hashKey: SipHash.Key) {
        var id = id
        guard let key = id.withUTF8({ MessageKey(own: $0, hashKey: hashKey) }) else { return nil }
        self = key
    }

    /// The keys that a text may stand for: FCM's ID, then an ID of one's own.
    package static func all(of text: String, hashKey: SipHash.Key) -> [MessageKey] {
        [MessageKey(id: text, hashKey: hashKey), MessageKey(own: text, hashKey: hashKey)]
            .compactMap(\.self)
    }
}

extension RecordDecoder {
    /// The ID of one's own that the record has; nil if it has none. A text without a digit, such as
    /// `none`, is a placeholder: it would make one message of many.
    var ownID: JSONValue? {
        for slot in ownIDs {
            let value = fields[slot]
            switch value.kind {
            case .string, .number, .escapedString:
                if value.withCharacters({ $0.contains(where: Digits.isDecimal) }) { return value }
            default: continue
            }
        }
        return nil
    }

    /// The key of an ID of one's own. Throws `badMessageID`.
    func ownKey(_ value: JSONValue) throws(RecordError) -> MessageKey {
        let key = value.withCharacters { MessageKey(own: $0, hashKey: keys.identity) }
        guard let key else { throw RecordError(.badMessageID, at: value) }
        messageIDs.append((key, value.withCharacters { String(decoding: $0, as: UTF8.self) }))
        return key
    }

    /// Notes that the message with FCM's ID has the record's own ID, too.
    func linkOwnID(to key: MessageKey) throws(RecordError) {
        guard !ownIDs.isEmpty, let own = ownID else { return }
        links.append(MessageLink(id: key, own: try ownKey(own)))
    }

    /// The message of a client event that names an ID of one's own and none of FCM's.
    func ownMessage() -> DeviceMessage? {
        guard !ownIDs.isEmpty, let own = ownID else { return nil }
        let isApple = self[.userInfo].isObject
        // The state of an Apple app says what happened.
        let isStated = self[.callback].isGiven || isApple && self[.appState].isGiven
        guard isStated || eventWord != nil else { return nil }
        // Other objects are of apps on several platforms.
        return DeviceMessage(
            id: own, platform: isApple ? .ios : nil, isApple: isApple, isOwn: true)
    }

    /// What became of a send that names an ID of one's own and no answer of FCM.
    enum OwnOutcome {
        case sent
        case refused
    }

    func ownOutcome() -> OwnOutcome? {
        guard !ownIDs.isEmpty, ownID != nil, eventWord == nil, !self[.callback].isGiven else {
            return nil
        }
        let words = [self[.status], self[.event], self[.eventName], self[.eventType], self[.text]]
        let outcomes = words.lazy.compactMap { RecordDecoder.outcomes.value(ofAnyCase: $0) }
        if let outcome = outcomes.first { return outcome }
        guard let status = self[.status].integer else { return nil }
        return (200..<300).contains(status) ? .sent : status >= 400 ? .refused : nil
    }

    private static let outcomes = WordTable<OwnOutcome>([
        (
            .sent,
            [
                "sent", "send", "push_sent", "notification_sent", "message_sent", "push sent",
                "notification sent", "message sent", "accepted", "success", "succeeded", "ok",
            ]
        ),
        (
            .refused,
            [
                "failed", "push_failed", "send_failed", "push failed", "send failed", "refused",
                "rejected", "error",
            ]
        ),
    ])
}
