package import Delivery
internal import Foundation
internal import NDJSON

/// A period of hours, as people of a time zone name it.
package struct PeriodWords: Equatable, Sendable {
    package var period: Period
    package var zoneName: String
    /// When the window of its last send ends, in hours since 1970; nil when all of them are over.
    package var openUntil: Int64?

    /// Whose hours the period is of.
    private let clock: HourClock

    package init(
        _ period: Period, zone: String, clock: HourClock = .utc, openUntil: Int64? = nil
    ) {
        self.period = period
        self.clock = clock
        zoneName = zone
        self.openUntil = openUntil
    }

    /// `window` is that of opens, in hours; `asOf` the newest moment that is known, ms.
    init(_ period: Period, zone: String, clock: HourClock, window: Int64, asOf: Int64?) {
        let end = period.until.map { $0 + window }
        let isOver = end.map { clock.beginning(of: $0) <= asOf ?? .min } ?? true
        self.init(period, zone: zone, clock: clock, openUntil: isOver ? nil : end)
    }

    /// When an hour begins: `2025-11-19T18`, of a clock of half hours `2025-11-19T18:30`.
    func inUTC(_ hour: String) -> String {
        guard let number = Period.hour(hour) else { return hour }
        let text = Timestamp(milliseconds: clock.beginning(of: number)).text
        return String(text.prefix(text.dropFirst(14).hasPrefix("00") ? 13 : 16))
    }

    private var zone: TimeZone { TimeZone(identifier: zoneName) ?? .gmt }

    private struct Moment: Equatable {
        /// Days since 1970-01-01, of the zone.
        var number: Int64
        var hour: Int64
        var day: Int64
        var month: Int
        var year: Int64

        init(local: Int64) {
            number = floorDivide(local, 24)
            hour = local - number * 24
            let date = civilFromDays(number)
            (year, month, day) = (date.0, Int(date.1), date.2)
        }

        var monthName: String { MonthName.of(month) }
        var short: String { "\(day) \(MonthName.short(month))" }
        var full: String { "\(day) \(monthName) \(year)" }
        var clock: String { (hour < 10 ? "0" : "") + "\(hour):00" }
    }

    private func moment(_ hour: Int64) -> Moment { Moment(local: zone.localHour(hour, clock)) }

    private func moment(at milliseconds: Int64) -> Moment {
        Moment(local: zone.localHour(at: milliseconds))
    }

    /// Whether it is one whole day of the zone.
    var isDay: Bool {
        guard let (first, last, end) = ends else { return false }
        return first.hour == 0 && end.hour == 0 && first.number == last.number
    }

    /// Whether it is seven whole days of the zone.
    var isWeek: Bool {
        guard let (first, last, end) = ends else { return false }
        return first.hour == 0 && end.hour == 0 && last.number - first.number == 6
    }

    private var ends: (first: Moment, last: Moment, end: Moment)? {
        guard let since = period.since, let until = period.until else { return nil }
        return (moment(since), moment(until - 1), moment(until))
    }

    /// `Monday`; nil of several days.
    var weekday: String? {
        guard isDay, let first = ends?.first else { return nil }
        return WeekdayName.of(day: first.number)
    }

    /// `Monday, 15 December 2025 · Europe/Berlin`, `1 to 15 December 2025 · UTC`
    package var title: String { ends == nil ? date : "\(date) · \(SafeText.visible(zoneName))" }

    /// `Monday, 15 December 2025`
    var date: String {
        guard let (first, last, end) = ends else { return "no day yet" }
        if let weekday { return "\(weekday), \(first.full)" }
        if first.hour == 0, end.hour == 0 {
            let isOneMonth = (first.year, first.month) == (last.year, last.month)
            let start =
                isOneMonth
                ? "\(first.day)"
                : "\(first.day) \(first.monthName)"
                    + (first.year == last.year ? "" : " \(first.year)")
            return "\(start) to \(last.full)"
        }
        let sameDay = first.number == end.number
        return "\(first.full), \(first.clock) to "
            + (sameDay ? "" : "\(end.full), ") + end.clock
    }

    /// `final`, or until when opens come.
    package var maturity: String {
        guard period.until != nil else { return "nothing is stored" }
        return openUntil.map { "opens still arriving until \(moment($0 - 1).short)" } ?? "final"
    }

    /// Whether a day of the zone, `YYYY-MM-DD`, is in it.
    func contains(day: String) -> Bool {
        guard let (first, last, _) = ends, let hour = Period.hour(day) else { return false }
        return first.number...last.number ~= hour / 24
    }

    /// `Mon 15 Dec`, of `2025-12-15`.
    static func weekday(_ text: String) -> String {
        guard let hour = Period.hour(text) else { return text }
        let moment = Moment(local: hour)
        return "\(WeekdayName.of(day: moment.number).prefix(3)) \(moment.short)"
    }

    /// `2025-12-15`, the day of a moment in ms since 1970.
    func localDay(_ milliseconds: Int64) -> String {
        Period.day(of: zone.localHour(at: milliseconds))
    }

    /// `15 December 2025`, of `2025-12-15`.
    package static func date(_ text: String) -> String {
        Period.hour(text).map { Moment(local: $0).full } ?? text
    }

    /// `15 Dec`
    static func day(_ text: String) -> String {
        Period.hour(text).map { Moment(local: $0).short } ?? text
    }

    /// `12:00`, and the day if it is not the period's.
    package func clock(_ milliseconds: Int64) -> String {
        let moment = moment(at: milliseconds)
        let minute = zone.minute(of: milliseconds) % 60
        let clock = "\(moment.clock.prefix(3))" + (minute < 10 ? "0" : "") + "\(minute)"
        let isWithin = isDay && moment.number == ends?.first.number
        return isWithin ? clock : "\(clock) on \(moment.short)"
    }

    /// `12:00 to 19:00`, and the days if they are not the period's.
    func clocks(_ start: Int64, _ end: Int64) -> String {
        let day = { (time: Int64) in moment(at: time).number }
        let first = day(start) == day(end) ? String(clock(start).prefix(5)) : clock(start)
        return "\(first) to \(clock(end))"
    }

    /// `12:00`, of an hour since 1970.
    func clock(hour: Int64) -> String { moment(hour).clock }
}
