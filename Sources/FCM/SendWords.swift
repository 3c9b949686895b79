internal import NDJSON

/// What a sender's log says of a push, where FCM itself says nothing.
///
/// Of several in one record, the greatest counts.
enum SendOutcomeWord: Comparable {
    case sent
    /// It is about to be sent, or tried again.
    case pending
    case refused
}

/// The words of senders for what became of a push: `push_sent`, `Notification sent successfully`,
/// `Failed to send notification (410)`, `succeeded-push`.
///
/// A text counts only if it consists of words like these, up to a preposition, a digit or a mark:
/// any other word may change what it says.
enum SendWords {
    private static let outcomes = WordTable<SendOutcomeWord>([
        (
            .sent,
            [
                "sent", "accepted", "succeeded", "success", "successful", "successfully", "ok",
                "okay", "delivered", "pushed",
            ]
        ),
        (
            .refused,
            [
                "failed", "failure", "fail", "fails", "refused", "rejected", "error", "errored",
                "bounced", "bounce", "undelivered", "undeliverable", "unsuccessful",
            ]
        ),
        (
            .pending,
            [
                "sending", "queue", "queued", "enqueued", "enqueueing", "scheduled", "scheduling",
                "retry", "retrying", "retried",
            ]
        ),
    ])

    private enum Part {
        /// What was sent.
        case push
        case send
        /// Says nothing.
        case filler
        /// What follows is no part of the statement.
        case preposition
    }

    private static let parts = WordTable<Part>([
        (
            .push,
            [
                "push", "pushes", "notification", "notifications", "notif", "message", "messages",
                "msg", "webpush", "apns", "fcm", "gcm", "hms",
            ]
        ),
        (.send, ["send", "deliver", "notify"]),
        (
            .filler,
            [
                "a", "an", "the", "web", "mobile", "was", "is", "has", "been", "have", "status",
                "delivery", "request", "response", "remote",
            ]
        ),
        (.preposition, ["to", "for", "with", "by", "from", "on", "via", "at", "in", "of"]),
    ])

    /// The longest text that is read.
    private static let longest = 96

    /// The meaning of a text; nil if it has none.
    static func outcome(of text: JSONValue) -> SendOutcomeWord? {
        guard text.isString else { return nil }
        return text.withCharacters(outcome)
    }

    static func outcome(of text: String?) -> SendOutcomeWord? {
        guard var text else { return nil }
        return text.withUTF8(outcome)
    }

    private static func outcome(_ text: UnsafeBufferPointer<UInt8>) -> SendOutcomeWord? {
        outcome(ofWords: words(of: text.prefix(longest)))
    }

    /// The words of a text up to a digit or a mark, without members of a template in braces.
    private static func words(of text: Slice<UnsafeBufferPointer<UInt8>>) -> [String] {
        var words: [String] = []
        var rest = text
        while let first = rest.first {
            if isBetween(first) {
                rest = rest.dropFirst()
            } else if first == UInt8(ascii: "{") {
                rest = rest.drop { $0 != UInt8(ascii: "}") }.dropFirst()
            } else {
                let word = rest.prefix(while: isLetter)
                guard !word.isEmpty else { break }
                words.append(String(decoding: word, as: UTF8.self).lowercased())
                rest = rest.dropFirst(word.count)
            }
        }
        return words
    }

    private static func outcome(ofWords words: [String]) -> SendOutcomeWord? {
        // As the word of an event.
        if words == ["send"] || words == ["push", "send"] { return .sent }
        var found: SendOutcomeWord?
        var namesPush = words.count == 1
        for (place, word) in words.enumerated() {
            if let outcome = outcomes.value(of: word) {
                found = max(found ?? outcome, outcome)
                continue
            }
            switch parts.value(of: word) {
            case .push: namesPush = true
            case .send: namesPush = namesPush || place > 0 && words[place - 1] == "to"
            case .filler: continue
            case .preposition:
                // `Failed to send` goes on.
                let next = place + 1 < words.count ? parts.value(of: words[place + 1]) : nil
                if next == .send || found == nil { continue }
                return namesPush ? found : nil
            case nil: return nil
            }
        }
        return namesPush ? found : nil
    }

    private static func isBetween(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x2d, 0x2e, 0x5f: true
        default: false
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5a, 0x61...0x7a: true
        default: false
        }
    }
}
