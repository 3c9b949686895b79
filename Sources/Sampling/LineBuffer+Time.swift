/// The date of the last hour written, kept because neighbouring lines share it.
struct ClockText {
    fileprivate var hour = -1
    fileprivate var date = CivilDate(year: 0, month: 0, day: 0)

    fileprivate mutating func move(to newHour: Int) {
        guard newHour != hour else { return }
        hour = newHour
        date = CivilDate(daysSinceEpoch: newHour / 24)
    }
}

/// The spellings of times in logs; times are in microseconds since 1970.
extension LineBuffer {
    /// `2025-11-17T05:06:07.123Z` with 0 to 6 digits of the second's fraction.
    mutating func append(rfc3339 time: Int64, digits: Int) {
        append(dateTime: time, separator: UInt8(ascii: "T"), digits: digits)
        append(byte: UInt8(ascii: "Z"))
    }

    /// `2025-11-17T06:06:07.123+01:00`: the same instant on a clock one hour ahead.
    mutating func append(rfc3339AnHourAhead time: Int64, digits: Int) {
        append(dateTime: time + Micro.hour, separator: UInt8(ascii: "T"), digits: digits)
        append("+01:00")
    }

    /// `2025-11-17 05:06:07.123456 UTC`, as BigQuery exports write it.
    mutating func append(bigQuery time: Int64) {
        append(dateTime: time, separator: UInt8(ascii: " "), digits: 6)
        append(" UTC")
    }

    private mutating func append(dateTime time: Int64, separator: UInt8, digits: Int) {
        let (hour, rest) = Int(time).quotientAndRemainder(dividingBy: Int(Micro.hour))
        clock.move(to: hour)
        let date = clock.date
        append(number: date.year, digits: 4)
        append(byte: UInt8(ascii: "-"))
        append(number: date.month, digits: 2)
        append(byte: UInt8(ascii: "-"))
        append(number: date.day, digits: 2)
        append(byte: separator)
        append(number: hour % 24, digits: 2)
        append(byte: UInt8(ascii: ":"))
        append(number: rest / Int(Micro.minute), digits: 2)
        append(byte: UInt8(ascii: ":"))
        let micros = rest % Int(Micro.minute)
        append(number: micros / 1_000_000, digits: 2)
        guard digits > 0 else { return }
        append(byte: UInt8(ascii: "."))
        let scale = [1_000_000, 100_000, 10_000, 1000, 100, 10, 1][digits]
        append(number: micros % 1_000_000 / scale, digits: digits)
    }

    /// `20261117`, as Google Analytics names days.
    mutating func append(compactDay time: Int64) {
        let date = CivilDate(daysSinceEpoch: Int(time / (24 * Micro.hour)))
        append(number: date.year, digits: 4)
        append(number: date.month, digits: 2)
        append(number: date.day, digits: 2)
    }
}
