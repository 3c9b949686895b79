import Alerts
import ArgumentParser
import Foundation
import Reporting
import TestSupport
import Testing
import pushfunnel

/// The templates of Documentation/Alerts.md, by the limits of the services.
@Suite("Templates of the documentation")
struct TemplateExampleTests {
    private static let templates = Result {
        let page = try String(
            contentsOfFile: Tool.root.path + "/Documentation/Alerts.md", encoding: .utf8)
        let blocks = page.matches(of: /\*\*([A-Za-z ]+)\*\*, with[^\n]*\n\n```mustache\n(.+)\n```/)
        return Dictionary(uniqueKeysWithValues: blocks.map { (String($0.1), String($0.2)) })
    }

    private static let reports = [
        SampleReports.report(), SampleReports.hostile,
        SampleReports.report(.ok, [SampleReports.alert(state: .resolved)]),
        SampleReports.report(
            .firing, (0..<20).map { SampleReports.alert(slice: [("campaign", "c\($0)")]) }),
    ]

    /// What a receiver gets of each report.
    private func bodies(_ name: String) throws -> [[String: Any]] {
        let folder = try TemporaryFolder()
        let text = try #require(try Self.templates.get()[name])
        let template = try folder.write(lines: [text], to: "template")
        let receiver = try Receiver(answers: ["200"])
        let options = try AlertOutputOptions.parse(
            ["--notify", receiver.address, "--template", template])
        for report in Self.reports { try options.post(report, now: FormatTests.schedule.now) }
        return try receiver.requests().map {
            try #require(try json($0.body) as? [String: Any])
        }
    }

    private func texts(_ bodies: [[String: Any]], _ member: String) throws -> [String] {
        let texts = bodies.compactMap { $0[member] as? String }
        try #require(texts.count == Self.reports.count)
        return texts
    }

    @Test("Discord: at most 2,000 characters, and nobody is mentioned")
    func discord() throws {
        let bodies = try bodies("Discord")
        let contents = try texts(bodies, "content")
        #expect(contents.allSatisfy { 1...2000 ~= $0.utf16.count })
        #expect(contents[0].hasPrefix("**1 push alert firing**\nfiring critical: iOS opens of "))
        #expect(contents[3].split(separator: "\n").count == 11)
        for body in bodies {
            #expect((body["allowed_mentions"] as? [String: [String]]) == ["parse": []])
        }
    }

    @Test("Google Chat: at most 4,096 characters")
    func googleChat() throws {
        let texts = try texts(bodies("Google Chat"), "text")
        #expect(texts.allSatisfy { 1...4096 ~= $0.utf16.count })
        #expect(texts[2].hasPrefix("*1 push alert resolved*\nresolved critical: iOS opens of "))
    }

    @Test("ntfy: a topic, a priority from 1 to 5, at most 4,096 bytes")
    func ntfy() throws {
        let bodies = try bodies("ntfy")
        #expect(try texts(bodies, "message").allSatisfy { 1...4096 ~= $0.utf8.count })
        #expect(try texts(bodies, "title").allSatisfy { !$0.isEmpty })
        #expect(try texts(bodies, "topic").allSatisfy { $0 == "push-alerts" })
        #expect(bodies.allSatisfy { [3, 5].contains($0["priority"] as? Int) })
    }

    @Test("Opsgenie: at most 130 characters, and one alias for an incident")
    func opsgenie() throws {
        let bodies = try bodies("Opsgenie")
        #expect(try texts(bodies, "message").allSatisfy { 1...130 ~= $0.utf16.count })
        let aliases = try texts(bodies, "alias")
        #expect(aliases[0] == SampleReports.alert().id && aliases[2] == aliases[0])
        #expect(try texts(bodies, "priority") == ["P1", "P1", "P5", "P1"])
        let descriptions = try texts(bodies, "description")
        #expect(descriptions[3].matches(of: #/\nfiring: /#).count == 10)
        #expect([0, 2, 3].allSatisfy { descriptions[$0].utf16.count <= 15_000 })
    }
}
