import Alerts
import Delivery
import Reporting
import Testing

@Suite("Alerts for people")
struct AlertTextTests {
    private func text(_ report: AlertReport, color: Bool = false) -> String {
        AlertFormats.text(
            report, .text, style: TextStyle(isHuman: true, hasColor: color),
            schedule: FormatTests.schedule)
    }

    @Test("a block has all figures")
    func block() {
        let expected = """
            1 alert firing
            judged up to 2025-11-18 11:00 UTC: 26 series, 28 days of history; 3 with too few \
            events; 1 with too little history

            FIRING CRITICAL  opened, platform ios, campaign winter-sale
              iOS opens of campaign winter-sale: 212 in 2 hours, 540 expected (452–635); FCM \
            rejected 12.0% of attempts, 0.40% usual
              observed      212 in 2 hours from 4,310 sends, 540 expected (452–635)
              missing       328, 60.8%; score 24.1, threshold 11.0
              since         2025-11-18 09:00 UTC; 2 hours in a row
              elsewhere     98.0% of the expected events, in the same campaigns
              where         70.0% image image: 112 of 340
                            30.0% image no_image: 100 of 200
              not caused by audience mix: expected counts follow it; alone it would lower the rate \
            by 1.2%; late data: the newest client event is 5 minutes old
              run           pushfunnel sql arrivals_by_hour --param since=2025-11-18T03 \
            --param until=2025-11-18T11 --param platform=ios --param campaign=winter-sale

            """
        #expect(text(SampleReports.report()) == expected)
    }

    @Test("the state in the first line")
    func verdicts() {
        let first = { (report: AlertReport) in
            String(self.text(report).prefix { $0 != "\n" })
        }
        #expect(first(SampleReports.quiet) == "No alert firing")
        #expect(first(SampleReports.empty) == "Cannot judge: no records are stored yet")
        let two = SampleReports.report(
            .firing, [SampleReports.alert(), SampleReports.alert("sends")])
        #expect(first(two) == "2 alerts firing")
        #expect(
            text(SampleReports.empty) == "Cannot judge: no records are stored yet\n")
    }

    @Test("a resolved alert has its times")
    func resolved() {
        let text = text(SampleReports.report(.ok, [SampleReports.alert(state: .resolved)]))
        #expect(text.contains("  was           2025-11-18 09:00 UTC to 2025-11-18 14:00 UTC\n"))
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
        let names = Set(["FIRING", "observed", "missing", "since", "elsewhere", "where", "not"])
            .union(["run", "opened:", "rule", "files", "iOS", "opens"])
        let lines = text(report).split(separator: "\n").dropFirst(2)
        #expect(lines.count == report.alerts.count * 9)
        for line in lines {
            let word = line.split(separator: " ").first.map(String.init) ?? ""
            #expect(names.contains(word), "\(line)")
        }
    }
}
