import Alerts
import Delivery
import Reporting
import Testing

@Suite("Alerts for people")
struct AlertTextTests {
    private func text(_ report: AlertReport, color: Bool = false) -> String {
        AlertFormats.text(
            report, .text, style: TextStyle(isHuman: true, hasColor: color),
            telling: FormatTests.telling)
    }

    @Test("a block says it all")
    func block() {
        let expected = """
            1 alert fires
            judged to 2025-11-18 11:00 UTC; 26 segments of 28 days, 3 with too few events, 1 with \
            too little history

            FIRING CRITICAL  opened, platform ios, campaign winter-sale
              opens on ios: 212 against 540 expected from what was sent
              observed   212 in 2 h of 4,310 sends, expected 540 (likely 452 to 635)
              missing    328, 60.8%; score 24.1, an alarm from 11.0 on
              since      2025-11-18 09:00 UTC; 2 hours in a row
              elsewhere  98.0% of what was expected, in the same campaigns
              where      70.0% image image: 112 of 340
                         30.0% image no_image: 100 of 200
              ruled out  FCM errors; late data
              look       pushfunnel report --since 2025-11-18T09 --where platform=ios

            """
        #expect(text(SampleReports.report()) == expected)
    }

    @Test("what is the case, in the first line")
    func verdicts() {
        let first = { (report: AlertReport) in
            String(self.text(report).prefix { $0 != "\n" })
        }
        #expect(first(SampleReports.quiet) == "Nothing fires")
        #expect(first(SampleReports.empty) == "Cannot tell: data is missing")
        let two = SampleReports.report(
            .firing, [SampleReports.alert(), SampleReports.alert("sends")])
        #expect(first(two) == "2 alerts fire")
        #expect(
            text(SampleReports.empty)
                == "Cannot tell: data is missing\nnewest event never, newest send never\n")
    }

    @Test("an alert that is over tells when")
    func resolved() {
        let text = text(SampleReports.report(.ok, [SampleReports.alert(state: .resolved)]))
        #expect(text.contains("  was        2025-11-18 09:00 UTC to 2025-11-18 14:00 UTC\n"))
    }

    @Test("colours alone, and only where asked for")
    func colors() {
        for (name, report) in SampleReports.all {
            let plain = text(report)
            let colored = text(report, color: true)
            #expect(!plain.contains("\u{1b}"), "\(name)")
            #expect(colored.contains("\u{1b}[1m"), "\(name)")
            #expect(colored.replacing(/\u{1b}\[[0-9;]+m/, with: "") == plain, "\(name)")
        }
    }

    @Test("no name makes a line of its own")
    func lines() {
        var report = SampleReports.hostile
        for index in report.alerts.indices {
            report.alerts[index].contributors.removeSubrange(1...)
        }
        let names = Set(["FIRING", "observed", "missing", "since", "elsewhere", "where", "ruled"])
            .union(["look", "opens"])
        let lines = text(report).split(separator: "\n").dropFirst(2)
        #expect(lines.count == report.alerts.count * 9)
        for line in lines {
            let word = line.split(separator: " ").first.map(String.init) ?? ""
            #expect(names.contains(word), "\(line)")
        }
    }
}
