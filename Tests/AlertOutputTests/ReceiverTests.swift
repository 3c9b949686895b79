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

    @Test("headers of a pipe, which can be read once")
    func pipe() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let writing = Thread {
            FileHandle(forWritingAtPath: path)?.write(Data("X-Team: push\n".utf8))
        }
        writing.start()
        let request = try #require(
            try posts([SampleReports.report()], ["--headers", path]).first)
        #expect(request.headers["x-team"] == "push")
    }

    @Test("what would be posted, without a post")
    func bodies() throws {
        let folder = try TemporaryFolder()
        let text = try folder.write(lines: ["no JSON: {{headline}}"], to: "text")
        let address = ["--notify", "http://127.0.0.1:1/"]
        let own = try AlertOutputOptions.parse(address + ["--template", text])
        #expect(throws: (any Error).self) { try own.bodies(SampleReports.report(), now: now) }
        #expect(try own.bodies(SampleReports.quiet, now: now).isEmpty)
        let slack = try AlertOutputOptions.parse(address + ["--format", "slack"])
        #expect(
            try slack.bodies(SampleReports.report(), now: now)
                == [FormatTests.text(SampleReports.report(), .slack)])
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

    @Test("unknown names in a template are errors with its path, before anything is judged")
    func unknownNames() throws {
        let folder = try TemporaryFolder()
        let template = try folder.write(lines: [], to: "own")
        for (text, words) in [
            (#"{"a": "{{nosuch}}"}"#, "found '{{nosuch}}'\n    hint: the names are headline, name"),
            (#"{"a": "{{headlin}}"}"#, "found '{{headlin}}'\n    hint: did you mean headline?"),
            (#"{"a": "{{{ heading }}}"}"#, "found '{{heading}}'"),
            ("{{#alert}}{{summary}}{{/alert}}", "hint: did you mean alerts?"),
            ("{{summary}}", "hint: an alert has it: {{#alerts}}{{summary}}{{/alerts}}"),
            ("[{{#alerts}}{{sumary}}{{/alerts}}]", "hint: did you mean summary?"),
            ("{{#alerts}}{{^is_critical}}{{&x}}{{/is_critical}}{{/alerts}}", "found '{{x}}'"),
            ("{{=<% %>=}}<%#alerts%><%/alerts%><%day%>", "an alert has it"),
            ("{{count(alarms)}}", "found '{{alarms}}'"),
        ] {
            try Data(text.utf8).write(to: URL(filePath: template))
            let error = try #require(
                throws: (any Error).self,
                performing: {
                    try AlertOutputOptions.parse(
                        ["--notify", "http://127.0.0.1:1/", "--template", template]
                    ).expectNames(own: [])
                })
            let message = AlertOutputOptions.message(for: error)
            #expect(message.hasPrefix("--template: \(template): expected a name"), "\(message)")
            #expect(message.contains(words), "\(message)")
        }
    }

    @Test("all names of README.md are known, and what Mustache has besides names")
    func knownNames() throws {
        let page = try String(
            contentsOfFile: Tool.root.path + "/Sources/Reporting/Alerts/README.md", encoding: .utf8)
        let start = try #require(page.range(of: "make JSON; `{{…}}`")).upperBound
        let end = try #require(page.range(of: "\n```\n", range: start..<page.endIndex)).lowerBound
        let named = Set(page[start..<end].matches(of: /`([a-z_]+)`/).map { String($0.1) })
        let dimensions = ["platform", "campaign", "image", "project", "error_class"]
        let known = AlertTemplateNames.ofMessage + AlertTemplateNames.ofAlert
        #expect(named.union(dimensions) == Set(known))
        let all = known.map { "{{#\($0)}}{{.}}{{/\($0)}}" }.joined()
        let rest = "{{! comment }}{{^last()}},{{/last()}}{{#first(notes)}}{{.}}{{/first(notes)}}"
        #expect(
            AlertTemplateNames.unknown(
                inMessage: "{{#alerts}}\(all)\(rest){{variant}}{{/alerts}}", own: ["variant"])
                == nil)
        #expect(
            AlertTemplateNames.unknown(
                inLink: "https://x/{{ rule }}?{{#image}}i{{/image}}{{variant}}", own: ["variant"])
                == nil)
        for name in ["headline", "variant"] {
            let link = "https://x/{{\(name)}}"
            #expect(AlertTemplateNames.unknown(inLink: link, own: [])?.name == name)
        }
    }

    @Test("a file of headers may have comments; an error has the line and the reason, no value")
    func headerLines() throws {
        let folder = try TemporaryFolder()
        let good = try folder.write(
            lines: ["# for: the gateway", "", "  X-Team: push  ", "\t# end"], to: "good")
        let request = try #require(
            try posts([SampleReports.report()], ["--headers", good]).first)
        #expect(request.headers["x-team"] == "push")
        for (line, reason) in [
            ("s3cret", "expected a name"), ("X Team: s3cret", "expected a name"),
            (": s3cret", "expected a name"), ("X-s3cret:  ", "expected a value after the colon"),
            ("X-Team: s3cret\u{e9}", "expected a value of visible ASCII characters"),
            ("X-Team: s3cret\u{1}", "expected a value of visible ASCII characters"),
        ] {
            let file = try folder.write(lines: ["# a comment", "A: b", line], to: "bad")
            let error = try #require(
                throws: (any Error).self,
                performing: {
                    try AlertOutputOptions.parse(
                        ["--notify", "http://127.0.0.1:1/", "--headers", file])
                })
            let message = AlertOutputOptions.message(for: error)
            #expect(message.hasPrefix("--headers: \(file):3: \(reason)"), "\(message)")
            #expect(!message.contains("s3cret"), "\(message)")
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
