/// The time at the start of a logger's line of text.
package enum TimeInText {
    /// The first time in a text: a date (`2025-11-18`, or Go's `2025/11/18`), the time of day, and
    /// fraction and zone if present.
    package static func first(in text: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        var place = 0
        while place + core <= text.count {
            if let length = length(text, at: place), let start = text.baseAddress {
                return JSONValue(start: start + place, count: length, kind: .string)
            }
            place += 1
        }
        return nil
    }

    /// Whether a time in text has a zone.
    package static func hasZone(_ time: JSONValue) -> Bool {
        guard time.kind == .string else { return true }
        return time.bytes.dropFirst(core).contains { !isDigit($0) && $0 != 0x2e && $0 != 0x2c }
    }

    /// Whether a value is a date and a time of day without a zone.
    package static func isLocal(_ time: JSONValue) -> Bool {
        time.kind == .string && time.count >= core && !hasZone(time)
            && zip(form, time.bytes).allSatisfy(stands)
    }

    /// Bytes from the year to the seconds.
    private static let core = 19
    private static let form = Array("0000-00-00 00:00:00".utf8)

    private static func length(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> Int? {
        guard isDigit(text[place]), place == 0 || !isDigit(text[place - 1]),
            (0..<core).allSatisfy({ stands(form[$0], text[place + $0]) })
        else { return nil }
        var end = place + core
        if end < text.count, text[end] == UInt8(ascii: ".") || text[end] == UInt8(ascii: ",") {
            let digits = text[(end + 1)...].prefix(while: isDigit)
            if !digits.isEmpty { end = digits.endIndex }
        }
        return end + zone(text, at: end) - place
    }

    private static func stands(_ wanted: UInt8, _ byte: UInt8) -> Bool {
        switch wanted {
        case UInt8(ascii: "0"): isDigit(byte)
        case UInt8(ascii: "-"): byte == wanted || byte == UInt8(ascii: "/")
        case UInt8(ascii: " "): byte == wanted || byte | 0x20 == UInt8(ascii: "t")
        default: byte == wanted
        }
    }

    /// The length of the zone at a place: `Z`, ` UTC`, `+01:00`, ` +0100`; 0 without one.
    private static func zone(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
        let rest = UnsafeBufferPointer(rebasing: text[place...])
        if rest.first.map({ $0 | 0x20 }) == UInt8(ascii: "z") { return 1 }
        if rest.hasASCIIPrefix(" UTC") { return 4 }
        let blank = rest.first == UInt8(ascii: " ") ? 1 : 0
        guard rest.count > blank,
            rest[blank] == UInt8(ascii: "+") || rest[blank] == UInt8(ascii: "-")
        else { return 0 }
        let hours = rest[(blank + 1)...].prefix(while: isDigit)
        if hours.count == 4 { return blank + 5 }
        guard hours.count == 2, rest.count > blank + 3 else { return 0 }
        let minutes = rest[(blank + 4)...].prefix(while: isDigit)
        return rest[blank + 3] == UInt8(ascii: ":") && minutes.count == 2 ? blank + 6 : 0
    }

    private static func isDigit(_ byte: UInt8) -> Bool { Digits.isDecimal(byte) }
}
