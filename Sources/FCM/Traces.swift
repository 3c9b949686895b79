internal import NDJSON

/// Text that only a push or FCM's answer leaves in a line of any form. A line with it that is not
/// read is rejected, not skipped.
struct Traces: Sendable {
    /// Those of FCM.
    static let usual = Traces(alsoAt: [])

    /// The kinds of text to search for.
    private enum Mark {
        /// A type or code that only FCM has.
        case word
        /// A key that only FCM has, if it has a value.
        case key
        /// The start of a message name.
        case name
        /// FCM's if the line also speaks of error codes, tokens or pushes.
        case unregistered
        /// A record may have this without any of the others.
        case hint
    }

    private static let marks: [(Mark, [String])] = [
        (
            .word,
            [
                "google.firebase.fcm", "registration-token-not-registered",
                "invalid-registration-token", "message-rate-exceeded", "mismatched-credential",
                "third-party-auth-error", "messaging/internal-error", "messaging/invalid-argument",
                "messaging/unknown-error", "messaging/authentication-error",
                "messaging/server-unavailable", "FirebaseMessagingError",
                "FirebaseMessagingException", "SENDER_ID_MISMATCH", "THIRD_PARTY_AUTH_ERROR",
                "firebase_admin._messaging", "SenderIdMismatchError", "ThirdPartyAuthError",
                "Auth error from APNS or Web Push Service",
                "not a valid FCM registration token", #"Firebase\\Exception\\Messaging"#,
            ]
        ),
        (
            .key,
            [
                "messagingErrorCode", "gcm.message_id", "google.message_id", "fcmMessageId",
                "multicast_id",
            ]
        ),
        (.name, ["projects"]),
        (.unregistered, ["UNREGISTERED"]),
        (
            .hint,
            [
                "messageId", "message_id", "MessageID", "messageID", ":APA91b", "notification",
                "analytics", "event_timestamp",
            ]
        ),
    ]

    private let search: WordSearch
    /// The kind and the length of each word searched for.
    private let found: [(mark: Mark, length: Int)]

    /// `names` are of members with IDs of one's own: records may be where they are.
    init(alsoAt names: [String]) {
        let known = Set(Traces.marks.flatMap(\.1))
        // The search needs three bytes.
        let hints = Set(names.map { $0.utf8.count < 3 ? "\"\($0)" : $0 })
            .filter { $0.utf8.count > 2 && !known.contains($0) }.sorted()
        let marks = Traces.marks + [(Mark.hint, hints)]
        search = WordSearch(marks.flatMap(\.1))
        found = marks.flatMap { mark, words in
            words.map { (mark: mark, length: $0.utf8.count) }
        }
    }

    /// A line with `UNREGISTERED` and one of these is about a send.
    private static let ofSends = [
        "rrorCode", "rror code", "rror_code", "FCM", "fcm", "irebase", "push", "Push",
        "otification", ":APA91b",
    ].map { Array($0.utf8) }
    private static let percent = [UInt8(ascii: "%")]

    /// Whether one of the signs of a line is an ID as Node and Python print it, `messageId: '…'`,
    /// which may be one of FCM's.
    static func hasPrintedID(_ line: UnsafeBufferPointer<UInt8>, _ signs: [Int]) -> Bool {
        signs.contains { place in
            let end = min(longestPrintedKey, line.count - place)
            return end > shortestPrintedKey
                && (shortestPrintedKey..<end).contains {
                    line[place + $0] == UInt8(ascii: "'")
                        && line[place + $0 - 2] == UInt8(ascii: ":")
                }
        }
    }

    /// The places of the quote behind `messageId: ` and `message_id': `.
    private static let shortestPrintedKey = 11
    private static let longestPrintedKey = 14

    /// Whether a line has traces of FCM, and the places where a record may be.
    /// `FieldReader.padding` bytes after the line are readable.
    ///
    /// - Parameter endsAtTrace: stops at the first trace, with only the places up to it.
    func find(
        in line: UnsafeBufferPointer<UInt8>, signs: inout [Int], endsAtTrace: Bool = false
    ) -> Bool {
        signs.removeAll(keepingCapacity: true)
        var hasTrace = false
        forEachSign(in: line) { place, isTrace in
            hasTrace = hasTrace || isTrace
            signs.append(place)
            return !(endsAtTrace && isTrace)
        }
        return hasTrace
    }

    /// Calls `body` for each place where a record may be, and whether it is a trace, until it
    /// returns false.
    private func forEachSign(
        in line: UnsafeBufferPointer<UInt8>, _ body: (_ place: Int, _ isTrace: Bool) -> Bool
    ) {
        var goesOn = true
        search.forEach(in: line) { word, place in
            let (mark, length) = found[word]
            let behind = UnsafeBufferPointer(rebasing: line[(place + length)...])
            let isTrace = Traces.isTrace(mark, at: place, behind, in: line)
            if isTrace || mark == .hint { goesOn = body(place, isTrace) }
            return goesOn
        }
        if goesOn { Traces.forEachID(line) { body($0, true) } }
    }

    private static func isTrace(
        _ mark: Mark, at place: Int, _ behind: UnsafeBufferPointer<UInt8>,
        in line: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        switch mark {
        case .word: true
        case .key: isValue(behind)
        case .name: !isInPath(line, place) && isName(behind)
        case .unregistered: ofSends.contains { line.contains(part: $0) }
        case .hint: false
        }
    }

    /// Whether the text after a key is a value. Serializers write null and empty text for absent
    /// values.
    private static func isValue(_ behind: UnsafeBufferPointer<UInt8>) -> Bool {
        let value = behind.drop { $0 == 0x3a || $0 == 0x20 || $0 == 0x5c || $0 == 0x22 }
        let gap = behind[..<value.startIndex]
        let isEmpty = gap.contains(UInt8(ascii: ":")) && gap.count { $0 == 0x22 } > 2
        return !isEmpty && !value.starts(with: "null".utf8)
    }

    /// Android IDs: `0:`, sixteen digits, `%` and hexadecimal digits.
    private static func forEachID(
        _ line: UnsafeBufferPointer<UInt8>, _ body: (_ place: Int) -> Bool
    ) {
        var rest = line
        while let behind = rest.rest(behind: percent) {
            rest = behind
            let place = line.count - behind.count - 1
            guard place >= 18, !behind.isEmpty, line[place - 17] == UInt8(ascii: ":"),
                line[place - 18] == UInt8(ascii: "0"),
                line[(place - 16)..<place].allSatisfy(Digits.isDecimal)
            else { continue }
            guard body(place) else { return }
        }
    }

    /// Whether the text is `/<project>/messages/`, with or without escaped slashes.
    private static func isName(_ behind: UnsafeBufferPointer<UInt8>) -> Bool {
        var name = behind
        guard skipSlash(&name) else { return false }
        let project = name.prefix(while: Digits.isOfName)
        name = UnsafeBufferPointer(rebasing: name.dropFirst(project.count))
        guard !project.isEmpty, skipSlash(&name), name.hasASCIIPrefix("messages") else {
            return false
        }
        name = UnsafeBufferPointer(rebasing: name.dropFirst(8))
        return skipSlash(&name)
    }

    /// Whether a place is inside a longer path, as in addresses of other services.
    private static func isInPath(_ line: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        place > 0 && line[place - 1] == UInt8(ascii: "/")
    }

    private static func skipSlash(_ text: inout UnsafeBufferPointer<UInt8>) -> Bool {
        let end = text.firstIndex { $0 != UInt8(ascii: "\\") } ?? text.count
        guard end < text.count, text[end] == UInt8(ascii: "/") else { return false }
        text = UnsafeBufferPointer(rebasing: text[(end + 1)...])
        return true
    }
}
