internal import Alerts
internal import Delivery

/// The body of a message to an incoming webhook of Slack: at most ten alerts, and how many more.
///
/// `text` alone says the same in short, for notifications and for Slack's likes.
/// https://docs.slack.dev/reference/block-kit/blocks
enum SlackMessage {
    private static let mostAlerts = 10
    private static let mostContributors = 5
    /// Slack's own limits: a header 150, a section 3000, a field 2000. Parts stay well below, so
    /// that their sum does, too.
    private static let longestPart = 400
    private static let longestSummary = 1500

    static func text(of report: AlertReport, _ telling: AlertTelling) -> String {
        let alerts = report.told.prefix(mostAlerts)
        let more = report.told.count - alerts.count
        let rest = more > 0 ? ["and \(more) more"] : []
        let notes = rest + (telling.link.map { [escaped($0, longestPart)] } ?? [])
        let head = headline(report)
        let lines = alerts.map { "\(title($0)): \(escaped($0.summary, longestPart))" }
        var parts = [header(head)]
        for alert in alerts { parts += [section(alert), context(remarks(alert))] }
        if !notes.isEmpty { parts.append(context(notes)) }
        return JSONTree.object([
            ("text", .text(([head] + lines + rest).joined(separator: "\n"))),
            ("blocks", .list(parts)),
        ]).document
    }

    /// `2 push alerts firing, 1 resolved`: of counts alone, since a header escapes nothing.
    private static func headline(_ report: AlertReport) -> String {
        let told = report.told
        let counts = [AlertReport.Alert.State.firing, .resolved].map { state in
            (state, told.count { $0.state == state })
        }.filter { $0.1 > 0 }
        let parts = counts.enumerated().map { index, part in
            let noun = index > 0 ? "" : " push alert\(part.1 == 1 ? "" : "s")"
            return "\(part.1)\(noun) \(part.0.rawValue)"
        }
        return parts.isEmpty ? "No push alert fires" : parts.joined(separator: ", ")
    }

    private static func title(_ alert: AlertReport.Alert) -> String {
        let state = "\(alert.state.rawValue.uppercased()) \(escaped(alert.severity, 40))"
        let slice = escaped(AlertWords.slice(alert.slice), longestPart)
        return "\(state) \(escaped(alert.metric, 100)), \(slice)"
    }

    // MARK: Blocks

    private static func section(_ alert: AlertReport.Alert) -> JSONTree {
        let text = "*\(title(alert))*\n\(escaped(alert.summary, longestSummary))"
        return .object([
            ("type", .text("section")), ("text", mrkdwn(text)), ("fields", .list(fields(alert))),
        ])
    }

    private static func remarks(_ alert: AlertReport.Alert) -> [String] {
        let command = "`\(escaped(alert.command, longestPart))`"
        return [contributors(alert), ruledOut(alert), command].compactMap { $0 }
    }

    private static func fields(_ alert: AlertReport.Alert) -> [JSONTree] {
        let window = AlertWords.window(alert).map { " in \($0)" } ?? ""
        let fields: [(name: String, text: String)] = [
            ("Observed", AlertWords.count(alert.observed) + window),
            ("Expected", "\(AlertWords.count(alert.expected)) (\(AlertWords.likely(alert)))"),
            ("Missing", "\(AlertWords.count(alert.missing)), \(ChartNumber.percent(alert.drop))"),
            ("Since", AlertWords.moment(alert.startsAt)),
        ]
        return fields.map { mrkdwn("*\($0.name)*\n\($0.text)") }
    }

    private static func contributors(_ alert: AlertReport.Alert) -> String? {
        let parts = alert.orderedContributors.prefix(mostContributors).map {
            escaped(AlertWords.slice($0.slice), 200) + " "
                + ChartNumber.percent($0.shareOfMissing)
        }
        return parts.isEmpty ? nil : "Missing: " + parts.joined(separator: "; ")
    }

    private static func ruledOut(_ alert: AlertReport.Alert) -> String? {
        let causes = alert.ruledOut.sorted().joined(separator: "; ")
        return causes.isEmpty ? nil : "Not the cause: " + escaped(causes, longestPart)
    }

    private static func header(_ text: String) -> JSONTree {
        .object([
            ("type", .text("header")),
            ("text", .object([("type", .text("plain_text")), ("text", .text(text))])),
        ])
    }

    private static func context(_ texts: [String]) -> JSONTree {
        .object([("type", .text("context")), ("elements", .list(texts.map(mrkdwn)))])
    }

    private static func mrkdwn(_ text: String) -> JSONTree {
        .object([("type", .text("mrkdwn")), ("text", .text(text))])
    }

    // MARK: Escapes

    /// `&`, `<` and `>`, with which mentions and links begin, and no backtick, which would end
    /// code; cut between characters to a length in UTF-16.
    private static func escaped(_ text: String, _ limit: Int) -> String {
        var kept = ""
        var used = 0
        for character in SafeText.visible(text) {
            let piece = escaped(character)
            used += piece.utf16.count
            guard used < limit else { return kept + "…" }
            kept += piece
        }
        return kept
    }

    private static func escaped(_ character: Character) -> String {
        character.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "`": text += "'"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
