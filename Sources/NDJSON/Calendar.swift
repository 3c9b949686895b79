/// Dates of the proleptic Gregorian calendar and their text, in UTC. No date library: these run
/// once a line.

package func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
    let quotient = a / b
    return a % b < 0 ? quotient - 1 : quotient
}

func daysInMonth(_ year: Int64, _ month: Int64) -> Int64 {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    default: 31
    }
}

/// Days since 1970-01-01. Howard Hinnant's `days_from_civil`, which is in the public domain.
package func daysFromCivil(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let y = month <= 2 ? year - 1 : year
    let era = floorDivide(y, 400)
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
}

/// The date of a day since 1970-01-01; the inverse of `daysFromCivil`.
package func civilFromDays(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let z = days + 719_468
    let era = floorDivide(z, 146_097)
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
}

/// `n` with leading zeros, at least `width` digits.
package func padded(_ n: some BinaryInteger, _ width: Int, radix: Int = 10) -> String {
    let digits = String(n, radix: radix)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

extension Timestamp {
    /// Hours since 1970-01-01 00:00 UTC, rounded down.
    package var hour: Int64 { floorDivide(microseconds, 3_600_000_000) }

    /// `2026-11-20`
    package var dayText: String {
        let (year, month, day) = civilFromDays(floorDivide(microseconds, 86_400_000_000))
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// `2026-11-20T09`, the form of `send_hour`.
    package var hourText: String {
        let hourOfDay = hour - floorDivide(hour, 24) * 24
        return "\(dayText)T\(padded(hourOfDay, 2))"
    }

    /// `2026-11-20T09:00:00.118Z`, to the millisecond.
    package var text: String {
        let inHour = milliseconds - hour * 3_600_000
        let minute = padded(inHour / 60_000, 2)
        let second = padded(inHour / 1000 % 60, 2)
        return "\(hourText):\(minute):\(second).\(padded(inHour % 1000, 3))Z"
    }
}
