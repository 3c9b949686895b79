/// The forms of a time in `Timestamp`'s own words, read one after the other.
enum PlainTime {
    static func microseconds(_ text: String) -> Int64? {
        let text = Array(text.utf8)
        let isCivil = text.count >= 5 && "-/".utf8.contains(text[4]) && text[0] != 0x2d
        return isCivil ? civil(text) : number(text)
    }

    /// Seconds up to 11 digits, milliseconds up to 14, microseconds up to 17, else nanoseconds.
    private static func number(_ text: [UInt8]) -> Int64? {
        let parts = text.split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = isNegative ? parts[0].dropFirst() : parts[0]
        let wholeDigits = parts[0].count <= 20 ? String(decoding: digits, as: UTF8.self) : ""
        guard digits.count <= 19, isDigits(digits), let whole = Int64(wholeDigits),
            parts.count == 1 || isDigits(parts[1])
        else { return nil }
        let micros = parts.count == 1 ? 0 : millionths(parts[1])
        let sign: Int64 = isNegative ? -1 : 1
        switch whole {
        case ..<100_000_000_000: return sign * (whole * 1_000_000 + micros)
        case ..<100_000_000_000_000: return sign * (whole * 1000 + micros / 1000)
        case ..<100_000_000_000_000_000: return sign * whole
        default: return isNegative ? -(whole / 1000) - (whole % 1000 > 0 ? 1 : 0) : whole / 1000
        }
    }

    private static func isDigits(_ text: ArraySlice<UInt8>) -> Bool {
        !text.isEmpty && text.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// A fraction, without what stands behind its sixth digit.
    private static func millionths(_ digits: ArraySlice<UInt8>) -> Int64 {
        let six = String(decoding: digits.prefix(6), as: UTF8.self)
        return Int64(six + String(repeating: "0", count: 6 - six.count)) ?? 0
    }

    /// `YYYY-MM-DD` or `YYYY/MM/DD`, `T` or a space, `HH:MM:SS`, perhaps a fraction and a zone.
    private static func civil(_ text: [UInt8]) -> Int64? {
        let pattern = Array("0000-00-00T00:00:00".utf8)
        guard text.count >= pattern.count else { return nil }
        for (found, expected) in zip(text, pattern) {
            switch expected {
            case UInt8(ascii: "0"): guard (0x30...0x39).contains(found) else { return nil }
            case UInt8(ascii: "-"): guard found == text[4] else { return nil }
            case UInt8(ascii: "T"): guard "Tt ".utf8.contains(found) else { return nil }
            default: guard found == expected else { return nil }
            }
        }
        func digits(_ range: Range<Int>) -> Int64 {
            Int64(String(decoding: text[range], as: UTF8.self)) ?? 0
        }
        var rest = text[pattern.count...]
        var fraction: Int64 = 0
        if let point = rest.first, ".,".utf8.contains(point) {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard !digits.isEmpty else { return nil }
            fraction = millionths(digits)
            rest = rest.dropFirst(digits.count + 1)
        }
        let (year, month, day) = (digits(0..<4), digits(5..<7), digits(8..<10))
        let (hour, minute, second) = (digits(11..<13), digits(14..<16), digits(17..<19))
        guard let offset = offset(String(decoding: rest, as: UTF8.self)),
            (1...12).contains(month), day >= 1, day <= daysIn(month, year), hour < 24,
            minute < 60, second <= 60
        else { return nil }
        let days = daysSince1970(year, month, day)
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
        return seconds * 1_000_000 + fraction
    }

    /// Seconds east of UTC; no zone is UTC. A blank may be before one.
    private static func offset(_ text: String) -> Int64? {
        let zone = text.first == " " && text != " " ? text.dropFirst() : Substring(text)
        if ["", "Z", "z", "UTC", "GMT"].contains(zone) { return 0 }
        let pattern = /([+-])(\d\d)(?::?(\d\d))?/.asciiOnlyDigits()
        guard let found = zone.wholeMatch(of: pattern), let hours = Int64(found.2),
            let minutes = Int64(found.3 ?? "0"), hours < 24, minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * (found.1 == "-" ? -60 : 60)
    }

    private static func isLeap(_ year: Int64) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func daysIn(_ month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Counted year by year and month by month.
    private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        var days = day - 1
        for past in min(year, 1970)..<max(year, 1970) {
            days += (year < 1970 ? -1 : 1) * (isLeap(past) ? 366 : 365)
        }
        for past in 1..<month { days += daysIn(past, year) }
        return days
    }

    /// A message ID out of `projects/<project>/messages/<ID>`.
    static func withoutName(_ name: [UInt8]) -> [UInt8] {
        let parts = name.split(
            separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].elementsEqual("projects".utf8),
            parts[2].elementsEqual("messages".utf8)
        else { return name }
        return Array(parts[3])
    }
}
