package import Delivery
internal import Foundation
internal import NDJSON

/// Days of a time zone as stretches of UTC hours, in which counts are stored.
package struct LocalDays: Sendable {
    package let zoneName: String
    let zone: TimeZone

    /// Nil for a zone that does not exist, and for one without whole hours.
    package init?(_ zoneName: String) {
        guard let zone = TimeZone(identifier: zoneName), zone.secondsFromGMT() % 3600 == 0 else {
            return nil
        }
        self.zoneName = zoneName
        self.zone = zone
    }

    /// The hours of some days, `YYYY-MM-DD`, up to the last one's end; nil for other texts.
    package func period(from first: String, to last: String) -> Period? {
        guard let start = LocalDays.hour(first), let end = LocalDays.hour(last), start <= end else {
            return nil
        }
        return Period(since: utcHour(start), until: utcHour(end + 24))
    }

    /// The day of an hour since 1970, `YYYY-MM-DD`.
    package func day(of hour: Int64) -> String { LocalDays.text(zone.localHour(hour)) }

    /// The day so many days after another.
    package func day(_ day: String, plus days: Int64) -> String {
        LocalDays.hour(day).map { LocalDays.text($0 + days * 24) } ?? day
    }

    /// Converts an hour since 1970-01-01 00:00 UTC to the hour of the week in the zone.
    package var hourOfWeek: @Sendable (Int64) -> Int {
        { [zone] in zone.hourOfWeek($0) }
    }

    private static func hour(_ day: String) -> Int64? {
        day.utf8.count == 10 ? Period.hour(day) : nil
    }

    private static func text(_ local: Int64) -> String { String(Period.text(local).prefix(10)) }

    /// The first hour that is not before an hour of the zone's clock, which a change of the clock
    /// may leave out.
    private func utcHour(_ local: Int64) -> Int64 {
        let hours = local - 15...local + 15
        return hours.first { zone.localHour($0) >= local } ?? local
    }
}
