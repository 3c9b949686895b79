import Foundation
import NDJSON
import TestSupport
import Testing

@Suite("The calendar against Foundation's")
struct CalendarTests {
    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    @Test("random moments from 1900 to 2100 are the same", arguments: 1...4 as ClosedRange<UInt64>)
    func moments(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<200 {
            let parts = DateComponents(
                year: 1900 + random.below(201), month: 1 + random.below(12),
                day: 1 + random.below(28), hour: random.below(24), minute: random.below(60),
                second: random.below(60))
            let date = try #require(Self.calendar.date(from: parts))
            let seconds = Int64(date.timeIntervalSince1970)
            let text = Self.text(parts)
            let time = try #require(Timestamp(text + "Z"))
            #expect(time.microseconds == seconds * 1_000_000)
            #expect(time.text == text + ".000Z")
            #expect(time.dayText == String(text.prefix(10)))
            #expect(time.hourText == String(text.prefix(13)))
        }
    }

    @Test("every day from 1900 to 2100 follows the one before, and comes back")
    func days() {
        var expected: (year: Int64, month: Int64, day: Int64) = (1900, 1, 1)
        for day in daysFromCivil(1900, 1, 1)...daysFromCivil(2100, 12, 31) {
            let found = civilFromDays(day)
            guard found == expected, daysFromCivil(found.year, found.month, found.day) == day else {
                Issue.record("day \(day) is \(found), expected \(expected)")
                return
            }
            expected = Self.following(expected)
        }
        #expect(expected == (2101, 1, 1))
        #expect(daysFromCivil(1970, 1, 1) == 0)
    }

    private static func following(
        _ date: (year: Int64, month: Int64, day: Int64)
    ) -> (year: Int64, month: Int64, day: Int64) {
        let (year, month, day) = date
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        if day < lengths[Int(month) - 1] { return (year, month, day + 1) }
        return month < 12 ? (year, month + 1, 1) : (year + 1, 1, 1)
    }

    private static func text(_ parts: DateComponents) -> String {
        func two(_ number: Int?) -> String { String("0\(number ?? 0)".suffix(2)) }
        return "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day))"
            + "T\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))"
    }
}
