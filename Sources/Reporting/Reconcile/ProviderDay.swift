package import Delivery
internal import Foundation
internal import NDJSON

/// Days of providers, as text, and the hours that they have.
package struct ProviderDay {
    private let calendar: Calendar
    private let clock: HourClock
    /// By quarters of hours since 1970.
    private var days: [Int64: String] = [:]
    static let quarter: Int64 = 900_000

    /// Nil for a zone that nobody knows, or whose days do not begin with an hour of the clock by
    /// which counts are stored.
    package init?(timeZone: String, _ clock: HourClock = .utc) {
        guard let zone = TimeZone(identifier: timeZone), zone.fits(clock) else { return nil }
        self.clock = clock
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
    }

    /// The day that an hour (since 1970) is part of.
    package mutating func text(hour: Int64) -> String {
        text(quarter: floorDivide(clock.beginning(of: hour), ProviderDay.quarter))
    }

    /// The day that a quarter of an hour (since 1970, UTC) is part of.
    mutating func text(quarter: Int64) -> String {
        if let known = days[quarter] { return known }
        let date = Date(timeIntervalSince1970: Double(quarter * ProviderDay.quarter) / 1000)
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        let text = Self.text(
            Int64(parts.year ?? 0), Int64(parts.month ?? 0), Int64(parts.day ?? 0))
        days[quarter] = text
        return text
    }

    /// Its hours, since 1970; nil for a text that is no day.
    package func hours(of day: String) -> Range<Int64>? {
        let numbers = day.split(separator: "-").compactMap { Int($0) }
        guard numbers.count == 3,
            let start = calendar.date(
                from: DateComponents(year: numbers[0], month: numbers[1], day: numbers[2])),
            let end = calendar.dayStart(after: start)
        else { return nil }
        return hour(start)..<hour(end)
    }

    private func hour(_ date: Date) -> Int64 {
        clock.hour(of: Int64(date.timeIntervalSince1970 * 1000))
    }

    /// The text, if it is a day of some calendar: 2025-02-30 is none.
    static func known(_ day: String) -> String? {
        day.utf8.count == 10 && Timestamp(day + "T00:00:00Z") != nil ? day : nil
    }

    static func text(_ year: Int64, _ month: Int64, _ day: Int64) -> String {
        "\(year)-\(padded(month, 2))-\(padded(day, 2))"
    }
}
