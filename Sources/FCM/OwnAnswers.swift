internal import NDJSON

/// The answers of other services than FCM, to sends with an ID of one's own.
extension RecordDecoder {
    /// What became of the send of a record with an ID of one's own; nil if it is none, or nothing
    /// is said.
    func ownOutcome() -> SendOutcomeWord? {
        guard !ownIDs.isEmpty, ownID != nil, !self[.callback].isGiven, toldEvent == nil else {
            return nil
        }
        let (told, stated) = (toldOutcome, statedStatus)
        // A status alone may be that of any request, or of a record that is an event by `--event`.
        let isStatusEnough = words.assumedEvent == nil && !isOfRequest
        guard let outcome = told ?? (isStatusEnough ? stated : nil) else { return nil }
        return stated == .refused || isOwnError ? .refused : outcome
    }

    /// Whether a record without an event's word says something of a sender.
    var isOfSender: Bool {
        toldOutcome != nil || statedStatus != nil || self[.response].isGiven
            || self[.request].isGiven || self[.error].isGiven
    }

    /// What the words of the record say; if they say nothing, what those around it say.
    private var toldOutcome: SendOutcomeWord? {
        let statuses = ownAnswers.statuses.compactMap { outcome(ofStatus: fields[$0]) }
        let words = RecordDecoder.sayings.compactMap { sendOutcome(self[$0]) }
        return (statuses + words).max() ?? sendOutcome(self[.outerOutcome])
    }

    /// The members whose words say what became of a push.
    private static let sayings: [Field] = [.event, .eventName, .eventType, .text, .message]

    /// What its numbers and flags say.
    private var statedStatus: SendOutcomeWord? {
        let numbers = ownAnswers.statuses.compactMap { OwnStatus.outcome(fields[$0]) }
        let flags = ownAnswers.successes.compactMap { slot -> SendOutcomeWord? in
            switch fields[slot].kind {
            case .true: .sent
            case .false: .refused
            default: nil
            }
        }
        return (numbers + flags).max()
    }

    private var isOwnError: Bool {
        SendErrorDecoder(fields).isGiven || ownAnswers.errors.contains { fields[$0].isNonEmpty }
    }

    /// Whether the record is a line of an access log.
    private var isOfRequest: Bool { ownAnswers.methods.contains { fields[$0].isString } }

    /// What a text says of a push. A map file may replace the text.
    func sendOutcome(_ text: JSONValue) -> SendOutcomeWord? {
        guard text.isString else { return nil }
        return SendWords.outcome(of: words.canonical(text, for: .event))
            ?? SendWords.outcome(of: text)
    }

    private func outcome(ofStatus status: JSONValue) -> SendOutcomeWord? {
        SendWords.outcome(of: words.canonical(status, for: .status))
            ?? SendWords.outcome(of: status)
    }

    /// The text of an object that says what became of a push.
    func outcomeText(_ fields: FieldReader) -> JSONValue? {
        guard !ownIDs.isEmpty else { return nil }
        return (RecordDecoder.sayings + [.outerOutcome]).lazy
            .map { fields[$0.rawValue] }.first { self.sendOutcome($0) != nil }
    }

    /// The error of a refused send.
    func readOwnError() -> Int32 {
        let known = SendErrorDecoder(fields)
        var error = known.isGiven ? known.error : SendError(code: SendErrorDecoder.unspecified)
        let answers = ownAnswers.statuses.map { fields[$0] }.filter {
            OwnStatus.outcome($0) == .refused
        }
        let status = answers.lazy.compactMap(OwnStatus.http).first
        error.httpStatus = error.httpStatus ?? status
        if !known.isNamed {
            error.code = status.map(OwnStatus.code(ofHTTP:)) ?? answers.first?.text ?? error.code
        }
        if let reason = ownAnswers.reasons.lazy.compactMap({ self.fields[$0].text }).first {
            if OwnStatus.reasonsOfAPNs.contains(reason) { error.apnsReason = reason }
            let code = SendErrorDecoder.canonical(reason)
            if code == "UNREGISTERED" { error.code = code }
        }
        return number(of: error)
    }
}

/// Numbers and words of other services.
enum OwnStatus {
    /// Of HTTP, or of Huawei (HMS Core, Push Kit, REST API: result codes).
    static func outcome(_ value: JSONValue) -> SendOutcomeWord? {
        if let status = http(value) {
            return (200..<300).contains(status) ? .sent : status >= 400 ? .refused : nil
        }
        guard let number = value.integer, (80_000_000..<81_000_000).contains(number) else {
            return nil
        }
        return number == 80_000_000 ? .sent : .refused
    }

    /// The status of HTTP: a number, or a text that begins with one, such as `201 Created`.
    static func http(_ value: JSONValue) -> Int64? {
        if let number = value.integer { return (100..<600).contains(number) ? number : nil }
        guard let text = value.text, text.utf8.count > 3, text.utf8.dropFirst(3).first == 0x20,
            let number = Int64(text.prefix(3)), (100..<600).contains(number)
        else { return nil }
        return number
    }

    /// 410 means that the device is gone: Apple, and RFC 8030, section 6.2.
    static func code(ofHTTP status: Int64) -> String {
        status == 410 ? "UNREGISTERED" : "HTTP_\(status)"
    }

    /// Apple, "Handling notification responses from APNs", error strings.
    static let reasonsOfAPNs: Set<String> = [
        "BadCollapseId", "BadDeviceToken", "BadExpirationDate", "BadMessageId", "BadPriority",
        "BadTopic", "DeviceTokenNotForTopic", "DuplicateHeaders", "IdleTimeout", "InvalidPushType",
        "MissingDeviceToken", "MissingTopic", "PayloadEmpty", "TopicDisallowed", "BadCertificate",
        "BadCertificateEnvironment", "ExpiredProviderToken", "Forbidden", "InvalidProviderToken",
        "MissingProviderToken", "UnrelatedKeyIdInToken", "BadEnvironmentKeyIdInToken", "BadPath",
        "MethodNotAllowed", "ExpiredToken", "Unregistered", "PayloadTooLarge",
        "TooManyProviderTokenUpdates", "TooManyRequests", "InternalServerError",
        "ServiceUnavailable", "Shutdown",
    ]
}
