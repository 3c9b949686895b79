import Foundation
import Reporting
import Testing

/// That they arrive is in `Tests/AlertOutputTests/DigestPostTests.swift`.
@Suite("Digests")
struct DigestTests {
    private func body(_ format: DigestFormat) throws -> [String: Any] {
        let page = MailLink("https://example.org/2025-12-15.html")
        let text = try #require(Gallery.day().report().digest(format, page: page))
        return try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private func lines(_ format: DigestFormat) throws -> [String] {
        let text = try #require(try body(format)["text"] as? String)
        return text.split(separator: "\n").map(String.init)
    }

    @Test("have at most five lines and a link, the finding first")
    func lines() throws {
        let slack = try lines(.slack)
        #expect(slack.count == 6)
        let headline = "iOS opens fell 76% below normal, 12:00 to 19:00 · Monday, 15 December 2025"
        #expect(slack.first == "*\(headline)*")
        #expect(slack[1].hasPrefix("7,000 sent, as many as last Monday · "))
        #expect(slack.last == "<https://example.org/2025-12-15.html|Open the page>")
        let mattermost = try lines(.mattermost)
        #expect(mattermost.first == "**\(headline)**")
        #expect(mattermost.last == "[Open the page](<https://example.org/2025-12-15.html>)")
    }

    @Test("hold no markup and no mention of a name's making")
    func escapes() throws {
        var day = try Gallery.day()
        day.tables["recent_alerts"] = nil
        try day.add(
            "recent_alerts",
            [
                [
                    "state": "firing", "severity": "critical", "rule": "own", "slice": "",
                    "summary": "<!channel> @all [x](http://e.org) `c` *b*",
                    "starts_at": "2025-12-15T12:00:00Z",
                ]
            ])
        let report = try day.report()
        let slack = try #require(report.digest(.slack, page: nil))
        #expect(slack.contains("&lt;!channel&gt; @all"))
        let mattermost = try #require(report.digest(.mattermost, page: nil))
        #expect(!mattermost.contains("@") && !mattermost.contains("<"))
        #expect(mattermost.contains("\\\\[x\\\\](http") && mattermost.contains("\\\\*b\\\\*"))
    }

    @Test("are a card with a link for Teams")
    func card() throws {
        let attachments = try #require(try body(.teams)["attachments"] as? [[String: Any]])
        #expect(attachments.count == 1)
        #expect(
            attachments[0]["contentType"] as? String == "application/vnd.microsoft.card.adaptive")
        // The trigger of Power Automate demands the member, and that it is null.
        #expect(attachments[0]["contentUrl"] is NSNull)
        let card = try #require(attachments[0]["content"] as? [String: Any])
        let blocks = try #require(card["body"] as? [[String: Any]])
        #expect(blocks.count == 5)
        #expect(blocks.allSatisfy { $0["type"] as? String == "RichTextBlock" })
        let actions = try #require(card["actions"] as? [[String: Any]])
        #expect(actions.map { $0["url"] as? String } == ["https://example.org/2025-12-15.html"])
    }
}
