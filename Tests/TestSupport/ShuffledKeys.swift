/// Rewrites a line of JSON so that it says the same: its keys in another order, and null or empty
/// text under other spellings of the keys that are there. Values keep their bytes.
package struct ShuffledKeys {
    /// Keys that name one thing.
    private static let spellings: [[String]] = [
        ["time", "ts", "timestamp", "@timestamp", "sent_at", "sentAt"],
        ["message_id", "messageId"], ["app_state", "appState"],
        ["action", "actionIdentifier", "action_identifier"], ["response", "result"],
        ["user_info", "userInfo"], ["bundle", "extras"], ["remote_message", "remoteMessage"],
        ["image", "imageUrl", "image_url"], ["fcm_options", "fcmOptions"],
        ["analytics_label", "analyticsLabel"], ["collapse_key", "collapseKey"],
        ["click_action", "clickAction"], ["android", "android_v2", "androidV2"],
        ["mutable-content", "mutableContent", "mutable_content"],
        ["content-available", "contentAvailable", "content_available"],
        ["remote_notification", "remoteNotification"], ["validate_only", "validateOnly"],
        ["name", "messageID"], ["responses", "Responses"], ["token", "fid"],
        ["topic", "condition"],
        ["response", "error"], ["request", "error"], ["event", "callback"],
        ["gcm.n.e", "gcm.notification.e"], ["gcm.n.noui", "gcm.notification.noui"],
        ["google.message_id", "gcm.message_id", "fcmMessageId"], ["notification", "data"],
    ]

    private let text: [UInt8]
    private var place = 0
    private var random: SeededRandom

    private init(_ text: [UInt8], _ random: SeededRandom) {
        self.text = text
        self.random = random
    }

    /// The line itself where it is no JSON object, or names a key twice: then order means
    /// something.
    package static func line(_ line: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var reader = ShuffledKeys(line, random)
        reader.skipSpace()
        guard reader.next == UInt8(ascii: "{"), let made = reader.value() else { return line }
        reader.skipSpace()
        random = reader.random
        return reader.place == line.count ? made : line
    }

    private var next: UInt8? { place < text.count ? text[place] : nil }

    private mutating func skipSpace() {
        while let next, [0x20, 0x09, 0x0a, 0x0d].contains(next) { place += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func value() -> [UInt8]? {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return object()
        case UInt8(ascii: "["): return array()
        case UInt8(ascii: "\""): return string()
        case nil: return nil
        default:
            let start = place
            while let next, !",]} \t\r\n".utf8.contains(next) { place += 1 }
            return place > start ? Array(text[start..<place]) : nil
        }
    }

    private mutating func string() -> [UInt8]? {
        guard next == UInt8(ascii: "\"") else { return nil }
        let start = place
        place += 1
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { return nil }
            place += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        place += 1
        return place <= text.count ? Array(text[start..<place]) : nil
    }

    private mutating func array() -> [UInt8]? {
        place += 1
        var elements: [[UInt8]] = []
        if take(UInt8(ascii: "]")) { return Array("[]".utf8) }
        while true {
            guard let element = value() else { return nil }
            elements.append(element)
            if take(UInt8(ascii: "]")) { break }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
        return Array("[".utf8) + elements.joined(separator: [UInt8(ascii: ",")])
            + Array("]".utf8)
    }

    private mutating func object() -> [UInt8]? {
        place += 1
        var members: [(key: [UInt8], value: [UInt8])] = []
        if take(UInt8(ascii: "}")) { return Array("{}".utf8) }
        while true {
            skipSpace()
            guard let key = string(), !members.contains(where: { $0.key == key }),
                take(UInt8(ascii: ":")), let value = value()
            else { return nil }
            members.append((key, value))
            if take(UInt8(ascii: "}")) { break }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
        plant(in: &members)
        members.shuffle(using: &random)
        let written = members.map { $0.key + Array(":".utf8) + $0.value }
        return Array("{".utf8) + written.joined(separator: [UInt8(ascii: ",")])
            + Array("}".utf8)
    }

    private mutating func plant(in members: inout [(key: [UInt8], value: [UInt8])]) {
        for keys in Self.spellings {
            let quoted = keys.map { Array("\"\($0)\"".utf8) }
            guard quoted.contains(where: { key in members.contains { $0.key == key } }) else {
                continue
            }
            for key in quoted where !members.contains(where: { $0.key == key }) {
                members.append((key, Array(random.pick(["null", "\"\""]).utf8)))
            }
        }
    }
}
