internal import Alerts

/// Events of PagerDuty's Events API v2, one for each alert that is news: `trigger` while it fires,
/// `resolve` when it is over or accepted, also under a silence. All events of one incident have one
/// `dedup_key`, so that repeats update it.
/// https://developer.pagerduty.com/docs/send-alert-event
enum PagerDutyEvents {
    private static let longestSummary = 1024
    private static let longestKey = 255

    /// The bodies of the posts, each with the key of the integration.
    static func bodies(
        of report: AlertReport, key: String, _ commands: AlertCommands
    ) -> [String] {
        news(report).map { event($0, [("routing_key", .text(key))], commands).document }
    }

    /// All events as one list, without a key.
    static func text(of report: AlertReport, _ commands: AlertCommands) -> String {
        JSONTree.list(news(report).map { event($0, [], commands) }).document
    }

    private static func news(_ report: AlertReport) -> [AlertReport.Alert] {
        let closed = report.ordered.filter(\.isQuietlyClosed)
        let news = closed.isEmpty ? report.reported : report.ordered.filter(\.isNews)
        return news.filter { [.firing, .resolved].contains($0.state) } + closed
    }

    private static func event(
        _ alert: AlertReport.Alert, _ key: [JSONMember], _ commands: AlertCommands
    ) -> JSONTree {
        let isOver = alert.state == .resolved || alert.isQuietlyClosed
        return .object(
            key + [
                ("event_action", .text(isOver ? "resolve" : "trigger")),
                ("dedup_key", .text(String(alert.id.prefix(longestKey)))),
                ("client", .text("pushfunnel")),
                ("payload", payload(alert, commands)),
                (
                    "links",
                    .list(
                        alert.links.map {
                            .object([("href", .text($0)), ("text", .text("Open"))])
                        })
                ),
            ])
    }

    private static func payload(
        _ alert: AlertReport.Alert, _ commands: AlertCommands
    ) -> JSONTree {
        let summary = SafeText.visible(AlertSentence.summary(alert))
        let places = AlertPlaces.words(alert, most: 5)
        let details: [JSONMember] = [
            ("missing", .list(places.map(JSONTree.text))),
            ("notes", .list(alert.notes.map { .text(SafeText.visible($0)) })),
            ("command", .text(SafeText.visible(commands.counts(of: alert)))),
        ]
        return .object([
            ("summary", .text(String(summary.prefix(longestSummary)))),
            ("source", .text(alert.name.isEmpty ? "pushfunnel" : SafeText.visible(alert.name))),
            ("severity", .text(alert.severity == "critical" ? "critical" : "warning")),
            ("timestamp", .text(NumberWords.rfc3339(alert.startsAt))),
            ("component", .text(AlertWords.slice(alert.slice))),
            ("group", .text("push")), ("class", .text(SafeText.visible(alert.rule))),
            ("custom_details", .object(details)),
        ])
    }
}
