import ArgumentParser
import Foundation
import Reporting

/// The zone in which days and hours are named.
struct ZoneOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The time zone of days and hours, such as Europe/Berlin.", valueName: "zone"))
    var tz: String = Defaults.text("tz") ?? "UTC"

    func zone() throws -> TimeZone {
        guard let zone = TimeZone(identifier: tz) else {
            throw refusal(expected: "a time zone such as UTC or Europe/Berlin")
        }
        return zone
    }

    func calendar() throws -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try zone()
        return calendar
    }

    /// Converts an hour since 1970-01-01 00:00 UTC to the hour of the week in the zone.
    var hourOfWeek: @Sendable (Int64) -> Int {
        let zone = TimeZone(identifier: tz) ?? .gmt
        return { zone.hourOfWeek($0) }
    }

    func refusal(expected: String) -> ValidationError {
        ValidationError(Defaults.place(of: "tz", flag: "--tz"), expected: expected, found: tz)
    }
}
