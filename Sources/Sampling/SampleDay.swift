/// A day of the calendar, in UTC.
package struct SampleDay: Sendable, Hashable, CustomStringConvertible {
    /// Days since 1970-01-01.
    package let daysSinceEpoch: Int

    package init(daysSinceEpoch: Int) {
        self.daysSinceEpoch = daysSinceEpoch
    }

    /// Reads `YYYY-MM-DD`; any day from 2010 to 2099 that exists.
    package init(_ text: String) throws(SampleError) {
        guard let day = SampleDay(parsing: text) else {
            throw .day(found: text)
        }
        self = day
    }

    init?(parsing text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
            text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (48...57).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            (2010...2099).contains(year)
        else { return nil }
        let number = Self.number(year: year, month: month, day: day)
        guard CivilDate(daysSinceEpoch: number) == CivilDate(year: year, month: month, day: day)
        else { return nil }
        daysSinceEpoch = number
    }

    package var description: String {
        let date = CivilDate(daysSinceEpoch: daysSinceEpoch)
        return "\(date.year)-\(twoDigits(date.month))-\(twoDigits(date.day))"
    }

    /// Howard Hinnant's `days_from_civil`, for the proleptic Gregorian calendar.
    private static func number(year: Int, month: Int, day: Int) -> Int {
        let y = month <= 2 ? year - 1 : year
        let era = y / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }
}

/// Year, month and day of a day number (Howard Hinnant's `civil_from_days`, from 1970 on).
struct CivilDate: Equatable {
    var year: Int
    var month: Int
    var day: Int
}

extension CivilDate {
    init(daysSinceEpoch: Int) {
        let shifted = daysSinceEpoch + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
}

/// `7` as `07`.
func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
}

/// An hour since 1970 in the form of file names and the truth: `2025-11-17T05`.
func hourText(_ hourSinceEpoch: Int) -> String {
    let day = SampleDay(daysSinceEpoch: hourSinceEpoch / 24)
    return "\(day)T\(twoDigits(hourSinceEpoch % 24))"
}

/// Microseconds in common spans of time.
enum Micro {
    static let millisecond: Int64 = 1000
    static let second: Int64 = 1_000_000
    static let minute: Int64 = 60_000_000
    static let hour: Int64 = 3_600_000_000
}
