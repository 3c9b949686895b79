internal import NDJSON

/// By what a record is known as a send: only what no other system leaves. A generic member, such as
/// `request`, `error`, `token` or `messageId`, is never enough.
extension RecordDecoder {
    /// What the record holds that looks like the message of a request.
    enum RequestEvidence: Comparable {
        case none
        /// A target, as other systems have it, too.
        case target
        /// A target and something to show.
        case message
        /// What only FCM's messages have, or a message with a target in a request.
        case own
    }

    func requestEvidence() -> RequestEvidence {
        let isMessage = self[.message].isObject
        // Other services copy the form of the message, with a list of tokens.
        guard isMessage || self[.request].isObject, self[.token].kind != .array else {
            return .none
        }
        let hasToken = isToken(self[.token]) || isToken(self[.rootToken])
        let hasTarget = hasToken || hasDevice || hasGroup
        let shows = hasNotification
        let isOwn = (isMessage || hasTarget || shows) && (hasPlatformBlock || hasLabel)
        if isOwn || hasToken { return .own }
        guard hasTarget else { return .none }
        if isMessage, self[.request].isObject, hasDevice || shows { return .own }
        return shows ? .message : .target
    }

    /// A token that can be FCM's, an installation ID, or a list of them.
    private var hasDevice: Bool {
        mayBeToken(self[.token]) || self[.fid].isString || hasTokens(self[.tokens])
            || hasTokens(self[.rootTokens]) || self[.fids].kind == .array
    }

    private func hasTokens(_ list: JSONValue) -> Bool {
        var canBe = false
        elementFields.forEachElement(of: list) { canBe = canBe || mayBeToken($0) }
        return canBe
    }

    /// A topic or condition. Topics of FCM have no slash; those of Pub/Sub are paths.
    var hasGroup: Bool {
        if self[.condition].isString { return true }
        let topic = self[.topic]
        return topic.isString
            && topic.withCharacters { text in
                text.hasASCIIPrefix("/topics/") || !text.contains(UInt8(ascii: "/"))
            }
    }

    private var hasNotification: Bool {
        [Field.notificationTitle, .notificationBody, .notificationImage].contains {
            self[$0].isString
        }
    }

    var hasRootTarget: Bool { self[.rootToken].isGiven || self[.rootFID].isGiven }

    private var hasPlatformBlock: Bool {
        let marks: [Field] = [
            .aps, .apnsPriority, .androidNotification, .androidPriority, .androidTTL,
            .androidCollapseKey, .webNotification, .webUrgency, .webTTL, .webTopic, .webLink,
        ]
        return marks.contains { self[$0].isGiven }
    }

    private var hasLabel: Bool {
        [Field.messageLabel, .androidLabel, .appleLabel, .webLabel].contains { self[$0].isGiven }
    }

    /// Whether a text has the form of today's tokens: elsewhere than in a message others log tokens
    /// of their own.
    func isToken(_ value: JSONValue) -> Bool {
        value.isString && value.withCharacters { $0.contains(part: RecordDecoder.tokenPart) }
    }

    private static let tokenPart = Array(":APA91b".utf8)

    /// Not a device token of APNs, which is 64 hexadecimal digits, nor one of Expo, nor a JWT.
    private func mayBeToken(_ value: JSONValue) -> Bool {
        value.isString
            && value.withCharacters { text in
                !text.hasASCIIPrefix("Expo") && !text.hasASCIIPrefix("eyJ")
                    && !(text.count == 64 && text.allSatisfy(Digits.isHexadecimal))
            }
    }

    // MARK: Accepted

    /// Where the ID of an accepted send stands, when it is one: in the answer, as the answer itself
    /// (Node's `send()` resolves to the bare name), or at the top of a flat record.
    func acceptedName(_ request: RequestEvidence) -> JSONValue? {
        let request = hasRootTarget ? max(request, .target) : request
        if self[.responseName].isGiven {
            return isAccepted(self[.responseName], request) ? self[.responseName] : nil
        }
        let answer = self[.response]
        if answer.isString, (self[.status].integer ?? 0) < 400, isAccepted(answer, request) {
            return answer
        }
        let id = rootID
        guard id.isGiven else { return nil }
        let isSend = isName(id) || !isBesideSender && isAccepted(id, request)
        return isSend && statedEvent == nil ? id : nil
    }

    /// An ID at the top of a record. `name` may be the name of anything.
    var rootID: JSONValue {
        self[.rootMessageID].isGiven || !isName(self[.name]) ? self[.rootMessageID] : self[.name]
    }

    private func isAccepted(_ id: JSONValue, _ request: RequestEvidence) -> Bool {
        switch form(of: id) {
        case .name: true
        case .stamped: request >= .target
        case .numeric: request >= .message || hasGroup && request >= .target
        case .uuid: request >= .message
        // An answer to a message of FCM that names none: its ID is then found to be bad.
        case .other, .none: request >= .message && self[.responseName].isGiven
        }
    }

    // MARK: Refused

    /// Whether an error is FCM's word on a send.
    func isRefused(_ fields: FieldReader, _ request: RequestEvidence) -> Bool {
        let error = SendErrorDecoder(fields)
        guard error.isGiven else { return false }
        if request >= .message || error.isOwn { return true }
        guard error.word.isGiven else { return false }
        if isToken(self[.rootToken]) { return true }
        let hasTarget = request > .none || hasRootTarget
        return hasTarget && error.hasOwnCode
            || request == .target && self[.message].isObject && error.isOfGoogleAPI
    }

    // MARK: IDs

    enum IDForm {
        /// `projects/<project>/messages/<ID>`: nothing but FCM makes such a name.
        case name
        /// Android's or Apple's shape, with a moment that can be.
        case stamped
        /// Eighteen or nineteen digits, as topics and conditions have them.
        case numeric
        case uuid
        case other
        case none
    }

    /// What most sends have; looked for first.
    func isName(_ id: JSONValue) -> Bool {
        guard id.kind == .string else {
            return id.isString && id.withCharacters { MessageKey.withoutName($0).count < $0.count }
        }
        return MessageKey.withoutName(id.bytes).count < id.count
    }

    func form(of id: JSONValue) -> IDForm {
        switch id.kind {
        case .string, .escapedString, .number: id.withCharacters(form)
        default: .none
        }
    }

    private func form(_ id: UnsafeBufferPointer<UInt8>) -> IDForm {
        if MessageKey.withoutName(id).count < id.count || id.equalsASCII("fake_message_id") {
            return .name
        }
        // Shorter than any of FCM's.
        guard id.count >= 16 else { return .other }
        if MessageKey.resemblesAndroid(id) { return .stamped }
        guard let key = MessageKey(id: id, hashKey: keys.identity) else { return .none }
        switch key.shape {
        case .android: return .stamped
        case .apple: return isPossible(key) ? .stamped : .other
        case .web: return .uuid
        case .other where MessageKey.isUUID(id): return .uuid
        case .content, .other:
            let isNumber = id.allSatisfy(Digits.isDecimal)
            return isNumber && (18...19).contains(id.count) ? .numeric : .other
        }
    }

    /// Sixteen digits may be anything; as a moment they are one that FCM can have stamped, if it is
    /// not a day later than the record. A record without a time is rejected for that.
    private func isPossible(_ key: MessageKey) -> Bool {
        guard let stamped = key.time, stamped >= RecordDecoder.earliestTime else { return false }
        guard let time = try? time() else { return true }
        return stamped.milliseconds < time.milliseconds + 86_400_000
    }
}
