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
        guard !places.isEmpty else { return }
        for place in places {
            let pointers = place.hasPrefix("/") ? [place] : RecordPaths.places(ofData: place)
            ownIDs.add(slots(at: pointers, .ownID))
            if let name = pointers.first.flatMap(EnvelopeMap.keys)?.last { ownNames.append(name) }
        }
        // Serilog has the members of a text in braces.
        _ = slots(at: ["/@mt", "/MessageTemplate"], .text)
        ownAnswers = OwnAnswerSlots(
            // A map may have another place for it.
            statuses: [Field.status.rawValue] + slots(at: RecordPaths.ownStatuses, .ownStatus),
            successes: slots(
                at: ["/success", "/response/success", "/result/success"], .ownSuccess),
            errors: slots(at: ["/response/errors", "/result/errors"], .ownErrors),
            reasons: slots(at: RecordPaths.ownReasons, .ownReason),
            methods: slots(at: ["/method", "/http_method", "/verb"], .ownMethod))
    }

    private static let ownStatuses =
        ["", "/error", "/err", "/exception", "/response", "/result"].flatMap { object in
            ["status", "statusCode", "status_code", "status-code"].map { "\(object)/\($0)" }
        } + [
            "/httpStatus", "/http_status", "/StatusCode", "/response/code", "/result/code",
            "/ticket/status",
        ]

    private static let ownReasons = [
        "/reason", "/Reason", "/error/reason", "/err/reason", "/response/reason", "/result/reason",
        "/details/error", "/ticket/details/error",
    ]

    private mutating func slots(at pointers: [String], _ field: Field) -> [Int] {
        var found: [Int] = []
        for pointer in pointers { found.add(slots(at: pointer, otherwise: field.rawValue)) }
        return found
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
        ]
        return (ofSends + ofEvents).map { "\($0)/\(name)" }
    }
}

/// Where records have the answers of other services than FCM.
struct OwnAnswerSlots {
    var statuses: [Int] = []
    var successes: [Int] = []
    var errors: [Int] = []
    var reasons: [Int] = []
    /// The method of an HTTP request: the record is a line of an access log.
    var methods: [Int] = []
}

extension [Int] {
    fileprivate mutating func add(_ others: [Int]) {
        for other in others where !contains(other) { append(other) }
    }
}

extension MessageKey {
    /// The key of an ID of one's own. It is not that of FCM's ID with the same text, and says
    /// nothing of platform or time. The case of a UUID does not matter. Nil as for other IDs.
    package init?(own id: UnsafeBufferPointer<UInt8>, hashKey: SipHash.Key) {
        let key = SipHash.Key(~hashKey.k0, hashKey.k1)
        guard MessageKey.isUUID(id) else {
            self.init(text: id, hashKey: key)
            return
        }
        let lower = id.map(Digits.lowercased)
        guard let found = lower.withUnsafeBufferPointer({ MessageKey(text: $0, hashKey: key) })
        else { return nil }
        self = found
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
    /// `none`, or of zeros alone is a placeholder: it would make one message of many.
    var ownID: JSONValue? {
        for slot in ownIDs {
            let value = fields[slot]
            switch value.kind {
            case .string, .number, .escapedString:
                if value.withCharacters(Self.isOwnID) { return value }
            default: continue
            }
        }
        return nil
    }

    private static func isOwnID(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let blanks = [UInt8(ascii: "0"), UInt8(ascii: "-"), UInt8(ascii: ".")]
        return text.contains(where: Digits.isDecimal) && !text.allSatisfy(blanks.contains)
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
        guard isStated || toldEvent != nil || eventWord != nil && !isOfSender else { return nil }
        // Other objects are of apps on several platforms.
        return DeviceMessage(
            id: own, platform: isApple ? .ios : nil, isApple: isApple, isOwn: true)
    }
}
