/// Message IDs, platform words and the words of events.
enum OracleShapes {
    /// The platform that an ID's shape tells: Android, Apple, or a lower-case version 4 UUID.
    static func platform(id: String) -> String? {
        let bytes = Array(id.utf8)
        func isDigits(_ range: Range<Int>) -> Bool {
            bytes[range].allSatisfy { (0x30...0x39).contains($0) }
        }
        func isHex(_ range: Range<Int>) -> Bool {
            bytes[range].allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
            }
        }
        if bytes.count == 16, isDigits(0..<16) { return "ios" }
        if bytes.count == 35, id.hasPrefix("0:"), isDigits(2..<18),
            bytes[18] == UInt8(ascii: "%"), isHex(19..<35)
        {
            return "android"
        }
        let dash = UInt8(ascii: "-")
        if bytes.count == 36, bytes[8] == dash, bytes[13] == dash, bytes[18] == dash,
            bytes[23] == dash, isHex(0..<8), isHex(9..<13), isHex(14..<18), isHex(19..<23),
            isHex(24..<36), bytes[14] == UInt8(ascii: "4"), "89ab".utf8.contains(bytes[19])
        {
            return "web"
        }
        return nil
    }

    /// The time inside an Android or Apple ID, in milliseconds.
    static func milliseconds(id: String) -> Int64? { microseconds(id: id).map { $0 / 1000 } }

    static func microseconds(id: String) -> Int64? {
        switch platform(id: id) {
        case "android": Int64(id.dropFirst(2).prefix(16))
        case "ios": Int64(id)
        default: nil
        }
    }

    /// An ID as text, without `projects/…/messages/`; never percent-decoded. Nil for none.
    static func messageID(_ value: OracleJSON?) throws -> String? {
        let text: String
        switch value {
        case nil, .null: return nil
        case .string(let string): text = string
        case .integer(let digits): text = digits
        default: throw OracleRejection("bad_message_id")
        }
        if text.isEmpty { return nil }
        let id = try unnamed(text)
        guard OracleEvidence.mayBeID(id) || id == "fake_message_id" else {
            throw OracleRejection("bad_message_id")
        }
        return id
    }

    /// The project in the name of a message; nil without one.
    static func project(_ value: OracleJSON?) -> String? {
        guard case .string(let text) = value else { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0] == "projects", parts[2] == "messages", !parts[1].isEmpty
        else { return nil }
        return String(parts[1])
    }

    private static func unnamed(_ text: String) throws -> String {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0] == "projects", parts[2] == "messages" else {
            return text
        }
        let tail = parts.dropFirst(3).joined(separator: "/")
        if tail.isEmpty { throw OracleRejection("bad_message_id") }
        return tail
    }

    /// The platform that an explicit word names; other words do not count.
    static func platform(word: String?) -> String? {
        switch word?.lowercased() {
        case "android": "android"
        case "ios", "apple", "iphone", "ipad", "ipados", "apns", "macos", "tvos", "watchos": "ios"
        case "web", "webpush", "browser", "chrome", "firefox", "safari": "web"
        default: nil
        }
    }

    /// The kind of a client event by the word of an Android, web or plug-in record.
    static func kind(event: String?) throws -> OracleEventKind {
        switch event {
        case nil: throw OracleRejection("no_event")
        case "received": .receipt
        case "foreground": .foreground
        case "impression", "displayed", "shown": .impression
        case "opened", "open", "clicked": .open
        case "dismissed", "dismiss": .dismiss
        case "converted", "Push Notification Conversion", "purchased": .converted
        default: throw OracleRejection("unknown_event")
        }
    }
}

/// What a client event says.
enum OracleEventKind: String {
    case receipt, foreground, impression, open, dismiss, phantom, converted
}
