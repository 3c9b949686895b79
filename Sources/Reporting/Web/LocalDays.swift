package import Delivery
internal import Foundation
internal import NDJSON

/// Days of a time zone as stretches of the hours in which counts are stored.
package struct LocalDays: Sendable {
    package let zoneName: String
    let zone: TimeZone
    /// Whose hours counts are stored by.
    package let clock: HourClock

    /// Nil for a zone that does not exist, and for one with other hours than the clock's.
    package init?(_ zoneName: String, _ clock: HourClock) {
        guard let zone = TimeZone(identifier: zoneName), zone.fits(clock) else { return nil }
        self.zoneName = zoneName
        self.zone = zone
        self.clock = clock
    }

    /// The hours of some days, `YYYY-MM-DD`, up to the last one's end; nil for other texts.
    package func period(from first: String, to last: String) -> Period? {
        guard let start = LocalDays.hour(first), let end = LocalDays.hour(last), start <= end else {
            return nil
        }
        return Period(since: storedHour(start), until: storedHour(end + 24))
    }

    /// The day of an hour since 1970, `YYYY-MM-DD`.
    package func day(of hour: Int64) -> String { LocalDays.text(localHour(hour)) }

    /// The day of a moment in ms since 1970, `YYYY-MM-DD`.
    package func day(at moment: Int64) -> String { LocalDays.text(zone.localHour(at: moment)) }

    /// Converts an hour since 1970 to the hour since then on a clock of the zone.
    func localHour(_ hour: Int64) -> Int64 { zone.localHour(hour, clock) }

    /// The day so many days after another.
    package func day(_ day: String, plus days: Int64) -> String {
        LocalDays.hour(day).map { LocalDays.text($0 + days * 24) } ?? day
    }

    /// Converts ms since 1970-01-01 00:00 UTC to the hour of the week in the zone.
    package var hourOfWeek: @Sendable (Int64) -> Int {
        { [zone] in zone.hourOfWeek(at: $0) }
    }

    private static func hour(_ day: String) -> Int64? {
        day.utf8.count == 10 ? Period.hour(day) : nil
    }

    private static func text(_ local: Int64) -> String { Period.day(of: local) }

    /// The first hour that is not before an hour of the zone's clock, which a change of the clock
    /// may leave out.
    private func storedHour(_ local: Int64) -> Int64 {
        let hours = local - 15...local + 15
        return hours.first { localHour($0) >= local } ?? local
    }
}
