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
        return later.map { clock.hour(of: Int64($0.timeIntervalSince1970 * 1000)) }
            ?? hour + Int64(days) * 24
    }

    /// The days between two hours, rounded up.
    func count(_ since: Int64, _ until: Int64) -> Int {
        let whole =
            calendar.dateComponents([.day], from: date(since), to: date(until)).day ?? 0
        return moved(since, by: whole) < until ? whole + 1 : whole
    }

    /// The first hours of the days that begin at another hour of UTC than the day before, from so
    /// many days before `since` until `until`. All begin at the time of day of `since`.
    func changes(_ since: Int64, daysBefore: Int, until: Int64) -> [Int64] {
        let first = moved(since, by: -daysBefore)
        let change = calendar.timeZone.nextDaylightSavingTimeTransition(after: date(first))
        guard let change, change <= date(until) else { return [] }
        let days = (-daysBefore...count(since, until)).map { moved(since, by: $0) }
        return zip(days, days.dropFirst()).compactMap { ($1 - $0) % 24 == 0 ? nil : $1 }
    }

    private func date(_ hour: Int64) -> Date {
        Date(timeIntervalSince1970: Double(clock.beginning(of: hour)) / 1000)
    }
}

extension ZoneDays {
    /// Days that begin in UTC's hours from this one on are named by the next day.
    private static let nightFrom: Int64 = 11

    /// The days before a period that tell what is usual, as far as one change of clocks can be
    /// followed in the hours up to its end.
    struct History {
        /// Its first hour.
        var since: Int64
        /// In the night of its day, days begin at its hour for the first time.
        var clockChange: Int64?
    }

    func history(_ since: Int64, days: Int, until: Int64) -> History {
        let changes = changes(since, daysBefore: days, until: until)
        var history = History(since: moved(since, by: -days))
        guard let last = changes.last else { return history }
        if let earlier = changes.dropLast().last { history.since = earlier }
        history.clockChange = ((last % 24) + 24) % 24 < ZoneDays.nightFrom ? last - 24 : last
        return history
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
