internal import Alerts

/// News for a chat: a headline, and for each of the first ten alerts its title, its sentence and
/// remarks. Formats escape them.
struct AlertMessage {
    static let mostAlerts = 10
    private static let mostContributors = 5

    struct Entry {
        var alert: AlertReport.Alert
        /// `FIRING critical opened, platform ios`
        var title: String
        var summary: String
        var remarks: [String]
    }

    /// `2 push alerts firing, 1 resolved`: counts only.
    let headline: String
    let entries: [Entry]
    /// Alerts beyond the first ten.
    let more: Int

    init(_ report: AlertReport, _ commands: AlertCommands = AlertCommands()) {
        let reported = report.reported
        headline = AlertMessage.headline(reported)
        entries = reported.prefix(AlertMessage.mostAlerts).map {
            AlertMessage.entry($0, commands)
        }
        more = reported.count - entries.count
    }

    private static func entry(_ alert: AlertReport.Alert, _ commands: AlertCommands) -> Entry {
        let state = "\(alert.state.rawValue.uppercased()) \(alert.severity)"
        let places = AlertPlaces.words(alert, most: mostContributors).joined(separator: "; ")
        let causes = AlertSentence.excluded(alert).joined(separator: "; ")
        let notes = alert.notes.joined(separator: "; ")
        let remarks = [
            (AlertPlaces.heading(alert), places), ("Noted: ", notes), ("Not the cause: ", causes),
            ("If planned: ", commands.acceptance(of: alert) ?? ""),
        ]
        .filter { !$0.1.isEmpty }.map { $0.0 + $0.1 }
        return Entry(
            alert: alert, title: "\(state) \(alert.rule), \(AlertWords.slice(alert.slice))",
            summary: AlertSentence.summary(alert), remarks: remarks)
    }

    private static func headline(_ alerts: [AlertReport.Alert]) -> String {
        let counts = [AlertReport.Alert.State.firing, .resolved].map { state in
            (state, alerts.count { $0.state == state })
        }.filter { $0.1 > 0 }
        let parts = counts.enumerated().map { index, part in
            let noun = index > 0 ? "" : " push alert\(part.1 == 1 ? "" : "s")"
            return "\(part.1)\(noun) \(part.0.rawValue)"
        }
        return parts.isEmpty ? "No push alert firing" : parts.joined(separator: ", ")
    }
}

/// The body of a message to Mattermost.
/// https://developers.mattermost.com/integrate/webhooks/incoming
enum MattermostMessage {
    private static let longestPart = 1000

    static func text(of report: AlertReport, _ commands: AlertCommands) -> String {
        let message = AlertMessage(report, commands)
        var lines = ["**\(message.headline)**"]
        for entry in message.entries {
            lines.append("**\(escaped(entry.title))**")
            lines += ([entry.summary] + entry.remarks).map(escaped)
            lines += entry.alert.links.map { MattermostText.link($0, title: "Open") }
        }
        if message.more > 0 { lines.append("and \(message.more) more") }
        return JSONTree.object([("text", .text(lines.joined(separator: "\n")))]).document
    }

    private static func escaped(_ text: String) -> String {
        MattermostText.escaped(SafeText.visible(text), longestPart)
    }
}

/// The body of a message to a workflow of Teams.
enum TeamsMessage {
    static func text(of report: AlertReport, _ commands: AlertCommands) -> String {
        let message = AlertMessage(report, commands)
        var card = AdaptiveCard()
        card.add(line: message.headline, isBold: true)
        for entry in message.entries {
            card.add(line: SafeText.visible(entry.title), isBold: true)
            for line in [entry.summary] + entry.remarks { card.add(line: SafeText.visible(line)) }
            for link in entry.alert.links { card.add(link: link, title: "Open") }
        }
        if message.more > 0 { card.add(line: "and \(message.more) more") }
        return card.message
    }
}
