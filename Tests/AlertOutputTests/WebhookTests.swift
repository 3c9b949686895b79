import Delivery
import Foundation
import Reporting
import Testing
import pushfunnel

/// Posts over real connections.
@Suite("Posts to a webhook", .enabled(if: Tool.path("curl") != nil, "there is no curl"))
struct WebhookTests {
    private func webhook(_ receiver: Receiver, pause: Double = 0.05) throws -> Webhook {
        var webhook = try #require(Webhook(receiver.address))
        webhook.limits.trySeconds = 5
        webhook.limits.firstPauseSeconds = pause
        return webhook
    }

    private func failure(_ webhook: Webhook) throws -> WebhookError {
        try #require(
            throws: WebhookError.self, performing: { try webhook.post("{}", as: .slack) })
    }

    @Test("the payload, byte by byte, with its type", arguments: AlertFormatName.allCases)
    func whole(format: AlertFormatName) throws {
        let receiver = try Receiver(answers: ["200"])
        for (_, report) in SampleReports.all {
            try webhook(receiver).post(FormatTests.text(report, format), as: format)
        }
        let requests = try receiver.requests()
        #expect(requests.count == SampleReports.all.count)
        for (request, sample) in zip(requests, SampleReports.all) {
            #expect(request.body == FormatTests.text(sample.report, format), "\(sample.name)")
            #expect(request.headers["content-type"] == format.contentType)
            #expect(request.headers["user-agent"]?.hasPrefix("pushfunnel/") == true)
            #expect(request.path == "/services/T0/B0/secret?token=hidden")
        }
    }

    @Test("a payload of megabytes")
    func large() throws {
        let receiver = try Receiver(answers: ["204"])
        let body = String(repeating: "ü\"\\\n", count: 1_000_000)
        try webhook(receiver).post(body, as: .json)
        #expect(try receiver.requests().map(\.body) == [body])
    }

    @Test("again where that may help", arguments: ["500", "503", "408", "429", "cut"])
    func again(first: String) throws {
        let receiver = try Receiver(answers: [first, "200"])
        try webhook(receiver, pause: 0.3).post("{}", as: .slack)
        let requests = try receiver.requests()
        #expect(requests.count == 2)
        #expect(requests[1].at - requests[0].at >= 0.3)
    }

    @Test("after as long as the receiver asks for", arguments: ["429:2", "503:2", "429:+2"])
    func retryAfter(answer: String) throws {
        let receiver = try Receiver(answers: [answer, "200"])
        try webhook(receiver).post("{}", as: .slack)
        let requests = try receiver.requests()
        #expect(requests.count == 2)
        // A date has whole seconds.
        #expect(requests[1].at - requests[0].at >= (answer.contains("+") ? 1 : 2))
    }

    @Test("three tries in all")
    func tries() throws {
        let receiver = try Receiver(answers: ["500"])
        let error = try failure(webhook(receiver))
        #expect(error.reason == .status(500, tries: 3))
        #expect(try receiver.requests().count == 3)
    }

    @Test("no second try of what is refused", arguments: [301, 400, 401, 403, 404, 410, 422])
    func refused(status: Int) throws {
        let receiver = try Receiver(answers: ["\(status)"])
        let error = try failure(webhook(receiver))
        #expect(error.reason == .status(status, tries: 1))
        #expect(try receiver.requests().count == 1)
    }

    @Test(
        "an accepted request whose answer reports a failure",
        arguments: [
            (AlertFormatName.slack, "invalid_token"), (.slack, #"{"ok":false}"#),
            (.slack, #"{"error":"channel_not_found"}"#), (.mattermost, "<html>Log in</html>"),
            (.mattermost, #"{"success": false, "message": "no"}"#),
            (.teams, "Webhook message delivery failed with error: Microsoft Teams endpoint …"),
            (.teams, "endpoint returned HTTP error 403 with ContextId"),
        ])
    func failedAnswer(format: AlertFormatName, answer: String) throws {
        let receiver = try Receiver(answers: ["200|\(answer)"])
        let error = try #require(
            throws: WebhookError.self,
            performing: { try webhook(receiver).post("{}", as: format) })
        #expect(error.reason == .failedAnswer)
        #expect("\(error)".hasSuffix("the message was not accepted: \(answer)"))
        #expect(try receiver.requests().count == 1)
    }

    @Test(
        "an answer that reports no failure, or that the receiver does not define",
        arguments: [
            (AlertFormatName.slack, "ok\n"), (.mattermost, "ok"), (.slack, #"{"success":true}"#),
            (.slack, #"{"ok": true, "error": null}"#), (.teams, ""), (.teams, "1"),
            (.json, "invalid_token"), (.pagerduty, #"{"error": "x"}"#), (.alertmanager, "{fill}"),
        ])
    func confirmed(format: AlertFormatName, answer: String) throws {
        let receiver = try Receiver(answers: ["200|\(answer)"])
        try webhook(receiver).post("{}", as: format)
        #expect(try receiver.requests().count == 1)
    }

    @Test("an error has the first words of the receiver", arguments: [400, 404, 413, 503])
    func answer(status: Int) throws {
        let receiver = try Receiver(
            answers: ["\(status)|\n{\n  \"error\":\t\"no\u{1b}[31m such hook\"\n}{fill}"])
        let error = "\(try failure(webhook(receiver)))"
        let tries = status == 503 ? " (3 tries)" : ""
        #expect(
            error.contains(
                #"HTTP \#(status)\#(tries): { "error": "no\u{1b}[31m such hook" }xxx"#),
            "\(error)")
        #expect(error.hasSuffix("xxx…") && error.count < 320, "\(error)")
    }

    @Test("secrets that the receiver repeats are not in errors")
    func repeatedSecrets() throws {
        let receiver = try Receiver(
            answers: ["404|Cannot POST {path}: no secret with hidden key%21 of s3cret, R0UT1NG!"])
        var webhook = try #require(Webhook(receiver.address + "&key=key%21#R0UT1NG!"))
        webhook.headers = ["Authorization: Bearer s3cret"]
        let error = "\(try failure(webhook))"
        #expect(error.hasSuffix("HTTP 404: Cannot POST …: no … with … … of …, …"), "\(error)")
    }

    @Test("redirects are not followed", arguments: [301, 302, 307, 308])
    func redirects(status: Int) throws {
        let other = try Receiver(answers: ["200"])
        for place in [other.address, "file:///etc/passwd", "gopher://127.0.0.1:\(other.port)/x"] {
            let receiver = try Receiver(answers: ["\(status)>\(place)"])
            #expect(try failure(webhook(receiver)).reason == .status(status, tries: 1))
            #expect(try receiver.requests().count == 1)
        }
        #expect(try other.requests().isEmpty)
    }

    @Test(
        "a receiver that asks for more than a minute is not waited for",
        arguments: ["429:3600", "429:+3600"])
    func longPause(answer: String) throws {
        let receiver = try Receiver(answers: [answer, "200"])
        #expect(try failure(webhook(receiver)).reason == .status(429, tries: 1))
    }

    @Test("a receiver that hangs")
    func hang() throws {
        let receiver = try Receiver(answers: ["hang"])
        var webhook = try webhook(receiver)
        webhook.limits.trySeconds = 0.5
        webhook.limits.tries = 2
        let start = Date()
        #expect(try failure(webhook).reason == .unreachable(28, tries: 2))
        #expect(1...10 ~= Date().timeIntervalSince(start))
    }

    /// Arguments can be read by everybody on the machine.
    @Test("the address is no argument of any process")
    func arguments() throws {
        let receiver = try Receiver(answers: ["hang"])
        var webhook = try webhook(receiver)
        webhook.limits.trySeconds = 3
        webhook.limits.tries = 1
        let posting = Thread { [webhook] in try? webhook.post("{}", as: .slack) }
        posting.start()
        #expect(try waits { try receiver.requests().count == 1 })
        let commands = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap {
            FileManager.default.contents(atPath: "/proc/\($0)/cmdline")
        }.map { String(decoding: $0, as: UTF8.self) }
        #expect(commands.contains { $0.hasPrefix("curl\0") })
        // By its port, which no address of another test has.
        #expect(!commands.contains { $0.contains("127.0.0.1:\(receiver.port)") })
        #expect(waits { posting.isFinished })
    }

    @Test("connection refused")
    func nobody() throws {
        let receiver = try Receiver(answers: ["200"])
        let webhook = try webhook(receiver)
        receiver.stop()
        let error = try failure(webhook)
        #expect(error.reason == .unreachable(7, tries: 3))
        #expect("\(error)".hasSuffix("the connection was refused (3 tries)"))
    }

    @Test("errors name the host, and nothing that is secret", arguments: [200, 404, 429, 500, 599])
    func secrets(status: Int) throws {
        let address = "https://user:word@hooks.example.org:8443/services/T0?token=hidden#x"
        let webhook = try #require(Webhook(address))
        #expect(webhook.place == "https://hooks.example.org:8443")
        for reason: WebhookError.Reason in [
            .status(status, tries: 3), .unreachable(Int32(status % 100), tries: 1), .noCurl,
            .system(24), .failedAnswer,
        ] {
            let error = WebhookError(place: webhook.place, reason: reason)
            let words = "\(error) \(error.hint)"
            #expect(words.hasPrefix("https://hooks.example.org:8443: the message was not "))
            #expect(!error.hint.isEmpty)
            for secret in ["user", "word", "services", "T0", "token", "hidden"] {
                #expect(!words.contains(secret), "\(words)")
            }
        }
    }

    @Test(
        "what is no address",
        arguments: [
            "", "hooks.example.org", "ftp://example.org/", "http://", "https:///path", "http://:80",
            "https://a b/", "https://example.org/\nproto = file", "file:///etc/passwd",
            "https://user@/x", "https://exämple.org/", "-o/etc/passwd", "--config=/tmp/x",
            "gopher://example.org/", "https://example.org/\0", "https://example.org/\tx",
        ])
    func addresses(text: String) { #expect(Webhook(text) == nil) }
}

/// What follows from an answer, without a connection.
@Suite("Answers of a webhook")
struct WebhookAnswerTests {
    private let limits = Webhook.Limits()

    @Test("pauses grow, and are never shorter than asked for")
    func pauses() {
        let none = WebhookAnswer.status(503, retryAfterSeconds: nil)
        #expect(none.next(after: 1, limits) == .again(afterSeconds: 1))
        #expect(none.next(after: 2, limits) == .again(afterSeconds: 4))
        #expect(none.next(after: 3, limits) == .fail(.status(503, tries: 3)))
        let asked = WebhookAnswer.status(429, retryAfterSeconds: 3)
        #expect(asked.next(after: 1, limits) == .again(afterSeconds: 3))
        #expect(asked.next(after: 2, limits) == .again(afterSeconds: 4))
    }

    @Test("an address that curl cannot read is not tried again")
    func address() {
        #expect(
            WebhookAnswer.unreachable(3).next(after: 1, limits)
                == .fail(.unreachable(3, tries: 1)))
        #expect(WebhookAnswer.unreachable(6).next(after: 1, limits) == .again(afterSeconds: 1))
    }
}
