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
            judged up to 2025-11-18 11:00 UTC: 26 series, up to 28 days of history; 3 \
            with too few events; 1 with too little history

            FIRING CRITICAL  opened, platform ios, campaign winter-sale
              iOS opens of campaign winter-sale down 60.8% since 2025-11-18 09:00 UTC (212 of 540 \
            expected; usual 452–635); FCM rejected 12.0% of attempts, 0.40% usual
              observed      212 in 2 hours from 4,310 sends, 540 expected (452–635)
              missing       328 in 2 hours, 60.8%; score 24.1, threshold 11.0
              since         2025-11-18 09:00 UTC; 2 hours in a row
              elsewhere     98.0% of the expected events, in the same campaigns
              where         spread evenly over images
              not caused by audience mix: expected counts follow it; alone it would lower the rate \
            by 1.2%; late data: the newest client event is 5 minutes old
              run           pushfunnel sql arrivals_by_hour --param since=2025-11-18T03 \
            --param until=2025-11-18T11 --param platform=ios --param campaign=winter-sale
              if planned    pushfunnel alert accept ced146979ed052b0

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
        let silenced = SampleReports.alert("delivered", state: .silenced)
        let one = SampleReports.report(.firing, [SampleReports.alert(), silenced])
        #expect(first(one) == "1 alert firing, 1 silenced")
        #expect(first(SampleReports.report(.firing, [silenced])) == "No alert firing, 1 silenced")
        #expect(
            text(SampleReports.empty) == "Cannot judge: no records are stored yet\n")
    }

    @Test("news alone, below the count of all alerts that fire")
    func news() throws {
        let over = SampleReports.alert("delivered", state: .resolved)
        let report = SampleReports.report(.firing, [SampleReports.alert(isNews: false), over])
        let text = AlertFormats.text(
            report, .text, schedule: FormatTests.schedule, onlyNews: true)
        #expect(text.hasPrefix("1 alert firing\n"), "\(text)")
        #expect(text.contains("RESOLVED") && !text.contains("FIRING"), "\(text)")
    }

    @Test("repeats have the counts since the start and how it is now, ends what was lost")
    func life() {
        var alert = SampleReports.alert()
        alert.name = "shop-prod"
        alert.links = ["https://example.org/runbook"]
        alert.deliveredRatio = 0.98
        alert.total = .init(hours: 8, observed: 300, expected: 1000, likely: 850...1150)
        alert.recent = .init(hours: 6, observed: 184, expected: 200)
        let firing = text(SampleReports.report(.firing, [alert]))
        #expect(
            firing.contains(
                "[shop-prod] iOS opens of campaign winter-sale down 70.0% since "
                    + "2025-11-18 09:00 UTC (300 of 1,000 expected; usual 850–1,150); "
                    + "now 92.0% of expected in the last 6 hours; FCM rejected"), "\(firing)")
        #expect(firing.contains("  link          https://example.org/runbook\n"))
        #expect(firing.contains("  deliveries    98.0% of expected\n"))
        alert.state = .resolved
        alert.endsAt = alert.startsAt + 8 * SampleReports.hour
        alert.recent = .init(hours: 2, observed: 121, expected: 118)
        let over = text(SampleReports.report(.ok, [alert]))
        #expect(
            over.contains(
                "winter-sale back to normal: 121 of 118 expected in the last 2 hours; "
                    + "700 missing in 8 hours"), "\(over)")
    }

    @Test("a part is named if it lacks more than its size explains")
    func places() {
        var alert = SampleReports.alert()
        alert.contributors[1].shareOfMissing = 0.9
        let text = text(SampleReports.report(.firing, [alert]))
        #expect(text.contains("  where         90.0% image image: 112 of 340\n"), "\(text)")
        #expect(!text.contains("no_image"))
    }

    @Test("missing records and custom rules have no figures")
    func figures() {
        for rule in ["freshness", "mine"] {
            let text = text(SampleReports.report(.firing, [SampleReports.alert(rule)]))
            #expect(!text.contains("  observed ") && !text.contains("score"), "\(rule)")
        }
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
            .union(["run", "if", "opened:", "rule", "files", "iOS", "opens", "with"])
        let lines = text(report).split(separator: "\n").dropFirst(2)
        let known = ["delivered", "opened", "sends", "failed"]
        let figures = report.alerts.count { known.contains($0.rule) }
        let clients = report.alerts.count { !$0.clientParts.isEmpty }
        #expect(lines.count == report.alerts.count * 8 + figures * 2 + clients)
        for line in lines {
            let word = line.split(separator: " ").first.map(String.init) ?? ""
            #expect(names.contains(word), "\(line)")
        }
    }
}
