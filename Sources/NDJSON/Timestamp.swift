/// A moment, in microseconds since 1970-01-01 00:00:00 UTC.
///
/// Accepted forms: RFC 3339 (`2026-11-20T09:00:00.12+01:00`), BigQuery's text form (`2026-11-20
/// 09:00:00.118034 UTC`), Go's (`2026/11/20 09:00:00`), and numbers (or strings of digits) in
/// seconds, milliseconds, microseconds or nanoseconds, distinguished by magnitude. A time without a
/// zone is UTC. A leap second is the second after it.
package struct Timestamp: Hashable, Comparable, Sendable {
    package var microseconds: Int64

    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    package init(milliseconds: Int64) {
        microseconds = milliseconds * 1000
    }

    /// Milliseconds, rounded down: the unit of states and views.
    package var milliseconds: Int64 { floorDivide(microseconds, 1000) }

    package static func < (a: Timestamp, b: Timestamp) -> Bool {
        a.microseconds < b.microseconds
    }

    /// Nil if the value is no time in an accepted form.
    package init?(_ value: JSONValue) {
        let parsed: Timestamp? =
            switch value.kind {
            case .number: Timestamp(number: value.bytes)
            case .string: Timestamp(text: value.bytes)
            case .escapedString: value.string.flatMap { Timestamp($0) }
            default: nil
            }
        guard let parsed else { return nil }
        self = parsed
    }

    package init?(_ text: String) {
        var text = text
        let parsed = text.withUTF8 { Timestamp(text: $0) }
        guard let parsed else { return nil }
        self = parsed
    }

    private init?(text: UnsafeBufferPointer<UInt8>) {
        if let usual = Timestamp.usual(text) {
            self = usual
            return
        }
        guard text.count >= 5, text[4] == UInt8(ascii: "-") || text[4] == UInt8(ascii: "/"),
            text[0] != UInt8(ascii: "-")
        else {
            self.init(number: text)
            return
        }
        var reader = DigitReader(text)
        let mark: Unicode.Scalar = text[4] == UInt8(ascii: "-") ? "-" : "/"
        guard let year = reader.number(4), reader.take(mark),
            let month = reader.number(2), reader.take(mark),
            let day = reader.number(2),
            reader.take("T") || reader.take(" ") || reader.take("t"),
            let hour = reader.number(2), reader.take(":"),
            let minute = reader.number(2), reader.take(":"),
            let second = reader.number(2)
        else { return nil }
        var fraction: Int64 = 0
        if reader.take(".") || reader.take(",") {
            guard let micros = reader.fraction() else { return nil }
            fraction = micros
        }
        guard let offset = reader.zone() else { return nil }
        self.init((year, month, day), (hour, minute, second), offset: offset, fraction: fraction)
    }

    /// A date and a time of day, at an offset from UTC in seconds, with a fraction in
    /// microseconds; nil if there is no such date or time.
    @inline(__always)
    private init?(
        _ date: (year: Int64, month: Int64, day: Int64),
        _ time: (hour: Int64, minute: Int64, second: Int64), offset: Int64, fraction: Int64
    ) {
        guard (1...12).contains(date.month), date.day >= 1,
            date.day <= daysInMonth(date.year, date.month),
            time.hour < 24, time.minute < 60, time.second <= 60
        else { return nil }
        let days = daysFromCivil(date.year, date.month, date.day)
        let seconds = days * 86_400 + time.hour * 3_600 + time.minute * 60 + time.second
        self.init(microseconds: (seconds - offset) * 1_000_000 + fraction)
    }

    /// The usual forms, `2026-11-20T09:00:00.118Z` and `2026-11-20 09:00:00.118034 UTC`, in a third
    /// of the time of the general parser. Nil for every other text.
    private static func usual(_ text: UnsafeBufferPointer<UInt8>) -> Timestamp? {
        let isMillisecondsZ =
            text.count == 24 && text[10] == UInt8(ascii: "T") && text[23] == UInt8(ascii: "Z")
        let isMicrosecondsUTC =
            text.count == 30 && text[10] == UInt8(ascii: " ") && text.hasASCIISuffix(" UTC")
        guard isMillisecondsZ || isMicrosecondsUTC, text[19] == UInt8(ascii: "."),
            let date = Digits.date(text), let time = Digits.time(text),
            let fraction = Digits.decimal(text, 20..<(isMillisecondsZ ? 23 : 26))
        else { return nil }
        return Timestamp(
            date, time, offset: 0, fraction: fraction * (isMillisecondsZ ? 1000 : 1))
    }

    /// Seconds up to 11 digits, milliseconds up to 14, microseconds up to 17, else nanoseconds. A
    /// decimal fraction is a fraction of that unit.
    private init?(number: UnsafeBufferPointer<UInt8>) {
        let point = number.firstIndex(of: UInt8(ascii: ".")) ?? number.endIndex
        guard let whole = parseInteger(UnsafeBufferPointer(rebasing: number[..<point])) else {
            return nil
        }
        var fraction: Int64 = 0
        if point < number.endIndex {
            var reader = DigitReader(UnsafeBufferPointer(rebasing: number[(point + 1)...]))
            guard let micros = reader.fraction(), reader.isAtEnd else { return nil }
            fraction = whole < 0 || number[0] == UInt8(ascii: "-") ? -micros : micros
        }
        switch whole.magnitude {
        case ..<100_000_000_000: microseconds = whole * 1_000_000 + fraction
        case ..<100_000_000_000_000: microseconds = whole * 1000 + fraction / 1000
        case ..<100_000_000_000_000_000: microseconds = whole
        default: microseconds = floorDivide(whole, 1000)
        }
    }
}

/// Reads fixed-width numbers and single characters from text.
private struct DigitReader {
    private let text: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    var isAtEnd: Bool { index == text.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < text.count, text[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func digit() -> Int64? {
        guard index < text.count, text[index] &- UInt8(ascii: "0") <= 9 else { return nil }
        defer { index += 1 }
        return Int64(text[index] &- UInt8(ascii: "0"))
    }

    mutating func number(_ width: Int) -> Int64? {
        var number: Int64 = 0
        for _ in 0..<width {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// Digits after a decimal point, as microseconds; digits after the sixth are dropped.
    mutating func fraction() -> Int64? {
        var micros: Int64 = 0
        var count = 0
        while let digit = digit() {
            if count < 6 { micros = micros * 10 + digit }
            count += 1
        }
        guard count > 0 else { return nil }
        for _ in min(count, 6)..<6 { micros *= 10 }
        return micros
    }

    /// The offset from UTC in seconds, at the end of the text.
    mutating func zone() -> Int64? {
        if isAtEnd { return 0 }
        _ = take(" ")
        if take("Z") || take("z") { return isAtEnd ? 0 : nil }
        if take("U") { return take("T") && take("C") && isAtEnd ? 0 : nil }
        if take("G") { return take("M") && take("T") && isAtEnd ? 0 : nil }
        let sign: Int64
        if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
        guard let hours = number(2), hours < 24 else { return nil }
        let minutes = !take(":") && isAtEnd ? 0 : number(2) ?? 99
        guard minutes < 60, isAtEnd else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }
}
