internal import NDJSON

/// A stretch of send hours, of a store's `HourClock`: from `since` on, up to but not with `until`.
/// Nil is open.
package struct Period: Equatable, Sendable {
    /// Hours since 1970.
    package var since: Int64?
    package var until: Int64?

    package init(since: Int64? = nil, until: Int64? = nil) {
        self.since = since
        self.until = until
    }

    /// The form of `send_hour` in views.
    package var sinceText: String? { since.map(Period.text) }
    package var untilText: String? { until.map(Period.text) }

    package static func text(_ hour: Int64) -> String {
        let known = min(max(hour, -farthest), farthest)
        return Timestamp(microseconds: known * 3_600_000_000).hourText
    }

    /// Beyond it, hours have no microseconds: they are of damaged rows.
    private static let farthest = Int64.max / 3_600_000_000

    /// The day of such a text.
    package static func day(of hour: Int64) -> String { String(text(hour).prefix(10)) }

    /// The hour of such a text, or the first of a day, `YYYY-MM-DD`; nil for others.
    package static func hour(_ text: String) -> Int64? {
        Timestamp(text + (text.utf8.count == 10 ? "T00:00:00Z" : ":00:00Z"))?.hour
    }
}
