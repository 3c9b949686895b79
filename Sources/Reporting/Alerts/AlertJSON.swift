internal import Alerts

/// An evaluation as one JSON object: README.md describes it member by member.
///
/// It has no time of creation: the same evaluation gives the same bytes.
enum AlertJSON {
    /// Changes when a member is removed or its meaning changes, not when members are added.
    static let schemaVersion: Int64 = 1

    private static let hour: Int64 = 3_600_000

    static func text(of report: AlertReport, _ commands: AlertCommands) -> String {
        JSONTree.object(
            [("schema_version", .integer(schemaVersion))] + judged(report)
                + [
                    ("timezone", .text(report.timeZone)),
                    ("history_days", .integer(Int64(report.historyDays))),
                ] + segments(report) + [
                    ("alerts", .list(report.ordered.map { alert($0, commands) })),
                    ("series", .list(report.series.map(series))),
                ]
                + (report.projects.isEmpty
                    ? [] : [("projects", .list(report.projects.map(project)))])
        ).document
    }

    private static func judged(_ report: AlertReport) -> [JSONMember] {
        [
            ("state", .text(report.state.rawValue)),
            ("evaluated_hour_start", time(report.evaluatedUntil.map { $0 - hour })),
            ("evaluated_hour_end", time(report.evaluatedUntil)),
        ]
    }

    private static func segments(_ report: AlertReport) -> [JSONMember] {
        [
            ("segments_tested", .integer(Int64(report.segmentsTested))),
            ("segments_low_volume", .integer(Int64(report.segmentsLowVolume))),
            ("segments_not_enough_history", .integer(Int64(report.segmentsNotEnoughHistory))),
            ("freshness", freshness(report.freshness)),
        ]
    }

    private static func project(_ report: AlertReport) -> JSONTree {
        .object(
            [("project", .optional(report.project, JSONTree.text))] + judged(report)
                + segments(report)
                + [("unnamed_refusals", .integer(report.unnamedRefusals))])
    }

    private static func series(_ series: AlertBacktest.Series) -> JSONTree {
        let drops = series.smallest.suffix(2).map { JSONTree.optional($0, JSONTree.real) }
        return .object([
            ("rule", .text(series.rule)), ("slice", slice(series.slice)),
            ("expected_in_day", .real(series.expected)),
            ("smallest_drop", .object(Array(zip(["within_6_h", "within_24_h"], drops)))),
        ])
    }

    private static func freshness(_ freshness: AlertReport.Freshness) -> JSONTree {
        .object([
            ("state", .text(freshness.state)),
            ("last_event_at", time(freshness.newestEvent)),
            ("last_send_at", time(freshness.newestSend)),
            ("expected_since_last", .optional(freshness.expectedSinceNewest, JSONTree.real)),
            ("limit", .optional(freshness.limit, JSONTree.real)),
        ])
    }

    private static func alert(
        _ alert: AlertReport.Alert, _ commands: AlertCommands
    ) -> JSONTree {
        .object(identity(alert) + figures(alert) + words(alert, commands))
    }

    private static func identity(_ alert: AlertReport.Alert) -> [JSONMember] {
        [
            ("id", .text(alert.id)),
            ("rule", .text(alert.rule)),
            ("state", .text(alert.state.rawValue)),
            ("severity", .text(alert.severity)),
            ("metric", .text(alert.rule)),
            ("slice", slice(alert.slice)),
            ("besides", .list(alert.besides.map(slice))),
            ("part_of", .optional(alert.partOf, JSONTree.text)),
        ]
    }

    static func counts(_ alert: AlertReport.Alert) -> [JSONMember] {
        [
            ("window_hours", .integer(Int64(alert.windowHours))),
            ("observed", .real(alert.observed)),
            ("expected", .real(alert.expected)),
            ("likely_low", .optional(alert.likely?.lowerBound, JSONTree.real)),
            ("likely_high", .optional(alert.likely?.upperBound, JSONTree.real)),
            ("drop", .real(alert.drop)),
        ]
    }

    private static func figures(_ alert: AlertReport.Alert) -> [JSONMember] {
        counts(alert) + [
            ("missing", .real(alert.missing)),
            ("score", .real(alert.score)),
            ("threshold", .real(alert.threshold)),
            ("sent", .optional(alert.sent, JSONTree.integer)),
            ("hours_in_a_row", .integer(Int64(alert.hoursInARow))),
            ("starts_at", time(alert.startsAt)),
            ("updated_at", time(alert.updatedAt)),
            ("ends_at", time(alert.endsAt)),
            ("total", .optional(alert.total, counts)),
            ("recent", .optional(alert.recent, counts)),
            ("delivered_ratio", .optional(alert.deliveredRatio, JSONTree.real)),
            ("rest_ratio", .optional(alert.restRatio, JSONTree.real)),
        ]
    }

    private static func counts(_ counts: AlertReport.Counts) -> JSONTree {
        .object([
            ("hours", .integer(Int64(counts.hours))), ("observed", .real(counts.observed)),
            ("expected", .real(counts.expected)),
            ("likely_low", .optional(counts.likely?.lowerBound, JSONTree.real)),
            ("likely_high", .optional(counts.likely?.upperBound, JSONTree.real)),
        ])
    }

    private static func words(
        _ alert: AlertReport.Alert, _ commands: AlertCommands
    ) -> [JSONMember] {
        [
            ("contributors", .list(alert.contributors.ordered.map(contributor))),
            ("clients", .list(alert.clientParts.map(clientPart))),
            ("ruled_out", .list(AlertSentence.excluded(alert).map(JSONTree.text))),
            ("summary", .text(AlertSentence.summary(alert))),
            ("command", .text(commands.counts(of: alert))),
            ("name", .text(alert.name)),
            ("links", .list(alert.links.map(JSONTree.text))),
            ("notes", .list(alert.notes.map(JSONTree.text))),
            ("is_news", .bool(alert.isNews)),
        ]
    }

    private static func contributor(_ contributor: AlertReport.Contributor) -> JSONTree {
        .object([
            ("slice", slice(contributor.slice)),
            ("observed", .real(contributor.observed)),
            ("expected", .real(contributor.expected)),
            ("share_of_missing", .real(contributor.shareOfMissing)),
        ])
    }

    private static func clientPart(_ part: AlertReport.ClientPart) -> JSONTree {
        .object([
            ("slice", slice([part.dimension])),
            ("received", .real(part.received)),
            ("opened", .real(part.opened)),
            ("expected", .real(part.expected)),
        ])
    }

    static func slice(_ slice: [AlertReport.Dimension]) -> JSONTree {
        .object(slice.sorted { $0.name < $1.name }.map { ($0.name, .text($0.text)) })
    }

    static func time(_ milliseconds: Int64?) -> JSONTree {
        .optional(milliseconds) { .text(NumberWords.rfc3339($0)) }
    }
}
