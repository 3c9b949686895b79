import ArgumentParser
import Foundation

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

    func refusal(expected: String) -> ValidationError {
        ValidationError(Defaults.place(of: "tz", flag: "--tz"), expected: expected, found: tz)
    }
}
