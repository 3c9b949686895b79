internal import NDJSON

/// Send records: the request, and the answer or error of FCM.
extension RecordDecoder {
    /// Nil if the record is no send.
    func decodeSend() throws(RecordError) -> Record? {
        if self[.batch].isGiven || self[.responses].kind == .array {
            if isBatch(requestEvidence()) { return try decodeBatch() }
        }
        guard let answer = answer() else { return nil }
        let time = try sendTime { () throws(RecordError) in
            answer.isOwn ? nil : try acceptedTime(answer.name)
        }
        return .send(
            try send(
                SendTarget(self), answer, at: time, index: 0,
                project: projects.number(in: answer.name)))
    }

    /// The time in the log; without one, the time at which FCM accepted the message.
    func sendTime(
        _ accepted: () throws(RecordError) -> Timestamp?
    ) throws(RecordError) -> SendTime {
        if let logged = fields.givenTime { return SendTime(try time(logged)) }
        guard let accepted = try accepted() else { throw RecordError(.noTime) }
        return SendTime(accepted, isOfID: true)
    }

    /// The moment at which FCM accepted a message; nil if the shape of its ID holds none.
    func acceptedTime(_ name: JSONValue) throws(RecordError) -> Timestamp? {
        guard let time = readKey(name)?.time else { return nil }
        return try believable(time, at: name)
    }

    private func answer() -> Answer? { answerOfFCM() ?? answerToOwnID() }

    /// The answer of another service, to a send with an ID of one's own.
    private func answerToOwnID() -> Answer? {
        switch ownOutcome() {
        case .sent: ownID.map { Answer(name: $0, error: 0, isOwn: true) }
        case .refused: Answer(name: .absent, error: readOwnError(), isOwn: true)
        case .pending, nil: nil
        }
    }

    private func answerOfFCM() -> Answer? {
        if isName(self[.responseName]) { return answer(named: self[.responseName]) }
        let request = requestEvidence()
        if let name = acceptedName(request) { return answer(named: name) }
        guard isRefused(fields, request) else { return nil }
        return Answer(name: self[.responseName], error: readError(fields))
    }

    /// An answer with a name. An error beside it counts only of a request that was validated.
    private func answer(named name: JSONValue) -> Answer {
        var answer = Answer(name: name, error: 0)
        if self[.validateOnly].isTrue || answer.isValidated { answer.error = readError(fields) }
        return answer
    }

    /// One request for one target: the whole line, or an element of a batch.
    func send(
        _ target: SendTarget, _ answer: Answer, at sent: SendTime, index: Int,
        project: UInt32, isAlone: Bool = true
    ) throws(RecordError) -> SendRecord {
        let target = told(by: answer, target)
        let time = sent.time
        let key: MessageKey
        let outcome: SendOutcome
        if self[.validateOnly].isTrue || answer.isValidated {
            outcome = .validated
            let detail = "validated \(self[answer.error]?.identity ?? "")"
            key = contentKey(at: time, target, detail, index)
        } else if answer.name.isGiven {
            outcome = .sent
            key = try answer.isOwn ? ownKey(answer.name) : messageKey(answer.name)
            // A multicast request or a topic has one ID of one's own for all devices.
            if !answer.isOwn, isAlone, !target.isGroup { try linkOwnID(to: key) }
        } else {
            outcome = .failed
            key = contentKey(at: time, target, self[answer.error]?.identity ?? "", index)
        }
        // An error next to a message name does not count.
        return SendRecord(
            key: key, time: time, isTimeOfID: sent.isOfID, outcome: outcome,
            error: outcome == .sent ? 0 : answer.error,
            targetHash: keys.target.map(target.ownHash) ?? 0,
            profile: profile(
                target, key, isApple: self[answer.error]?.apnsReason != nil, project: project,
                isOwn: answer.isOwn))
    }

    /// The target; where the log holds none, a topic if FCM answered with an ID that only sends to
    /// topics and conditions have.
    private func told(by answer: Answer, _ target: SendTarget) -> SendTarget {
        guard target.kind == .unknown, !answer.isOwn, answer.name.isString,
            answer.name.withCharacters(MessageKey.isOfGroup)
        else { return target }
        return SendTarget(topic: self[.exportTopic].text)
    }

    /// The identity of a send without an ID: time, target, content and outcome. If the log names no
    /// target, the index in the batch replaces it; if it has no message either, the whole line, or
    /// the element of a list, is content.
    private func contentKey(
        at time: Timestamp, _ target: SendTarget, _ outcome: String, _ index: Int
    ) -> MessageKey {
        var hash = SipHash(key: SipHash.Key(0, 0))
        hash.append(outcome)
        hash.append(Int64(target.kind.rawValue))
        hash.append(target.hash(keys.identity))
        hash.append(target.topic ?? "")
        hash.append(Int64(target.kind == .unknown ? index : 0))
        hash.append(Int64(namedPlatform(self[.platform])?.rawValue ?? 255))
        hash.append(self[.campaign].text ?? "")
        if target.kind == .unknown, !message.isObject {
            hash.append(context.trimmed)
        } else {
            hash.append(message, without: SendTarget.names)
        }
        return MessageKey(content: hash.finish(), at: time)
    }

    /// The message: a member of the request, or the request itself.
    var message: JSONValue {
        self[.message].isObject ? self[.message] : self[.request]
    }
}

/// The time of a send.
struct SendTime {
    var time: Timestamp
    /// Whether the time is that in an ID, because the log has none.
    var isOfID: Bool

    init(_ time: Timestamp, isOfID: Bool = false) {
        self.time = time
        self.isOfID = isOfID
    }
}

/// FCM's answer to one request: a message name or an error.
struct Answer {
    var name: JSONValue
    /// The number of the error; 0 without one. A failed send has one.
    var error: Int32
    /// Whether the name is an ID of one's own.
    var isOwn = false
    /// Whether the answer is that to a `validate_only` request:
    /// `projects/<project>/messages/fake_message_id`, or its last part.
    let isValidated: Bool

    init(name: JSONValue, error: Int32, isOwn: Bool = false) {
        self.name = name
        self.error = error
        self.isOwn = isOwn
        isValidated =
            name.isString
            && name.withCharacters {
                MessageKey.withoutName($0).equalsASCII("fake_message_id")
            }
    }

    var isGiven: Bool { name.isGiven || error != 0 }
}

extension SendError {
    var identity: String { "\(code) \(apnsReason ?? "")" }
}

/// The target of one request.
struct SendTarget {
    /// The fields of a message that hold its target.
    static let names = WordIndex([["token", "tokens", "fid", "fids", "topic", "condition"]])

    var kind: TargetKind
    var topic: String?
    /// The token or installation ID, in place.
    private var value: JSONValue?

    init(_ decoder: RecordDecoder) {
        if let device = SendTarget.device(decoder) {
            self = device
            return
        }
        let topic = decoder[.topic].text ?? SendTarget.flatTopic(decoder)
        if topic == nil, let condition = decoder[.condition].text {
            self.init(kind: .condition, topic: condition)
        } else {
            self.init(kind: topic == nil ? .unknown : .topic, topic: topic)
        }
    }

    /// A send to a topic; its name is nil if the log does not hold it.
    init(topic: String?) { self.init(kind: .topic, topic: topic) }

    /// The topic at the top of a record that has the message's notification there, too. Beside
    /// other members, `topic` is also that of a queue.
    private static func flatTopic(_ decoder: RecordDecoder) -> String? {
        decoder[.deviceContent].isObject ? decoder[.exportTopic].text : nil
    }

    /// The message's own target comes before one at the top of the record.
    private static func device(_ decoder: RecordDecoder) -> SendTarget? {
        if decoder[.token].isGiven { return SendTarget(kind: .token, value: decoder[.token]) }
        if decoder[.fid].isGiven { return SendTarget(kind: .fid, value: decoder[.fid]) }
        let (token, fid) = (decoder[.rootToken], decoder[.rootFID])
        if token.isGiven { return SendTarget(kind: .token, value: token) }
        if fid.isGiven { return SendTarget(kind: .fid, value: fid) }
        let named = decoder[.namedToken]
        return decoder.isToken(named) ? SendTarget(kind: .token, value: named) : nil
    }

    private init(kind: TargetKind, topic: String?) {
        self.kind = kind
        self.topic = kind == .topic ? topic.map(SendTarget.topicName) : topic
    }

    init(kind: TargetKind, value: JSONValue) {
        switch value.kind {
        case .string, .number, .escapedString:
            self.kind = kind
            self.value = value
        default: self.kind = .unknown
        }
    }

    /// Whether the message may reach any number of devices.
    var isGroup: Bool { kind == .topic || kind == .condition }

    /// The hash to store for a target in the sender's log; 0 if there is none.
    func ownHash(_ key: SipHash.Key) -> UInt64 {
        guard value != nil else { return 0 }
        return SendTarget.own(hash(key))
    }

    fileprivate static func own(_ hash: UInt64) -> UInt64 {
        max(hash & SendRecord.targetHashBits, 1)
    }

    /// The same for a row of the BigQuery export. It is greater than every hash of a sender's log,
    /// which wins, because the least of two does.
    func exportedHash(_ key: SipHash.Key) -> UInt64 {
        let hash = ownHash(key)
        return hash == 0 ? 0 : hash + SendRecord.targetHashBits + 1
    }

    /// 0 if there is no token or installation ID.
    func hash(_ key: SipHash.Key) -> UInt64 {
        guard let value else { return 0 }
        switch value.kind {
        case .string, .number: return SipHash.hash(value.bytes, key: key)
        case .escapedString:
            var text = value.string ?? ""
            return text.withUTF8 { SipHash.hash($0, key: key) }
        default: return 0
        }
    }

    /// The topic's name: devices and some logs put `/topics/` before it.
    static func topicName(_ text: String) -> String {
        text.hasPrefix("/topics/") ? String(text.dropFirst(8)) : text
    }
}

extension HashKeys {
    /// What the view `messages` has as `target_hash` for a token or installation ID; nil if no
    /// such hash is kept.
    package func targetHash(of token: UnsafeBufferPointer<UInt8>) -> Int64? {
        target.map { Int64(SendTarget.own(SipHash.hash(token, key: $0))) }
    }
}
