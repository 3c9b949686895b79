internal import Delivery
package import Foundation
internal import NDJSON

extension TimeZone {
    /// Converts an hour since 1970-01-01 00:00 UTC to the hour since then on a clock of the zone.
    package func localHour(_ hour: Int64) -> Int64 {
        let seconds = hour * 3600
        let date = Date(timeIntervalSince1970: Double(seconds))
        return floorDivide(seconds + Int64(secondsFromGMT(for: date)), 3600)
    }

    /// Minutes since midnight, of ms since 1970.
    func minute(of moment: Int64) -> Int {
        let date = Date(timeIntervalSince1970: Double(moment) / 1000)
        let local = moment / 60_000 + Int64(secondsFromGMT(for: date) / 60)
        return Int(local % 1440)
    }

    /// Converts an hour since 1970-01-01 00:00 UTC to the hour of the week, from Monday on.
    package func hourOfWeek(_ hour: Int64) -> Int {
        // 1970-01-01 was a Thursday.
        Int(((localHour(hour) + 72) % 168 + 168) % 168)
    }
}

extension SQLSession {
    /// Runs queries with the view `hours` in a time zone, over one state of the database.
    package func inZone<Result>(_ zone: TimeZone, _ body: () throws -> Result) throws -> Result {
        try snapshot {
            try showHours(in: zone)
            return try body()
        }
    }

    /// Within a snapshot: the view `hours` is in a time zone until it ends.
    func showHours(in zone: TimeZone) throws {
        let hours = try texts("select send_hour from main.hours").compactMap(Period.hour)
        try executeOwn("create temp table hours as select * from main.hours limit 0")
        for start in stride(from: 0, to: hours.count, by: 500) {
            let some = hours[start..<min(start + 500, hours.count)]
            let rows = some.map { SQLSession.row(of: $0, zone.localHour($0)) }
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

    private static func dayText(_ day: Int64) -> String { String(Period.text(day * 24).prefix(10)) }
}
