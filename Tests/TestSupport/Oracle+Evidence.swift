import Foundation

/// A line that is no push.
struct OracleForeign: Error {
    var isUnprovenEvent = false
}

/// What a record is known by, once more: as the rules are told, on what random logs hold.
enum OracleEvidence {
    /// A message; one that a device holds has its own ID.
    static func isSend(_ line: [String: OracleJSON]) -> Bool {
        guard let message = OracleSends.message(of: line) else { return false }
        return message.first("messageId", "message_id") == nil
    }

    /// Whether an ID names a push without more: FCM's name, or a shape that holds a moment.
    static func isOwnID(_ value: OracleJSON?, now: Int64) -> Bool {
        guard let id = try? OracleShapes.messageID(value) else { return false }
        let text = value?.text ?? ""
        if text.hasPrefix("projects/"), text.contains("/messages/") { return true }
        if id.wholeMatch(of: /0:[0-9]{16}%[0-9a-fA-F]+/) != nil { return true }
        guard id.wholeMatch(of: /[0-9]{16}/) != nil, let moment = Int64(id) else { return false }
        return moment >= 1_262_304_000_000_000 && moment <= (now + 2 * 86_400_000) * 1000
    }

    /// Whether a UUID counts beside what else stands in these objects.
    static func isDeviceID(
        _ value: OracleJSON?, beside holders: [[String: OracleJSON]], now: Int64
    ) -> Bool {
        if isOwnID(value, now: now) { return true }
        guard let id = try? OracleShapes.messageID(value), OracleShapes.platform(id: id) == "web"
        else { return false }
        let isMarked = holders.contains { holder in
            holder.keys.contains { $0.hasPrefix("google.c.a.") || $0.hasPrefix("gcm.n") }
                || holder.object("fcmOptions", "fcm_options") != nil
        }
        let isSent = holders.contains { $0.text("from")?.wholeMatch(of: /[0-9]{6,}/) != nil }
        let content = ["data", "notification", "sentTime"]
        let hasContent = holders.contains { holder in content.contains { holder[$0] != nil } }
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
            || text.contains(/0:[0-9]{16}%/) || text.contains(/projects\\*\/[^\/"\\]+\\*\/messages\\*\//)
    }
}
