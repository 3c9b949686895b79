import Alerts
import Delivery
import Foundation
import Reporting
import Testing

@Suite("Messages to Slack")
struct SlackTests {
    private struct Message {
        var text: String
        var blocks: [[String: Any]]

        init(_ report: AlertReport) throws {
            let text = FormatTests.text(report, .slack)
            let object = try #require(try json(text) as? [String: Any])
            self.text = try #require(object["text"] as? String)
            blocks = try #require(object["blocks"] as? [[String: Any]])
        }

        /// Of sections, their fields, and contexts.
        var texts: [String] {
            var texts = blocks("section").map { SlackTests.text($0["text"]) }
            for block in blocks("section") + blocks("context") {
                let parts = (block["fields"] ?? block["elements"]) as? [Any]
                texts += (parts ?? []).map { SlackTests.text($0) }
            }
            return texts
        }

        func blocks(_ type: String) -> [[String: Any]] {
            blocks.filter { $0["type"] as? String == type }
        }
    }

    private static func text(_ object: Any?) -> String {
        (object as? [String: Any])?["text"] as? String ?? ""
    }

    /// https://docs.slack.dev/reference/block-kit/blocks
    @Test("stay within Slack's limits")
    func limits() throws {
        let many = (0..<60).flatMap { _ in SampleReports.hostile.alerts }
        let reports = SampleReports.all + [("many", SampleReports.report(.firing, many))]
        for (name, report) in reports {
            let message = try Message(report)
            #expect(1...50 ~= message.blocks.count, "\(name)")
            #expect(!message.text.isEmpty && message.text.utf16.count <= 40_000, "\(name)")
            for header in message.blocks("header") {
                #expect(1...150 ~= Self.text(header["text"]).utf16.count)
            }
            for section in message.blocks("section") {
                #expect(1...3000 ~= Self.text(section["text"]).utf16.count)
                let fields = try #require(section["fields"] as? [Any])
                #expect(1...10 ~= fields.count)
                #expect(fields.allSatisfy { 1...2000 ~= Self.text($0).utf16.count })
            }
            for context in message.blocks("context") {
                let elements = try #require(context["elements"] as? [Any])
                #expect(1...10 ~= elements.count)
                #expect(elements.allSatisfy { 1...3000 ~= Self.text($0).utf16.count })
            }
        }
    }

    @Test("have no mentions, and no escape is cut in two")
    func escapes() throws {
        for (name, report) in SampleReports.all {
            let message = try Message(report)
            for text in [message.text] + message.texts {
                let bare = text.replacing(/&(?:amp|lt|gt);/, with: "")
                #expect(!bare.contains { "&<>".contains($0) }, "\(name): \(text)")
            }
        }
    }

    @Test("no name ends the code of a command")
    func code() throws {
        for context in try Message(SampleReports.hostile).blocks("context") {
            let ticks = (context["elements"] as? [Any] ?? []).map { element in
                Self.text(element).count { $0 == "`" }
            }
            #expect(ticks.allSatisfy { $0 == 0 || $0 == 2 })
        }
    }

    @Test("ten alerts, and how many more", arguments: [1, 10, 11, 200])
    func many(count: Int) throws {
        let alerts = (0..<count).map { index in
            SampleReports.alert(slice: [("campaign", "c\(index)")])
        }
        let message = try Message(SampleReports.report(.firing, alerts))
        #expect(message.blocks("section").count == min(count, 10))
        let rest = "and \(count - 10) more"
        #expect(message.text.contains(rest) == (count > 10))
        let last = try #require(message.blocks.last?["elements"] as? [Any])
        #expect(last.map(Self.text).contains(rest) == (count > 10))
        let head = try #require(message.blocks("header").first)
        #expect(Self.text(head["text"]) == "\(count) push alert\(count == 1 ? "" : "s") firing")
    }

    @Test("of news alone")
    func news() throws {
        let alerts = [
            SampleReports.alert("opened", isNews: false),
            SampleReports.alert("delivered", state: .resolved),
            SampleReports.alert("sends", slice: []),
        ]
        let message = try Message(SampleReports.report(.firing, alerts))
        #expect(message.blocks("section").count == 2)
        let head = try #require(message.blocks("header").first)
        #expect(Self.text(head["text"]) == "1 push alert firing, 1 resolved")
        #expect(message.text.contains("RESOLVED critical delivered, platform ios"))
        #expect(message.text.contains("FIRING critical sends, all"))
        #expect(!message.text.contains("opened"))
    }
}
