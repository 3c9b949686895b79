/// A message with an Adaptive Card, for a workflow of Teams.
///
/// Runs of text, other than blocks of text, have no markup: no name can form any.
/// https://learn.microsoft.com/power-automate/teams/send-a-message-in-teams
struct AdaptiveCard {
    private static let longestLine = 1500

    private var body: [JSONTree] = []
    private var actions: [JSONTree] = []

    mutating func add(line: String, isBold: Bool = false) {
        let run: [JSONMember] = [
            ("type", .text("TextRun")),
            ("text", .text(String(line.prefix(AdaptiveCard.longestLine)))),
            ("weight", .text(isBold ? "bolder" : "default")),
        ]
        body.append(
            .object([("type", .text("RichTextBlock")), ("inlines", .list([.object(run)]))]))
    }

    mutating func add(link: String, title: String) {
        actions.append(
            .object([
                ("type", .text("Action.OpenUrl")), ("title", .text(title)), ("url", .text(link)),
            ]))
    }

    var message: String {
        let card: [JSONMember] = [
            ("$schema", .text("http://adaptivecards.io/schemas/adaptive-card.json")),
            ("type", .text("AdaptiveCard")), ("version", .text("1.4")), ("body", .list(body)),
            ("actions", .list(actions)),
        ]
        let attachment: [JSONMember] = [
            ("contentType", .text("application/vnd.microsoft.card.adaptive")),
            // The workflow refuses an attachment without it.
            ("contentUrl", .null),
            ("content", .object(card)),
        ]
        return JSONTree.object([
            ("type", .text("message")), ("attachments", .list([.object(attachment)])),
        ]).document
    }
}
