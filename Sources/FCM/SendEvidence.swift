internal import NDJSON

/// The evidence that a record is a send: only content that no other system writes. A generic member
/// such as `request`, `error`, `token` or `messageId` is never enough.
extension RecordDecoder {
    /// How much a record looks like a request with a message.
    enum RequestEvidence: Comparable {
        case none
        /// A target, which other systems have, too.
        case target
        /// A target and something to show.
        case message
        /// Content that only FCM's messages have, or a message with a target in a request.
        case own
    }

    func requestEvidence() -> RequestEvidence {
        let isMessage = self[.message].isObject
        // Other services copy the form of the message, but with a list of tokens.
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

    /// A possible FCM token, an installation ID, or a list of them.
    private var hasDevice: Bool {
        mayBeToken(self[.token]) || self[.fid].isString || hasTokens(self[.tokens])
            || hasTokens(self[.rootTokens]) || self[.fids].kind == .array
    }

    private func hasTokens(_ list: JSONValue) -> Bool {
        var canBe = false
        elementFields.forEachElement(of: list) { canBe = canBe || mayBeToken($0) }
        return canBe
    }

    /// A topic or condition. FCM's topics have no slash; those of Pub/Sub are paths.
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

    /// Whether a text has the form of a current FCM token. Outside messages, other systems log
    /// their own tokens.
    func isToken(_ value: JSONValue) -> Bool {
        value.isString && value.withCharacters { $0.contains(part: RecordDecoder.tokenPart) }
    }

    private static let tokenPart = Array(":APA91b".utf8)

    /// Excludes device tokens of APNs (64 hexadecimal digits), tokens of Expo, and JWTs.
    private func mayBeToken(_ value: JSONValue) -> Bool {
        value.isString
            && value.withCharacters { text in
                !text.hasASCIIPrefix("Expo") && !text.hasASCIIPrefix("eyJ")
                    && !(text.count == 64 && text.allSatisfy(Digits.isHexadecimal))
            }
    }

    // MARK: Accepted

    /// The ID of an accepted send: in the answer, as the answer itself (Node's `send()` resolves to
    /// the bare name), or at the top of a flat record. Nil if the record is none.
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

    /// The ID at the top of a record. `name` may be the name of anything.
    var rootID: JSONValue {
        self[.rootMessageID].isGiven || !isName(self[.name]) ? self[.rootMessageID] : self[.name]
    }

    private func isAccepted(_ id: JSONValue, _ request: RequestEvidence) -> Bool {
        switch form(of: id) {
        case .name: true
        case .stamped: request >= .target
        case .numeric: request >= .message || hasGroup && request >= .target
        case .uuid: request >= .message
        // An answer to a message of FCM without an ID: the ID is rejected later.
        case .other, .none: request >= .message && self[.responseName].isGiven
        }
    }

    // MARK: Refused

    /// Whether an error is FCM's answer to a send.
    func isRefused(_ fields: FieldReader, _ request: RequestEvidence) -> Bool {
        let error = SendErrorDecoder(fields)
        guard error.isGiven else { return false }
        if request >= .message || error.isOwn { return true }
        guard error.hasWord else { return false }
        if isToken(self[.rootToken]) || isToken(self[.namedToken]) && error.isKnown { return true }
        let hasTarget = request > .none || hasRootTarget
        return hasTarget && error.hasOwnCode
            || request == .target && self[.message].isObject && error.isOfGoogleAPI
    }

    // MARK: IDs

    enum IDForm {
        /// `projects/<project>/messages/<ID>`: only FCM makes such names.
        case name
        /// Android's or Apple's shape, with a possible moment.
        case stamped
        /// Eighteen or nineteen digits, as for topics and conditions.
        case numeric
        case uuid
        case other
        case none
    }

    /// Checked first, because most sends have a name.
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
        // Shorter than FCM's IDs.
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

    /// Whether sixteen digits, which may be anything, are a moment at which FCM may have stamped an
    /// ID: at most a day later than the record. A record without a time is rejected later.
    private func isPossible(_ key: MessageKey) -> Bool {
        guard let stamped = key.time, stamped >= RecordDecoder.earliestTime else { return false }
        guard let time = try? time() else { return true }
        return stamped.milliseconds < time.milliseconds + 86_400_000
    }
}
