import Alerts
import ArgumentParser
import Delivery
import Foundation
import Reporting
import TestSupport
import Testing
import pushfunnel

@Suite("Output options of alerts")
struct OutputOptionTests {
    private let now = SampleReports.start + 3 * SampleReports.hour

    private func printed(_ arguments: String...) throws -> String {
        try AlertOutputOptions.parse(arguments)
            .text(of: SampleReports.report(), now: now)
            // On a terminal.
            .replacing(/\u{1b}\[[0-9;]+m/, with: "")
    }

    private func expected(_ format: AlertFormatName, minutes: Int64 = 60) -> String {
        let schedule = AlertSchedule(now: now, intervalSeconds: minutes * 60)
        return AlertFormats.text(SampleReports.report(), format, style: .human, schedule: schedule)
    }

    @Test("print text, or the selected format")
    func formats() throws {
        #expect(try printed() == expected(.text))
        #expect(try printed("--json") == expected(.json))
        #expect(try printed("--json", "--format", "json") == expected(.json))
        for format in AlertFormatName.allCases {
            #expect(try printed("--format", format.rawValue) == expected(format))
        }
        let address = "http://127.0.0.1:1/x"
        #expect(try printed("--notify", address, "--format", "slack") == expected(.text))
        #expect(try printed("--notify", address, "--json") == expected(.json))
        #expect(try printed("--notify", address, "--json", "--format", "slack") == expected(.json))
        #expect(try printed("--notify", address, "-o", "push.prom") == expected(.prometheus))
        #expect(try printed("-o", "alerts.json") == expected(.json))
        #expect(try printed("-o", "alerts", "--format", "slack") == expected(.slack))
        let often = try printed("--format", "alertmanager", "--interval", "5")
        #expect(often == expected(.alertmanager, minutes: 5))
        #expect(often != expected(.alertmanager))
    }

    @Test("write a file whole")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(lines: ["old"], to: "push.prom")
        try AlertOutputOptions.parse(["-o", path])
            .write(SampleReports.report(), now: now)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == expected(.prometheus))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["push.prom"])
    }

    @Test(
        "mistakes",
        arguments: [["--json", "--format", "slack"], ["--interval", "0"], ["--format", "x"]])
    func mistakes(arguments: [String]) {
        #expect(throws: (any Error).self) { try AlertOutputOptions.parse(arguments) }
    }

    @Test("a wrong address is not repeated: it may hold a password")
    func address() {
        let error = #expect(throws: (any Error).self) {
            try AlertOutputOptions.parse(["--notify", "user:word@example.org"])
        }
        let words = error.map { AlertOutputOptions.message(for: $0) } ?? ""
        #expect(words.hasPrefix("--notify: expected an address"))
        #expect(!words.contains("word@"))
    }

    @Test("take the address from a file, whose words no message has")
    func addressFile() throws {
        let receiver = try Receiver(answers: ["200"])
        let folder = try TemporaryFolder()
        let file = try folder.write(lines: ["  " + receiver.address], to: "notify")
        try AlertOutputOptions.parse(["--notify-file", file, "--format", "slack"])
            .post(SampleReports.report(), now: now)
        #expect(try receiver.requests().map(\.body) == [expected(.slack)])
        let wrong = try folder.write(lines: ["user:word@example.org"], to: "wrong")
        for arguments in [
            ["--notify-file", wrong], ["--notify-file", folder.file("none")],
            ["--notify-file", file, "--notify", receiver.address],
        ] {
            let error = #expect(throws: (any Error).self) {
                try AlertOutputOptions.parse(arguments)
            }
            let words = error.map { AlertOutputOptions.message(for: $0) } ?? ""
            #expect(!words.isEmpty && !words.contains("word@") && !words.contains("secret"))
        }
    }

    @Test("post when there is news, and to Alertmanager whatever fires")
    func news() throws {
        let receiver = try Receiver(answers: ["200"])
        let old = SampleReports.report(.firing, [SampleReports.alert(isNews: false)])
        for report in [SampleReports.quiet, old, SampleReports.report()] {
            for format in ["slack", "alertmanager"] {
                try AlertOutputOptions.parse(["--notify", receiver.address, "--format", format])
                    .post(report, now: now)
            }
        }
        let bodies = try receiver.requests().map(\.body)
        let oldest = AlertFormats.text(
            old, .alertmanager, schedule: AlertSchedule(now: now, intervalSeconds: 3600))
        #expect(bodies == [oldest, expected(.slack), expected(.alertmanager)])
        // Without an address nothing happens.
        try AlertOutputOptions.parse(["--format", "slack"])
            .post(SampleReports.report(), now: now)
        #expect(try receiver.requests().count == 3)
    }
}
