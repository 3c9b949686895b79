package import Delivery
package import Foundation
internal import NDJSON

extension TimeZone {
    /// Converts ms since 1970-01-01 00:00 UTC to those since then on a clock of the zone.
    private func local(_ moment: Int64) -> Int64 {
        moment + 1000
            * Int64(secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment) / 1000)))
    }

    /// The hour on a clock of the zone, since 1970, of ms since 1970-01-01 00:00 UTC.
    package func localHour(at moment: Int64) -> Int64 { floorHour(local(moment)) }

    /// The hour on a clock of the zone, since 1970, in which an hour of a store begins.
    package func localHour(_ hour: Int64, _ clock: HourClock) -> Int64 {
        localHour(at: clock.beginning(of: hour))
    }

    /// Minutes since midnight, of ms since 1970.
    func minute(of moment: Int64) -> Int {
        Int(floorDivide(local(moment), 60_000) % 1440)
    }

    /// Converts ms since 1970-01-01 00:00 UTC to the hour of the week, from Monday on.
    package func hourOfWeek(at moment: Int64) -> Int {
        // 1970-01-01 was a Thursday.
        Int(((localHour(at: moment) + 72) % 168 + 168) % 168)
    }

    /// How long after an hour of UTC those of the zone begin, in ms.
    fileprivate func start(at moment: Int64) -> Int64 {
        let left = (moment - local(moment)) % 3_600_000
        return left < 0 ? left + 3_600_000 : left
    }

    /// Whether its hours begin at a moment as those of a clock do.
    func fits(_ clock: HourClock, at moment: Int64) -> Bool {
        start(at: moment) == clock.start(at: moment)
    }

    /// Whether its hours begin as those of a clock do, now and in each quarter of a year before.
    package func fits(_ clock: HourClock) -> Bool {
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        return (0..<4).allSatisfy { fits(clock, at: now - $0 * 91 * 86_400_000) }
    }
}

extension HourClock {
    /// The years whose changes it knows; before and after them, hours begin as at their ends.
    private static let years = daysFromCivil(2014, 1, 1)..<daysFromCivil(2042, 1, 1)
    /// No offset lasts for less.
    private static let days = 7

    /// The clock of a zone.
    package init(_ zone: TimeZone) {
        func start(_ moment: Int64) -> Int64 { zone.start(at: moment) }
        let moments = stride(from: Self.years.lowerBound, to: Self.years.upperBound, by: Self.days)
            .map { $0 * 86_400_000 }
        let changes = zip(moments, moments.dropFirst()).compactMap { earlier, later -> Change? in
            var (before, after) = (earlier, later)
            guard start(before) != start(after) else { return nil }
            while after - before > 1000 {
                let middle = (before + (after - before) / 2) / 1000 * 1000
                if start(middle) == start(earlier) { before = middle } else { after = middle }
            }
            return Change(at: after, start: start(after))
        }
        self.init(zone: zone.identifier, first: start(moments[0]), changes: changes)
    }
}

extension SQLSession {
    /// Runs queries over one state of the database: with the view `hours` in a time zone, and of
    /// the sends with these words of dimensions alone.
    package func asking<Result>(
        in zone: TimeZone?, of words: [String: String] = [:], _ body: () throws -> Result
    ) throws -> Result {
        try snapshot {
            if let zone { try showHours(in: zone) }
            try narrow(to: words)
            return try body()
        }
    }

    /// Within a snapshot: the view `hours` is in a time zone until it ends. It has the hours of a
    /// range, with and without sends, or all that have sends: to find those takes a while.
    func showHours(in zone: TimeZone, _ range: Range<Int64>? = nil) throws {
        let hours =
            try range.map(Array.init)
            ?? texts("select send_hour from main.hours").compactMap(Period.hour)
        try executeOwn("create temp table hours as select * from main.hours limit 0")
        for start in stride(from: 0, to: hours.count, by: 500) {
            let some = hours[start..<min(start + 500, hours.count)]
            let rows = some.map { SQLSession.row(of: $0, zone.localHour($0, clock)) }
            try executeOwn("insert into temp.hours values \(rows.joined(separator: ",\n"))")
        }
    }

    private static func row(of hour: Int64, _ local: Int64) -> String {
        let day = floorDivide(local, 24)
        // 1970-01-01 was a Thursday, and 1969-12-29 a Monday.
        let monday = floorDivide(day + 3, 7) * 7 - 3
        return """
            ('\(Period.text(hour))', '\(dayText(day))', \(local - day * 24), \
            \(day - monday + 1), '\(dayText(monday))')
            """
    }

    private static func dayText(_ day: Int64) -> String { Period.day(of: day * 24) }
}
