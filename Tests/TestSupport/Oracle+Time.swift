/// Times, in microseconds since 1970.
enum OracleTime {
    static let keys = ["time", "ts", "timestamp", "@timestamp", "sent_at", "sentAt"]
    private static let earliest: Int64 = 1_262_304_000_000_000
    private static let twoDays: Int64 = 2 * 86_400 * 1_000_000

    /// The time of a record, or why there is none.
    static func of(
        _ record: [String: OracleJSON], keys: [String] = OracleTime.keys, now: Int64
    ) throws -> Int64 {
        guard let value = record.first(of: keys) else { throw OracleRejection("no_time") }
        guard let time = microseconds(value) else { throw OracleRejection("bad_time") }
        guard time >= earliest else { throw OracleRejection("time_out_of_range") }
        guard time <= now * 1000 + twoDays else { throw OracleRejection("time_in_future") }
        return time
    }

    /// The content of a record without a message ID: its time, however spelled, and the rest.
    static func content(of record: [String: OracleJSON], time: Int64) -> String {
        let rest = record.filter { !keys.contains($0.key) && $0.key != "event_timestamp" }
        return "\(time) \(OracleJSON.object(rest).canonical)"
    }

    private static func microseconds(_ value: OracleJSON) -> Int64? {
        switch value {
        case .integer(let digits): Double(digits).flatMap { epoch($0, exact: Int64(digits)) }
        case .number(let number): epoch(number, exact: nil)
        case .string(let text): microseconds(text: text)
        default: nil
        }
    }

    private static func microseconds(text: String) -> Int64? {
        let numeric = text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
        }
        if numeric, let number = Double(text) { return epoch(number, exact: Int64(text)) }
        return civil(Array(text.utf8))
    }

    /// Seconds, milliseconds or microseconds, told apart by magnitude.
    private static func epoch(_ number: Double, exact: Int64?) -> Int64? {
        let factor: Int64
        switch abs(number) {
        case ..<1e11: factor = 1_000_000
        case ..<1e14: factor = 1000
        case ..<1e17: factor = 1
        default: return .max
        }
        if let exact { return exact * factor }
        return Int64((number * Double(factor)).rounded())
    }

    /// `YYYY-MM-DD`, `T` or a space, `HH:MM:SS`, a fraction perhaps, then `Z`, an offset or ` UTC`.
    private static func civil(_ text: [UInt8]) -> Int64? {
        func digits(_ range: Range<Int>) -> Int64? {
            guard range.upperBound <= text.count else { return nil }
            var value: Int64 = 0
            for byte in text[range] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int64(byte - 0x30)
            }
            return value
        }
        func has(_ character: Character, at index: Int) -> Bool {
            index < text.count && text[index] == character.asciiValue
        }
        guard let year = digits(0..<4), has("-", at: 4), let month = digits(5..<7),
            has("-", at: 7), let day = digits(8..<10),
            has("T", at: 10) || has("t", at: 10) || has(" ", at: 10),
            let hour = digits(11..<13), has(":", at: 13), let minute = digits(14..<16),
            has(":", at: 16), let second = digits(17..<19)
        else { return nil }
        guard (1...12).contains(month), day >= 1, day <= daysIn(month, year),
            hour < 24, minute < 60, second < 60
        else { return nil }

        var index = 19
        var fraction: Int64 = 0
        if has(".", at: index) {
            var scale: Int64 = 100_000
            let start = index + 1
            index = start
            while let digit = digits(index..<index + 1) {
                fraction += digit * scale
                scale /= 10
                index += 1
            }
            if index == start { return nil }
        }
        var offset: Int64 = 0
        let zone = String(decoding: text[index...], as: UTF8.self)
        if zone.hasPrefix("+") || zone.hasPrefix("-") {
            guard text.count == index + 6, has(":", at: index + 3),
                let hours = digits(index + 1..<index + 3), hours < 24,
                let minutes = digits(index + 4..<index + 6), minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (zone.hasPrefix("-") ? -60 : 60)
        } else if !["Z", "z", " UTC"].contains(zone) {
            return nil
        }
        let days = daysSince1970(year, month, day)
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
        return seconds * 1_000_000 + fraction
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

    /// Counted year by year and month by month: slow, and hard to get wrong.
    private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        var days = day - 1
        if year >= 1970 {
            for past in 1970..<year { days += isLeap(past) ? 366 : 365 }
        } else {
            for future in year..<1970 { days -= isLeap(future) ? 366 : 365 }
        }
        for past in 1..<month { days += daysIn(past, year) }
        return days
    }

    /// `YYYY-MM-DDTHH`, UTC, of a time in milliseconds.
    static func hour(milliseconds: Int64) -> String {
        var days = milliseconds / 86_400_000
        let hour = milliseconds / 3_600_000 % 24
        var year: Int64 = 1970
        while days >= (isLeap(year) ? 366 : 365) {
            days -= isLeap(year) ? 366 : 365
            year += 1
        }
        var month: Int64 = 1
        while days >= daysIn(month, year) {
            days -= daysIn(month, year)
            month += 1
        }
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(year)-\(two(month))-\(two(days + 1))T\(two(hour))"
    }
}
