import Alerts
import ArgumentParser
import Foundation
import Reporting
import TestSupport
import Testing
import pushfunnel

/// What receivers other than Slack and Prometheus get.
@Suite("Messages to other receivers")
struct ReceiverTests {
    private let now = SampleReports.start + 3 * SampleReports.hour

    private func object(_ report: AlertReport, _ format: AlertFormatName) throws -> [String: Any] {
        try #require(try json(FormatTests.text(report, format)) as? [String: Any])
    }

    /// The requests of posts of one receiver.
    private func posts(
        _ reports: [AlertReport], answers: [String] = ["200"], key: String = "",
        _ options: [String]
    ) throws -> [Receiver.Request] {
        let receiver = try Receiver(answers: answers)
        for report in reports {
            try AlertOutputOptions.parse(["--notify", receiver.address + key] + options)
                .post(report, now: now)
        }
        return try receiver.requests()
    }

    @Test("PagerDuty: one incident has one key, from its trigger to its end")
    func pagerDuty() throws {
        var alert = SampleReports.alert()
        alert.severity = "warning"
        alert.links = ["https://example.org/runbook"]
        let first = SampleReports.report(.firing, [alert, SampleReports.alert("sends")])
        alert.severity = "critical"
        let worse = SampleReports.report(.firing, [alert])
        let over = SampleReports.report(.ok, [SampleReports.alert(state: .resolved)])
        let requests = try posts(
            [first, worse, over], key: "#R0UT1NG", ["--format", "pagerduty"])
        let events = try requests.map { try #require(try json($0.body) as? [String: Any]) }
        #expect(requests.allSatisfy { !$0.path.contains("R0UT1NG") })
        #expect(events.allSatisfy { $0["routing_key"] as? String == "R0UT1NG" })
        let ofIncident = events.filter { $0["dedup_key"] as? String == alert.id }
        #expect(events.count == 4 && ofIncident.count == 3)
        #expect(
            ofIncident.map { $0["event_action"] as? String } == ["trigger", "trigger", "resolve"])
        let payloads = ofIncident.compactMap { $0["payload"] as? [String: Any] }
        #expect(
            payloads.map { $0["severity"] as? String } == ["warning", "critical", "critical"])
        // Required by the Events API v2.
        for payload in payloads {
            for member in ["summary", "source", "severity"] {
                #expect((payload[member] as? String)?.isEmpty == false, "\(member)")
            }
        }
        let links = events.first?["links"] as? [[String: String]]
        #expect(links == [["href": "https://example.org/runbook", "text": "Open"]])
    }

    @Test("PagerDuty: within its limits, whatever names are")
    func pagerDutyLimits() throws {
        let events = try #require(
            try json(FormatTests.text(SampleReports.hostile, .pagerduty)) as? [[String: Any]])
        #expect(!events.isEmpty)
        for event in events {
            let summary = (event["payload"] as? [String: Any])?["summary"] as? String ?? ""
            #expect(1...1024 ~= summary.count)
            #expect(1...255 ~= (event["dedup_key"] as? String ?? "").count)
        }
    }

    @Test("Teams: a card without markup, with ten alerts at most")
    func teams() throws {
        for (name, report) in SampleReports.all {
            let message = try object(report, .teams)
            let attachments = try #require(message["attachments"] as? [[String: Any]])
            #expect(attachments.map { $0["contentUrl"] is NSNull } == [true], "\(name)")
            let card = try #require(attachments.first?["content"] as? [String: Any])
            let blocks = try #require(card["body"] as? [[String: Any]])
            #expect(card["type"] as? String == "AdaptiveCard" && !blocks.isEmpty, "\(name)")
            #expect(blocks.allSatisfy { $0["type"] as? String == "RichTextBlock" }, "\(name)")
        }
        let many = SampleReports.report(
            .firing, (0..<20).map { SampleReports.alert(slice: [("campaign", "c\($0)")]) })
        #expect(FormatTests.text(many, .teams).contains("and 10 more"))
    }

    @Test("Mattermost: no name calls anyone or forms a link")
    func mattermost() throws {
        let hostile = SampleReports.alert(
            slice: [("campaign", "@channel [x](http://example.org) **b**")])
        let message = try object(SampleReports.report(.firing, [hostile]), .mattermost)
        let text = try #require(message["text"] as? String)
        #expect(text.hasPrefix("**1 push alert firing**\n"))
        #expect(!text.contains("@") && text.contains(#"\[x\](http"#), "\(text)")
    }

    @Test("a template of one's own, with values escaped, and headers from a file")
    func template() throws {
        let folder = try TemporaryFolder()
        let template = try folder.write(
            lines: [
                #"{"title": "{{headline}}", "items": [{{#alerts}}"#,
                #"{"key": "{{id}}", "text": "{{summary}}", "over": {{is_resolved}}}"#,
                "{{^last()}},{{/last()}}{{/alerts}}]}",
            ], to: "own.mustache")
        let headers = try folder.write(
            lines: ["Authorization: Bearer \"s3cret\"", "X-Team: push"], to: "headers")
        let alerts = [
            SampleReports.alert(slice: [("campaign", "a \"quoted\" \\ name")]),
            SampleReports.alert("sends", state: .resolved),
        ]
        let request = try #require(
            try posts(
                [SampleReports.report(.firing, alerts)],
                ["--template", template, "--headers", headers]
            ).first)
        #expect(request.headers["authorization"] == "Bearer \"s3cret\"")
        #expect(request.headers["x-team"] == "push")
        #expect(request.headers["content-type"] == "application/json")
        let body = try #require(try json(request.body) as? [String: Any])
        #expect(body["title"] as? String == "1 push alert firing, 1 resolved")
        let items = try #require(body["items"] as? [[String: Any]])
        #expect(items.map { $0["over"] as? Bool } == [false, true])
        #expect((items.first?["text"] as? String)?.contains("a \"quoted\" \\ name") == true)
    }

    @Test("mistakes in templates and headers are errors before anything is posted")
    func mistakes() throws {
        let folder = try TemporaryFolder()
        let broken = try folder.write(lines: ["{{#alerts}}"], to: "broken")
        let text = try folder.write(lines: ["no JSON: {{headline}}"], to: "text")
        let secret = try folder.write(lines: ["s3cret"], to: "headers")
        let report = SampleReports.report()
        for options in [
            ["--template", broken], ["--template", text], ["--template", folder.file("none")],
            ["--headers", secret],
        ] {
            let error = #expect(throws: (any Error).self) {
                try posts([report], options)
            }
            #expect(!"\(error.map { "\($0)" } ?? "")".contains("s3cret"))
        }
        for options in [
            ["--template", text], ["--headers", secret],
            ["--notify", "http://127.0.0.1:1/", "--format", "pagerduty"],
            ["--notify", "http://127.0.0.1:1/", "--template", text, "--format", "slack"],
        ] {
            #expect(throws: (any Error).self) { try AlertOutputOptions.parse(options) }
        }
    }

    @Test("the address of a link has the slice and times of its alert, percent-encoded")
    func links() throws {
        let alert = SampleReports.alert(slice: [("platform", "ios"), ("campaign", "a&b c/ü")])
        let template = try #require(
            LinkTemplate("https://x.org/{{rule}}?p={{platform}}&c={{campaign}}&from={{starts_ms}}"))
        #expect(
            template.link(of: alert)
                == "https://x.org/opened?p=ios&c=a%26b%20c%2F%C3%BC&from=1763456400000")
        #expect(LinkTemplate("https://x.org/{{#rule}}") == nil)
    }
}
