import Foundation

/// A line that is no push.
struct OracleForeign: Error {
    var isUnprovenEvent = false
}

/// What a record is known by, once more: as the rules are told, on what random logs hold.
enum OracleEvidence {
    /// A message, or a list of them; one that a device holds has its own ID.
    static func isSend(_ line: [String: OracleJSON]) -> Bool {
        if !OracleSends.messages(of: line).isEmpty { return true }
        if line.object("response")?.text("name")?.hasPrefix("projects/") == true { return true }
        guard let message = OracleSends.message(of: line) else { return false }
        return message.first("messageId", "message_id") == nil
    }

    /// Whether an ID names a push without more: FCM's name, or a shape that holds a moment.
    private static func isOwnID(_ value: OracleJSON?, now: Int64) -> Bool {
        guard let id = try? OracleShapes.messageID(value) else { return false }
        if id.wholeMatch(of: /0:[0-9]{16}%[0-9a-fA-F]+/) != nil { return true }
        guard id.wholeMatch(of: /[0-9]{16}/) != nil, let moment = Int64(id) else { return false }
        return moment >= 1_262_304_000_000_000 && moment <= (now + 2 * 86_400_000) * 1000
    }

    private static func isName(_ value: OracleJSON?) -> Bool {
        let text = value?.text ?? ""
        return text.hasPrefix("projects/") && text.contains("/messages/")
    }

    /// Whether an ID is a device's: FCM's own, or one that counts beside what else stands in these
    /// objects. Sixteen digits need a moment near the record's.
    static func isDeviceID(
        _ value: OracleJSON?, beside holders: [[String: OracleJSON]], _ line: [String: OracleJSON],
        now: Int64
    ) -> Bool {
        if isName(value) { return true }
        guard let id = try? OracleShapes.messageID(value) else { return false }
        let isOwn = isOwnID(value, now: now)
        let isApple = OracleShapes.platform(id: id) == "ios" && value?.text == id
        if isOwn, !isApple { return true }
        if isBesideMarks(holders + [line]) {
            return isOwn
                || id.wholeMatch(of: /[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/) != nil
        }
        let words = [
            "received", "foreground", "impression", "displayed", "shown", "opened", "open",
            "clicked", "dismissed", "dismiss", "converted", "Push Notification Conversion",
            "purchased",
        ]
        guard isOwn, words.contains(line.text("event") ?? "") else { return false }
        guard let sent = Int64(id), let time = try? OracleTime.of(line, now: now) else {
            return true
        }
        return time / 1000 - sent / 1000 > -86_400_000
            && time / 1000 - sent / 1000 < 35 * 86_400_000
    }

    private static func isBesideMarks(_ holders: [[String: OracleJSON]]) -> Bool {
        let isMarked = holders.contains { holder in
            holder.keys.contains { $0.hasPrefix("google.c.a.") || $0.hasPrefix("gcm.n") }
                || holder.object("fcmOptions", "fcm_options") != nil
        }
        if holders.contains(where: { $0.text("from")?.hasPrefix("/topics/") == true }) {
            return true
        }
        let isSent = holders.contains { $0.text("from")?.wholeMatch(of: /[0-9]{9,}/) != nil }
        let content = ["data", "notification", "sentTime"]
        let hasContent = holders.dropLast().contains { holder in
            content.contains { holder[$0] != nil }
        }
        return isMarked || isSent && hasContent
    }

    /// Ten hexadecimal digits, wherever they stand.
    static func mayBeID(_ id: String) -> Bool {
        id.unicodeScalars.filter { $0.properties.isASCIIHexDigit }.count >= 10
    }

    /// Whether something in the text of a line is FCM's.
    static func holdsTraces(_ line: [UInt8]) -> Bool {
        let text = String(decoding: line, as: UTF8.self)
        let key = /(gcm\.message_id|google\.message_id|fcmMessageId)\\?"\s*:\s*(?!null|\\?"\\?")/
        return text.contains(key)
            || text.contains(/0:[0-9]{16}%/)
            || text.contains(/projects\\*\/[^\/"\\]+\\*\/messages\\*\//)
    }
}
