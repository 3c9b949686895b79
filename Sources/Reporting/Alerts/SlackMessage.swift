internal import Alerts

/// The body of a message to an incoming webhook of Slack: at most ten alerts, and how many more.
///
/// `text` is the short form, for notifications and for chats that read only `text`.
/// https://docs.slack.dev/reference/block-kit/blocks
enum SlackMessage {
    private static let mostContributors = 5
    /// Slack's limits: a header 150, a section 3000, a field 2000. Parts are far shorter, so that
    /// their sum is below the limit, too.
    private static let longestPart = 400
    private static let longestSummary = 1500

    static func text(of report: AlertReport, _ commands: AlertCommands) -> String {
        let alerts = report.reported.prefix(AlertMessage.mostAlerts)
        let more = report.reported.count - alerts.count
        let rest = more > 0 ? ["and \(more) more"] : []
        let head = AlertMessage(report).headline
        let lines = alerts.map {
            "\(title($0)): \(SlackText.escaped(AlertSentence.summary($0), longestPart))"
        }
        var parts = [header(head)]
        for alert in alerts { parts += [section(alert), context(remarks(alert, commands))] }
        if !rest.isEmpty { parts.append(context(rest)) }
        return JSONTree.object([
            ("text", .text(([head] + lines + rest).joined(separator: "\n"))),
            ("blocks", .list(parts)),
        ]).document
    }

    private static func title(_ alert: AlertReport.Alert) -> String {
        let state = "\(alert.state.rawValue.uppercased()) \(SlackText.escaped(alert.severity, 40))"
        let slice = SlackText.escaped(AlertWords.slice(alert.slice), longestPart)
        return "\(state) \(SlackText.escaped(alert.rule, 100)), \(slice)"
    }

    // MARK: Blocks

    private static func section(_ alert: AlertReport.Alert) -> JSONTree {
        let summary = SlackText.escaped(AlertSentence.summary(alert), longestSummary)
        let text = "*\(title(alert))*\n\(summary)"
        return .object([
            ("type", .text("section")), ("text", mrkdwn(text)), ("fields", .list(fields(alert))),
        ])
    }

    private static func remarks(
        _ alert: AlertReport.Alert, _ commands: AlertCommands
    ) -> [String] {
        let command = "`\(SlackText.escaped(commands.counts(of: alert), longestPart))`"
        let planned = commands.acceptance(of: alert)
            .map { "If planned: `\(SlackText.escaped($0, longestPart))`" }
        return [contributors(alert), noted(alert), ruledOut(alert), command, planned]
            .compactMap(\.self)
            + alert.links.map { "<\(SlackText.escaped($0, longestPart))|Open>" }
    }

    private static func fields(_ alert: AlertReport.Alert) -> [JSONTree] {
        let counts = AlertSentence.sinceStart(alert)
        let figures: [(name: String, text: String)] = [
            ("Observed", NumberWords.count(counts.observed)),
            ("Expected", AlertSentence.expected(counts)),
            (
                "Missing",
                "\(NumberWords.count(counts.missing)), \(NumberWords.percent(counts.drop))"
            ),
        ]
        let fields =
            (alert.hasFigures ? figures : [])
            + [("Since", NumberWords.moment(alert.startsAt))]
        return fields.map { mrkdwn("*\($0.name)*\n\($0.text)") }
    }

    private static func contributors(_ alert: AlertReport.Alert) -> String? {
        let parts = AlertPlaces.words(alert, most: mostContributors)
            .map { SlackText.escaped($0, 250) }
        return parts.isEmpty ? nil : AlertPlaces.heading(alert) + parts.joined(separator: "; ")
    }

    private static func noted(_ alert: AlertReport.Alert) -> String? {
        let notes = alert.notes.joined(separator: "; ")
        return notes.isEmpty ? nil : "Noted: " + SlackText.escaped(notes, longestPart)
    }

    private static func ruledOut(_ alert: AlertReport.Alert) -> String? {
        let causes = AlertSentence.excluded(alert).joined(separator: "; ")
        return causes.isEmpty ? nil : "Not the cause: " + SlackText.escaped(causes, longestPart)
    }

    private static func header(_ text: String) -> JSONTree {
        .object([("type", .text("header")), ("text", typed("plain_text", text))])
    }

    private static func context(_ texts: [String]) -> JSONTree {
        .object([("type", .text("context")), ("elements", .list(texts.map(mrkdwn)))])
    }

    private static func mrkdwn(_ text: String) -> JSONTree { typed("mrkdwn", text) }

    private static func typed(_ type: String, _ text: String) -> JSONTree {
        .object([("type", .text(type)), ("text", .text(text))])
    }
}
