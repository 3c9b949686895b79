import ArgumentParser
import Delivery
import Foundation
import Reporting
import Testing
import pushfunnel

@Suite("Options of telling")
struct TellingOptionTests {
    private let now = SampleReports.start + 3 * SampleReports.hour

    private func printed(_ arguments: String...) throws -> String {
        try AlertTellingOptions.parse(arguments)
            .text(of: SampleReports.report(), style: .human, now: now)
    }

    private func expected(_ format: AlertFormatName, minutes: Int64 = 60) -> String {
        let telling = AlertTelling(now: now, intervalSeconds: minutes * 60)
        return AlertFormats.text(SampleReports.report(), format, style: .human, telling: telling)
    }

    @Test("print text, or what is asked for")
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
        let often = try printed("--format", "alertmanager", "--interval", "5")
        #expect(often == expected(.alertmanager, minutes: 5))
        #expect(often != expected(.alertmanager))
    }

    @Test(
        "mistakes",
        arguments: [["--json", "--format", "slack"], ["--interval", "0"], ["--format", "x"]])
    func mistakes(arguments: [String]) {
        #expect(throws: (any Error).self) { try AlertTellingOptions.parse(arguments) }
    }

    @Test("a wrong address is not repeated: it may hold a password")
    func address() {
        let error = #expect(throws: (any Error).self) {
            try AlertTellingOptions.parse(["--notify", "user:word@example.org"])
        }
        let words = error.map { AlertTellingOptions.message(for: $0) } ?? ""
        #expect(words.hasPrefix("Expected an address"))
        #expect(!words.contains("word@"))
    }

    @Test("post when there is news, and to Alertmanager whatever fires")
    func news() throws {
        let receiver = try Receiver(answers: ["200"])
        let old = SampleReports.report(.firing, [SampleReports.alert(isNews: false)])
        for report in [SampleReports.quiet, old, SampleReports.report()] {
            for format in ["slack", "alertmanager"] {
                try AlertTellingOptions.parse(["--notify", receiver.address, "--format", format])
                    .post(report, now: now)
            }
        }
        let bodies = try receiver.requests().map(\.body)
        let oldest = AlertFormats.text(
            old, .alertmanager, telling: AlertTelling(now: now, intervalSeconds: 3600))
        #expect(bodies == [oldest, expected(.slack), expected(.alertmanager)])
        // Without an address nothing happens.
        try AlertTellingOptions.parse(["--format", "slack"])
            .post(SampleReports.report(), now: now)
        #expect(try receiver.requests().count == 3)
    }
}
