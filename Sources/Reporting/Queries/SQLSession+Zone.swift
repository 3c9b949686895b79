internal import Delivery
package import Foundation

extension SQLSession {
    /// Runs queries with the view `hours` in a time zone, over one state of the database.
    ///
    /// An hour of the view stands where it begins in the zone.
    package func inZone<Result>(_ zone: TimeZone, _ body: () throws -> Result) throws -> Result {
        try snapshot {
            let hours = try texts("select send_hour from main.hours").compactMap(Period.hour)
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            try executeOwn("create temp table hours as select * from main.hours limit 0")
            for start in stride(from: 0, to: hours.count, by: 500) {
                let some = hours[start..<min(start + 500, hours.count)]
                let rows = some.map { SQLSession.row(of: $0, calendar) }.joined(separator: ",\n")
                try executeOwn("insert into temp.hours values \(rows)")
            }
            return try body()
        }
    }

    private static func row(of hour: Int64, _ calendar: Calendar) -> String {
        let date = Date(timeIntervalSince1970: Double(hour) * 3600)
        // The calendar's week begins on Sunday, which is its day 1.
        let weekday = (calendar.component(.weekday, from: date) + 5) % 7 + 1
        let monday = calendar.date(byAdding: .day, value: 1 - weekday, to: date) ?? date
        return """
            ('\(Period.text(hour))', '\(day(date, calendar))', \
            \(calendar.component(.hour, from: date)), \(weekday), '\(day(monday, calendar))')
            """
    }

    private static func day(_ date: Date, _ calendar: Calendar) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return String(
            format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    }
}
