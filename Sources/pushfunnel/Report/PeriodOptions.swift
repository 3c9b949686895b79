import ArgumentParser
import Delivery
import Foundation
import NDJSON
import Reporting

/// The send hours of a report, as days and hours of a time zone.
struct PeriodOptions: ParsableArguments {
    // A value may begin with a dash: -3d.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "One day: 2025-11-18, today, yesterday, or -3d (three days ago).",
            valueName: "day"))
    var day: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The week of a day, from Monday to Sunday: 2025-11-18, today, or -7d.",
            valueName: "day"))
    var week: String?

    @Option(help: ArgumentHelp("One month, such as 2025-11.", valueName: "month"))
    var month: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The first day or hour: 2025-11-18, 2025-11-18T06, yesterday, -3d.",
            valueName: "time"))
    var since: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The day or hour after the last one.", valueName: "time"))
    var until: String?

    @OptionGroup var zoneOptions: ZoneOptions

    func validate() throws {
        let spans = given.filter { ["--day", "--week", "--month"].contains($0.option) }
        if let span = spans.first, let other = given.first(where: { $0.option != span.option }) {
            throw ValidationError(span.option, excludes: other.option)
        }
    }

    /// The options that are given.
    var given: [(option: String, text: String)] {
        [
            ("--day", day), ("--week", week), ("--month", month), ("--since", since),
            ("--until", until),
        ].compactMap { option, text in text.map { (option, $0) } }
    }

    /// In hours of a clock. Throws if those of the zone are others.
    func period(_ clock: HourClock, now: Date = Date()) throws -> Period {
        try zoneOptions.expectFit(clock)
        let calendar = try zoneOptions.calendar(clock)
        if let day {
            return try span(try start(of: day, "--day", calendar, now), .day, 1, calendar, clock)
        }
        if let week {
            let day = try start(of: week, "--week", calendar, now)
            return try span(PeriodOptions.monday(of: day, calendar), .day, 7, calendar, clock)
        }
        if let month {
            guard month.utf8.count == 7, let start = absolute(month + "-01", calendar) else {
                throw ValidationError("--month", expected: "a month such as 2025-11", found: month)
            }
            return try span(start, .month, 1, calendar, clock)
        }
        let period = Period(
            since: try since.map { try hour(date($0, "--since", calendar, now), clock) },
            until: try until.map { try hour(date($0, "--until", calendar, now), clock) })
        if let from = period.since, let to = period.until, from >= to {
            throw ValidationError(
                "--until", expected: "a time later than --since", found: until)
        }
        return period
    }

    private func start(
        of day: String, _ option: String, _ calendar: Calendar, _ now: Date
    ) throws -> Date {
        let start = try date(day, option, calendar, now)
        guard calendar.startOfDay(for: start) == start else {
            throw ValidationError(option, expected: "a day", found: day)
        }
        return start
    }

    private func span(
        _ start: Date, _ unit: Calendar.Component, _ count: Int, _ calendar: Calendar,
        _ clock: HourClock
    ) throws -> Period {
        let end = calendar.dayStart(after: start, unit, count) ?? start
        return Period(since: try hour(start, clock), until: try hour(end, clock))
    }

    /// All whole days of the zone that overlap a period.
    func days(
        of period: Period, _ clock: HourClock
    ) throws -> [(day: String, period: Period)] {
        guard let since = period.since, let until = period.until else { return [] }
        let calendar = try zoneOptions.calendar(clock)
        var days: [(day: String, period: Period)] = []
        var start = calendar.startOfDay(for: clock.date(since))
        while let end = calendar.dayStart(after: start), start < clock.date(until) {
            let day = PeriodOptions.day(start, calendar)
            days.append((day, Period(since: try hour(start, clock), until: try hour(end, clock))))
            start = end
        }
        return days
    }

    /// The whole weeks, from Monday to Sunday, that days lie in.
    func weeks(
        of days: [Period], _ clock: HourClock
    ) throws -> [(monday: String, period: Period)] {
        let calendar = try zoneOptions.calendar(clock)
        let mondays = days.compactMap(\.since).map { hour in
            PeriodOptions.monday(of: clock.date(hour), calendar)
        }
        return try Set(mondays).sorted().map { start in
            let monday = PeriodOptions.day(start, calendar)
            return (monday, try span(start, .day, 7, calendar, clock))
        }
    }

    private static func monday(of day: Date, _ calendar: Calendar) -> Date {
        // 1 is Sunday.
        let sinceMonday = (calendar.component(.weekday, from: day) + 5) % 7
        return calendar.dayStart(after: calendar.startOfDay(for: day), .day, -sinceMonday) ?? day
    }

    /// The day of a moment in ms since 1970, `YYYY-MM-DD`; empty for none.
    func day(of moment: Int64?, _ clock: HourClock) throws -> String {
        let calendar = try zoneOptions.calendar(clock)
        return moment.map {
            PeriodOptions.day(Date(timeIntervalSince1970: Double($0) / 1000), calendar)
        } ?? ""
    }

    static func day(_ date: Date, _ calendar: Calendar) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return String(
            format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    }

    /// A day or hour, which may be relative, as an hour of a clock.
    func hourText(_ text: String, _ option: String, _ clock: HourClock) throws -> String {
        let date = try date(text, option, zoneOptions.calendar(clock), Date())
        return Period.text(try hour(date, clock))
    }

    /// Counts are stored by the hours of a clock, so a period must begin and end on one.
    private func hour(_ date: Date, _ clock: HourClock) throws -> Int64 {
        let moment = Int64(date.timeIntervalSince1970.rounded()) * 1000
        let hour = clock.hour(of: moment)
        guard clock.beginning(of: hour) == moment else { throw zoneOptions.refusal(clock) }
        return hour
    }

    private func date(
        _ text: String, _ option: String, _ calendar: Calendar, _ now: Date
    ) throws -> Date {
        if let days = RelativeDay.daysAgo(text),
            let date = calendar.dayStart(after: calendar.startOfDay(for: now), .day, -days)
        {
            return date
        }
        guard let date = absolute(text, calendar) else {
            throw ValidationError(
                option,
                expected: "a day or hour such as 2025-11-18, 2025-11-18T06, yesterday or -3d",
                found: text)
        }
        return date
    }

    /// A day or an hour in the zone, or a full RFC 3339 time.
    private func absolute(_ text: String, _ calendar: Calendar) -> Date? {
        if text.count > 16 {
            return Timestamp(text).map {
                Date(timeIntervalSince1970: Double($0.milliseconds) / 1000)
            }
        }
        let parts = text.split(whereSeparator: { "-T:".contains($0) }).map { Int($0) }
        guard (3...5).contains(parts.count), !parts.contains(nil), text.first != "-" else {
            return nil
        }
        let numbers = parts.compactMap { $0 } + [0, 0]
        let components = DateComponents(
            year: numbers[0], month: numbers[1], day: numbers[2],
            hour: parts.count > 3 ? numbers[3] : 0, minute: parts.count > 4 ? numbers[4] : 0)
        guard let date = calendar.date(from: components) else { return nil }
        // Calendars move 2026-02-31 into March; reject such days.
        let back = calendar.dateComponents([.year, .month, .day], from: date)
        return back.year == numbers[0] && back.month == numbers[1] && back.day == numbers[2]
            ? date : nil
    }
}

extension HourClock {
    /// The first moment of an hour.
    fileprivate func date(_ hour: Int64) -> Date {
        Date(timeIntervalSince1970: Double(beginning(of: hour)) / 1000)
    }
}
