internal import NDJSON

/// By what a record is known as a send: only what no other system leaves. A generic member, such as
/// `request`, `error`, `token` or `messageId`, is never enough.
extension RecordDecoder {
    /// What the record holds that looks like the message of a request.
    enum RequestEvidence: Comparable {
        case none
        /// A target, as other systems have it, too.
        case target
        /// A target and content, or what only FCM's messages have.
        case message
    }

    func requestEvidence() -> RequestEvidence {
        guard self[.message].isObject || self[.request].isObject else { return .none }
        let device =
            [Field.token, .fid, .tokens, .fids].contains { self[$0].isGiven }
            || isToken(self[.rootToken]) || self[.rootTokens].kind == .array
        let group = isGroup(self[.topic]) || self[.condition].isGiven
        let isOwn = hasPlatformBlock || hasLabel
        let hasNotification = self[.notification].isObject
        let hasContent = hasNotification || self[.messageData].isObject
        if isOwn || device && (hasContent || self[.message].isObject) || group && hasNotification
        {
            return .message
        }
        return device || group ? .target : .none
    }

    /// Whether a topic can be FCM's: those of Pub/Sub have names of their project.
    private func isGroup(_ topic: JSONValue) -> Bool {
        topic.isString && topic.withCharacters { !$0.hasASCIIPrefix("projects/") }
    }

    private var hasRootTarget: Bool { self[.rootToken].isGiven || self[.rootFID].isGiven }

    private var hasPlatformBlock: Bool {
        self[.apns].isObject && (self[.aps].isGiven || self[.apnsPriority].isGiven)
            || self[.webpush].isObject
            || self[.android].isObject
                && [
                    .androidNotification, .androidPriority, .androidTTL, .androidCollapseKey,
                ].contains { (field: Field) in self[field].isGiven }
    }

    private var hasLabel: Bool {
        [Field.messageLabel, .androidLabel, .appleLabel, .webLabel].contains { self[$0].isGiven }
    }

    /// Whether a token at the top of a record, where others log tokens of their own, is FCM's.
    private func isToken(_ value: JSONValue) -> Bool {
        value.isString && value.withCharacters { $0.contains(part: RecordDecoder.tokenPart) }
    }

    private static let tokenPart = Array(":APA91b".utf8)

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
        let id = self[.rootMessageID]
        guard id.isGiven, eventWord == nil, !isBesideDeviceContent else { return nil }
        return isAccepted(id, request) ? id : nil
    }

    private func isAccepted(_ id: JSONValue, _ request: RequestEvidence) -> Bool {
        switch form(of: id) {
        case .name: true
        case .stamped: request >= .target
        case .numeric: request >= .target
        case .uuid: request == .message
        // An answer to a message of FCM that names none: its ID is then found to be bad.
        case .other, .none: request == .message && self[.responseName].isGiven
        }
    }

    // MARK: Refused

    /// Whether an error is FCM's word on a send.
    func isRefused(_ fields: FieldReader, _ request: RequestEvidence) -> Bool {
        let error = SendErrorDecoder(fields)
        guard error.isGiven else { return false }
        if request == .message || error.isOwn { return true }
        guard error.word.isGiven else { return false }
        if isToken(self[.rootToken]) { return true }
        let hasTarget = request > .none || hasRootTarget
        return hasTarget && error.hasOwnCode || request == .target && error.isOfGoogleAPI
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
        id.isString && id.withCharacters { MessageKey.withoutName($0).count < $0.count }
    }

    func form(of id: JSONValue) -> IDForm {
        switch id.kind {
        case .string, .escapedString, .number: id.withCharacters(form)
        default: .none
        }
    }

    private func form(_ id: UnsafeBufferPointer<UInt8>) -> IDForm {
        if MessageKey.withoutName(id).count < id.count || id.hasASCIISuffix("fake_message_id") {
            return .name
        }
        if MessageKey.resemblesAndroid(id) { return .stamped }
        guard let key = MessageKey(id: id, hashKey: keys.identity) else { return .none }
        switch key.shape {
        case .android: return .stamped
        case .apple: return isPossible(key) ? .stamped : .other
        case .web: return .uuid
        case .content, .other:
            let isNumber = id.allSatisfy { (0x30...0x39).contains($0) }
            return isNumber && (18...19).contains(id.count) ? .numeric : .other
        }
    }

    /// Sixteen digits may be anything; as a moment they are one that FCM can have stamped.
    private func isPossible(_ key: MessageKey) -> Bool {
        guard let time = key.time else { return false }
        return time >= RecordDecoder.earliestTime && time <= latest
    }
}
