/// The charts that a section of a report can have, by their names in report files.
package enum ChartKind: String, CaseIterable, Sendable {
    /// The funnel of one row, a bar for each step; drawn in text, too.
    case steps
    /// Bars of the rates of each row, with intervals: a row for each platform.
    case funnel
    /// Sent, received and opened by `send_hour`.
    case hours
    /// The open rate by `send_hour`, a small chart for each `campaign`.
    case multiples
    /// Ratios with their intervals, a line for each row.
    case effect
    /// The share opened or converted by the time since the send, a line for each `platform`.
    case curve
    /// A bar for each row: its words and its first count.
    case bars
    /// Numbers over time, by the first column of days or hours, a line for each of the words; drawn
    /// in text, too.
    case series
    /// Of days: the open rate over its usual range, and what was sent.
    case trend
}
