/// A report in at most five lines and a link, as the body of a post to an incoming webhook.
///
/// Slack: https://docs.slack.dev/messaging/formatting-message-text,
/// Mattermost: https://developers.mattermost.com/integrate/webhooks/incoming,
/// Teams: https://learn.microsoft.com/power-automate/teams/send-a-message-in-teams
struct ReportDigest {
    private static let mostLines = 5
    private static let longestLine = 500

    /// The first is the subject of the mail.
    private let lines: [String]
    private let page: String?

    init(_ day: DayPage, page: MailLink?) {
        let figures = day.figures.map { figure in
            ["\(figure.number) \(figure.name)", figure.remark].filter { !$0.isEmpty }
                .joined(separator: ", ")
        }
        let numbers = figures.isEmpty ? [] : [figures.joined(separator: " · ")]
        let findings = day.findings.dropFirst().map(\.text)
        lines = Array(([day.headline] + numbers + findings).prefix(ReportDigest.mostLines))
            .map { SafeText.visible($0) }
        self.page = page?.text
    }

    func body(_ format: DigestFormat) -> String {
        switch format {
        case .slack: text(of: lines.map(slackLine), bold: "*") { "<\($0)|Open the page>" }
        case .mattermost:
            text(of: lines.map(mattermostLine), bold: "**") {
                MattermostText.link($0, title: "Open the page")
            }
        case .teams: card
        }
    }

    private func text(
        of lines: [String], bold: String, link: (String) -> String
    ) -> String {
        let head = lines.prefix(1).map { bold + $0 + bold }
        let all = head + lines.dropFirst() + [page.map(link)].compactMap(\.self)
        return JSONTree.object([("text", .text(all.joined(separator: "\n")))]).document
    }

    private func slackLine(_ line: String) -> String {
        SlackText.escaped(line, ReportDigest.longestLine)
    }

    private func mattermostLine(_ line: String) -> String {
        MattermostText.escaped(line, ReportDigest.longestLine)
    }

    private var card: String {
        var card = AdaptiveCard()
        for (place, line) in lines.enumerated() {
            card.add(line: String(line.prefix(ReportDigest.longestLine)), isBold: place == 0)
        }
        if let page { card.add(link: page, title: "Open the page") }
        return card.message
    }
}

extension Report {
    /// Nil of a report that does not lead with findings.
    package func digest(_ format: DigestFormat, page: MailLink?) -> String? {
        DayPage(self).map { ReportDigest($0, page: page).body(format) }
    }
}
