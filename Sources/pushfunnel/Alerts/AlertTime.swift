import Alerts
import ArgumentParser
import Foundation
import NDJSON

/// Times and time spans in arguments of `alert`.
enum AlertTime {
    /// A day, an hour, a minute or a full time as ms since 1970; UTC without an offset.
    static func moment(_ text: String, option: String) throws -> Int64 {
        let local = text.hasSuffix("Z") ? String(text.dropLast()) : text
        let completed =
            switch local.count {
            case 10: local + "T00:00:00Z"
            case 13: local + ":00:00Z"
            case 16: local + ":00Z"
            case 19: local + "Z"
            default: text
            }
        guard text.count >= 10, let time = Timestamp(completed) else {
            throw ValidationError(
                option, expected: "a time such as 2025-11-18T06 or 2025-11-18T06:30:00Z",
                found: text)
        }
        return time.milliseconds
    }

    /// The machine's clock, ms since 1970.
    static var clock: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

    /// The moment of `--now`, else that of the clock.
    static func now(_ text: String?) throws -> Int64 {
        try text.map { try moment($0, option: "--now") } ?? clock
    }

    /// `30m`, `4h` or `2d` as hours; nil for another text.
    static func hours(_ text: String) -> Double? {
        guard let unit = text.last, let scale = ["m": 1.0 / 60, "h": 1, "d": 24][String(unit)],
            let number = Double(text.dropLast()), number >= 0, number <= 1e5
        else { return nil }
        return number * scale
    }

    /// `22:00-07:00 Europe/Berlin`, and without a zone in UTC; a day ends at 24:00. Nil for another
    /// text.
    static func quietHours(_ text: String) -> QuietHours? {
        let form = /(\d\d):(\d\d)-(\d\d):(\d\d)(?: (\S+))?/
        guard let match = text.wholeMatch(of: form) else { return nil }
        let numbers = [match.1, match.2, match.3, match.4].compactMap { Int($0) }
        let zone = match.5.map(String.init) ?? "UTC"
        guard numbers.count == 4, numbers[1] < 60, numbers[3] < 60 else { return nil }
        let (from, until) = (numbers[0] * 60 + numbers[1], numbers[2] * 60 + numbers[3])
        guard from < 1440, until <= 1440, from != until, TimeZone(identifier: zone) != nil
        else { return nil }
        return QuietHours(from: from, until: until, zone: zone)
    }

    /// `4h,8h,24h` as hours.
    static func spans(_ text: String) -> [Double]? {
        let spans = text.split(separator: ",", omittingEmptySubsequences: false).map {
            hours($0.trimmingCharacters(in: .whitespaces))
        }
        return spans.contains(nil) ? nil : spans.compactMap(\.self)
    }

    static let expectedSpans = "a span such as 4h, or several with commas between: 4h,8h,24h"
    static let expectedSpan = "a span such as 30m, 4h or 2d"

    static func hours(_ text: String, option: String) throws -> Double {
        guard let hours = hours(text) else {
            throw ValidationError(option, expected: expectedSpan, found: text)
        }
        return hours
    }
}
