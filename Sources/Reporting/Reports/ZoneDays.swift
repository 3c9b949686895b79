internal import Delivery
package import Foundation

/// Days of a zone, in hours of counts: where clocks are changed, a day has 23 or 25 hours.
struct ZoneDays {
    private let clock: HourClock
    private let calendar: Calendar

    init(_ zone: TimeZone, _ clock: HourClock) {
        self.clock = clock
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
    }

    /// The hour with the same time of day, so many days later. If `hour` starts a day, the result
    /// does, too: where clocks change at midnight, that is one o'clock or the first of two
    /// midnights.
    func moved(_ hour: Int64, by days: Int) -> Int64 {
        let from = date(hour)
        let later =
            calendar.startOfDay(for: from) == from
            ? calendar.dayStart(after: from, .day, days)
            : calendar.date(byAdding: .day, value: days, to: from)
        return later.map(hour(of:)) ?? hour + Int64(days) * 24
    }

    /// The days between two hours, rounded up.
    func count(_ since: Int64, _ until: Int64) -> Int {
        let whole =
            calendar.dateComponents([.day], from: date(since), to: date(until)).day ?? 0
        return moved(since, by: whole) < until ? whole + 1 : whole
    }

    /// The first hour of the day in which an hour lies.
    func start(of hour: Int64) -> Int64 {
        self.hour(of: calendar.startOfDay(for: date(hour)))
    }

    private func hour(of date: Date) -> Int64 {
        clock.hour(of: Int64(date.timeIntervalSince1970 * 1000))
    }

    private func date(_ hour: Int64) -> Date {
        Date(timeIntervalSince1970: Double(clock.beginning(of: hour)) / 1000)
    }
}

extension Calendar {
    /// The start of the day that is so many units after one that starts at `start`. Where clocks
    /// change at midnight, that is one o'clock or the first of two midnights.
    package func dayStart(
        after start: Date, _ unit: Component = .day, _ count: Int = 1
    ) -> Date? {
        date(byAdding: unit, value: count, to: start).map { startOfDay(for: $0) }
    }
}
