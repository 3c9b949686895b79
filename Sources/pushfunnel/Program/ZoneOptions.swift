import ArgumentParser
import Delivery
import Foundation
import Reporting

/// The zone in which days and hours are named: by the option, else by the setting, else that of the
/// database.
struct ZoneOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The time zone of days and hours, such as Europe/Berlin (default: that of the "
                + "database, mostly UTC).",
            valueName: "zone"))
    var tz: String?

    private static var setting: String? { Defaults.text("tz") }

    func validate() throws { _ = try zone(.utc) }

    /// Its name, for a database that counts by the hours of a clock.
    func name(_ clock: HourClock) -> String { tz ?? ZoneOptions.setting ?? clock.zone }

    func zone(_ clock: HourClock) throws -> TimeZone {
        try ZoneOptions.known(name(clock))
    }

    func calendar(_ clock: HourClock) throws -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try zone(clock)
        return calendar
    }

    /// Converts ms since 1970-01-01 00:00 UTC to the hour of the week in the zone.
    func hourOfWeek(_ clock: HourClock) -> @Sendable (Int64) -> Int {
        let zone = TimeZone(identifier: name(clock)) ?? .gmt
        return { zone.hourOfWeek(at: $0) }
    }

    /// Throws if its hours are none of the clock's.
    func expectFit(_ clock: HourClock) throws {
        guard try !zone(clock).fits(clock) else { return }
        throw refusal(clock)
    }

    /// Of a zone whose hours are none of the clock's.
    func refusal(_ clock: HourClock) -> ValidationError {
        ZoneOptions.refusal(
            name(clock), expected: ZoneOptions.zone(of: clock),
            hint: "to count by hours of \(name(clock)): pushfunnel verify --repair --tz "
                + "\(name(clock)), or ingest into a new database with this --tz")
    }

    /// What is expected of a zone.
    static func zone(of clock: HourClock) -> String {
        clock.isOfUTC
            ? "a time zone with whole hours such as UTC or Europe/Berlin, as counts are stored by "
                + "UTC hour"
            : "a time zone whose hours begin as in \(clock.zone), by whose hours counts are stored"
    }

    private static func known(_ name: String) throws -> TimeZone {
        guard let zone = TimeZone(identifier: name) else {
            throw refusal(name, expected: "a time zone such as UTC or Europe/Berlin")
        }
        return zone
    }

    private static func refusal(
        _ name: String, expected: String, hint: String? = nil
    ) -> ValidationError {
        ValidationError(
            Defaults.place(of: "tz", flag: "--tz"), expected: expected, found: name, hint: hint)
    }
}

// MARK: New databases

extension ZoneOptions {
    /// The clock of a zone, or of the setting for none.
    static func clock(_ zone: String?) throws -> HourClock {
        let name = zone ?? setting ?? HourClock.utc.zone
        return name == HourClock.utc.zone ? .utc : HourClock(try known(name))
    }

    /// Throws if the setting is no zone.
    static func checkSetting() throws { _ = try setting.map(known) }

    /// Throws if a zone that was asked for has other hours than a clock.
    static func expect(_ zone: String?, fits clock: HourClock) throws {
        var options = ZoneOptions()
        options.tz = zone
        if zone != nil { try options.expectFit(clock) }
    }
}
