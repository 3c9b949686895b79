import Alerts
import Delivery
import Foundation
import Reporting

/// A calendar of days that are no usual days: a day on each line, `2025-12-25`, and after a blank
/// its name. Empty lines, and lines that begin with `#`, are comments.
struct HolidayFile {
    let holidays: Holidays

    init(path: String) throws {
        guard let text = try? TextFile(path: path).text else {
            throw Diagnostic(
                .configuration, "\(path): cannot be read", hint: "holidays names this file")
        }
        var days: Set<Int64> = []
        for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let line = line.trimmingCharacters(in: .whitespaces)
            guard let day = line.split(separator: " ").first, !line.hasPrefix("#") else { continue }
            guard day.utf8.count == 10, let hour = Period.hour(String(day)) else {
                throw ValueError.wrong(
                    "\(path):\(place + 1)", expected: "a day", found: String(day),
                    hint: "for example 2025-12-25 Christmas")
            }
            days.insert(hour / 24)
        }
        holidays = Holidays(days: days)
    }
}
