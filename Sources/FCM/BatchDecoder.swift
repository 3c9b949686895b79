internal import NDJSON

extension RecordDecoder {
    // What is taken belongs to whoever takes it, another thread perhaps: the decoder forgets it.

    /// The sends of the batch that was decoded last.
    package func takeBatchSends() -> [SendRecord] {
        defer { batchSends = [] }
        return batchSends
    }

    /// The records of the line that was decoded last, if it holds several.
    package func takeEntries() -> [Entry] {
        defer { entries = [] }
        return entries
    }
}

/// One line for many sends: their requests, and the answers in the same order.
extension RecordDecoder {
    /// One line for many targets: of one message (`sendEachForMulticast` of the Admin SDKs), or of
    /// a message each (`sendEach`). Element i belongs to input i, tokens first; elements have no
    /// token of their own.
    func decodeBatch() throws(RecordError) -> Record {
        let targets = batchTargets()
        let messages = targets.isEmpty ? batchMessages() : []
        let elements = elementFields.elements(of: self[.responses])
        let inputs = max(targets.count, messages.count)
        guard !elements.isEmpty, inputs == 0 || inputs == elements.count else {
            throw RecordError(.badBatch, at: self[.responses])
        }
        let sent = try sendTime { () throws(RecordError) in try firstAcceptedTime(elements) }
        var identity = SipHash(key: SipHash.Key(0, 0))
        identity.append("batch")
        identity.append(message, without: SendTarget.names)
        identity.append(self[.responses])
        batchSends.removeAll(keepingCapacity: true)
        let project = firstProject(elements)
        for (index, element) in elements.enumerated() {
            try reading(messages.isEmpty ? nil : messages[index]) { () throws(RecordError) in
                let target = targets.isEmpty ? SendTarget(self) : targets[index]
                if !messages.isEmpty { identity.append(message, without: SendTarget.names) }
                if inputs > 0 { identity.append(target.hash(keys.identity)) }
                batchSends.append(
                    try decodeElement(
                        element, index, target, at: sent, project, isAlone: !messages.isEmpty))
            }
        }
        let key = MessageKey(content: identity.finish(), at: sent.time)
        return .batch(identity: key, time: sent.time)
    }

    /// The messages of a list, in the request or at the top of the record.
    private func batchMessages() -> [JSONValue] {
        elementFields.elements(of: self[self[.messages].kind == .array ? .messages : .rootMessages])
    }

    /// Runs `body` while the record has one message of its list as its own `message`, in the same
    /// place. With nil the record stays as it is. Throws `badBatch` for a message that is no
    /// object.
    private func reading<Result>(
        _ message: JSONValue?, _ body: () throws(RecordError) -> Result
    ) throws(RecordError) -> Result {
        guard let message else { return try body() }
        let isInRequest = self[.messages].kind == .array
        var text = Array((isInRequest ? #"{"request":{"message":"# : #"{"message":"#).utf8)
        text += message.bytes
        text += Array((isInRequest ? "}}" : "}").utf8)
        let copy = text.withUnsafeBufferPointer(FieldReader.paddedCopy)
        texts.append(copy)
        let object = UnsafeBufferPointer(start: UnsafePointer(copy), count: text.count)
        guard message.isObject, messageFields.read(object: JSONValue(object: object)) else {
            throw RecordError(.badBatch, at: message)
        }
        let record = fields
        // An ID beside the list is of no message in it.
        messageFields.fillRest(from: record, without: ownIDs)
        fields = messageFields
        defer { fields = record }
        return try body()
    }

    /// The project of the first answer that names one. All requests of a batch are of one app
    /// server, so it is that of its refused sends, too.
    private func firstProject(_ elements: [JSONValue]) -> UInt32 {
        for element in elements where elementFields.read(object: element) {
            let project = projects.number(in: elementFields[Field.responseName.rawValue])
            if project != 0 { return project }
        }
        return 0
    }

    private func firstAcceptedTime(_ elements: [JSONValue]) throws(RecordError) -> Timestamp? {
        var first: Timestamp?
        for element in elements where elementFields.read(object: element) {
            let time = try acceptedTime(elementFields[Field.responseName.rawValue])
            first = [first, time].compactMap(\.self).min()
        }
        return first
    }

    /// Whether a list has FCM's answers: by the request, or by one of the answers.
    func isBatch(_ request: RequestEvidence) -> Bool {
        // The guides of the Admin SDKs log `batch` next to tokens and a message.
        if request >= .message || request == .target && self[.batch].isObject { return true }
        // Answers of the legacy API.
        if self[.multicastID].kind == .number { return true }
        if hasMessagesForFCM { return true }
        var isOwn = false
        elementFields.forEachElement(of: self[.rootTokens]) { isOwn = isOwn || isToken($0) }
        elementFields.forEachElement(of: self[.responses]) { element in
            guard !isOwn, elementFields.read(object: element) else { return }
            switch form(of: elementFields[Field.responseName.rawValue]) {
            case .name: isOwn = true
            case .stamped: isOwn = request == .target || self[.rootTokens].kind == .array
            default: isOwn = SendErrorDecoder(elementFields).isOwnInBatch
            }
        }
        return isOwn
    }

    private var hasMessagesForFCM: Bool {
        batchMessages().contains { message in
            (try? reading(message) { requestEvidence() >= .message }) ?? false
        }
    }

    private func batchTargets() -> [SendTarget] {
        var targets: [SendTarget] = []
        let tokens = self[.tokens].kind == .array ? Field.tokens : .rootTokens
        let fids = self[.fids].kind == .array ? Field.fids : .rootFIDs
        for (field, kind) in [(tokens, TargetKind.token), (fids, .fid)] {
            elementFields.forEachElement(of: self[field]) {
                targets.append(SendTarget(kind: kind, value: $0))
            }
        }
        return targets
    }

    private func decodeElement(
        _ element: JSONValue, _ index: Int, _ target: SendTarget, at sent: SendTime,
        _ batchProject: UInt32, isAlone: Bool
    ) throws(RecordError) -> SendRecord {
        guard elementFields.read(object: element) else {
            throw RecordError(.badBatch, at: element)
        }
        let answer = Answer(
            name: elementFields[Field.responseName.rawValue], error: readError(elementFields))
        guard answer.isGiven else { throw RecordError(.badBatch, at: element) }
        // Refused elements get the first moment in the IDs of the answer.
        let own = sent.isOfID ? try acceptedTime(answer.name) : nil
        let time = own.map { SendTime($0, isOfID: true) } ?? sent
        let project = projects.number(in: answer.name)
        return try send(
            target, answer, at: time, index: index,
            project: project == 0 ? batchProject : project, isAlone: isAlone)
    }
}
