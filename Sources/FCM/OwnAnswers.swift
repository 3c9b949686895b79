internal import NDJSON

/// The answers of other services than FCM, to sends with an ID of one's own.
extension RecordDecoder {
    /// What became of the send of a record with an ID of one's own; nil if it is none, or nothing
    /// is said.
    func ownOutcome() -> SendOutcomeWord? {
        guard !ownIDs.isEmpty, ownID != nil, !self[.callback].isGiven, toldEvent == nil else {
            return nil
        }
        let told = toldOutcome
        // A status alone may be that of any request, or of a record that is an event by `--event`.
        let stands = words.assumedEvent != nil || isOfRequest ? nil : statedStatus
        guard told != nil || stands != nil else { return nil }
        if told == .refused || statedStatus == .refused || isOwnError { return .refused }
        return told ?? stands
    }

    /// Whether a record without an event's word says something of a sender.
    var isOfSender: Bool {
        toldOutcome != nil || statedStatus != nil || self[.response].isGiven
            || self[.request].isGiven || self[.error].isGiven
    }

    /// The outcome by words: of the record, else of what is around it.
    private var toldOutcome: SendOutcomeWord? {
        let statuses = ownAnswers.statuses.lazy.compactMap {
            self.outcome(ofStatus: self.fields[$0])
        }
        let words = [self[.event], self[.eventName], self[.eventType], self[.text], self[.message]]
        let found = Array(statuses) + words.compactMap(sendOutcome)
        return [.refused, .pending, .sent].first(where: found.contains)
            ?? sendOutcome(self[.outerOutcome])
    }

    /// The outcome by numbers and flags.
    private var statedStatus: SendOutcomeWord? {
        let numbers = ownAnswers.statuses.lazy.compactMap { OwnStatus.outcome(self.fields[$0]) }
        let flags = ownAnswers.successes.lazy.compactMap { slot -> SendOutcomeWord? in
            switch self.fields[slot].kind {
            case .true: .sent
            case .false: .refused
            default: nil
            }
        }
        let found = Array(numbers) + Array(flags)
        return found.contains(.refused) ? .refused : found.first
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
        return [Field.event, .eventName, .eventType, .text, .message, .outerOutcome].lazy
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
        let isNamed = known.isNamed
        if !isNamed, let status { error.code = "HTTP_\(status)" }
        if !isNamed, status == nil, let code = answers.first?.text { error.code = code }
        // Apple and RFC 8030, section 6.2: the device is gone.
        if !isNamed, status == 410 { error.code = "UNREGISTERED" }
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
