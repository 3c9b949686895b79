import Reporting
import Testing

@Suite("Findings of a day")
struct FindingsTests {
    /// The lines between the head and the figures.
    private func findings(_ day: DayReport) throws -> [String] {
        let text = try day.text()
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = try #require(lines.firstIndex(of: "")) + 1
        return Array(lines[start...].prefix { !$0.isEmpty })
    }

    @Test("an ordinary day says so, and its figures are as usual")
    func ordinary() throws {
        let day = DayReport(usual: .month())
        #expect(
            try findings(day) == ["  An ordinary day: every rate is within its usual range."])
        let text = try day.text()
        #expect(text.hasPrefix("Pushes of Monday, 15 December 2025 · UTC\n"))
        #expect(text.contains("  sent                7,000   as many as last Monday\n"))
        #expect(text.contains("   as usual ("))
    }

    @Test("what is outside its usual range is told, the most events first")
    func changes() throws {
        let found = try findings(DayReport(usual: .month(opened: 200)))
        let leads = found.filter { $0.hasPrefix("~") }.map { $0.prefix { $0 != ":" } }
        #expect(
            leads == [
                "~ Pushes were opened less than usual",
                "~ Android pushes were opened less than usual",
                "~ sale was opened less than usual",
            ])
        #expect(found.first?.contains(" 7.2%; ") == true)
        #expect(found.first?.hasSuffix("is usual on Mondays.") == true)
        #expect(try DayReport(usual: .month(opened: 200)).text().contains("low for a Monday ("))
    }

    @Test("more of something is told, too, after what fell")
    func more() throws {
        let found = try findings(DayReport(usual: .month(opened: 800)))
        #expect(found.first?.hasPrefix("~ Pushes were opened more than usual:") == true)
    }

    @Test("alerts come first, those that go on before those that are over")
    func alerts() throws {
        var day = DayReport(usual: .month(opened: 200))
        day.addAlert()
        day.addAlert("firing", ends: nil)
        let marked = try findings(day).filter { !$0.hasPrefix(" ") }
        #expect(marked[0] == "! iOS opens fell 76% below normal since 12:00.")
        #expect(marked[1] == "! iOS opens fell 76% below normal, 12:00 to 19:00.")
        #expect(marked[2].hasPrefix("~ Pushes were opened less"))
    }

    @Test("those that are silenced or explained by others are not told")
    func silenced() throws {
        var day = DayReport(usual: .month())
        day.addAlert("silenced", ends: nil)
        day.addAlert("inhibited", ends: nil)
        #expect(try findings(day).first?.contains("An ordinary day") == true)
    }

    @Test("at most five are told, and how many are left")
    func five() throws {
        var day = DayReport(usual: .month(opened: 200))
        for _ in 0..<4 { day.addAlert() }
        day.addFailures()
        let found = try findings(day)
        #expect(found.filter { $0.hasPrefix("!") }.count == 4)
        #expect(found.filter { $0.hasPrefix("~") }.isEmpty)
        #expect(found.contains { $0.contains("And 3 more findings") })
        #expect(found.last == "  To act on: 41 sends to dead tokens, 19 other refused sends.")
    }

    @Test("a young store says what is missing")
    func young() throws {
        #expect(
            try findings(DayReport(usual: .month(days: 5))) == [
                "  No alert is recorded. What is usual can be told from 10 final days on: there",
                "  are 5.",
            ])
    }

    @Test("an empty day says what there is")
    func empty() throws {
        let day = DayReport(usual: UsualTable(), hasSends: false)
        #expect(try findings(day) == ["  No sends are stored."])
        let page = try day.text(.html)
        #expect(page.contains("<strong>No sends are stored.</strong>"))
        #expect(!page.contains(#"<div class="figures">"#))
    }

    @Test("sends to topics are told and listed, with what devices tell of them")
    func topics() throws {
        var day = DayReport(usual: .month())
        try day.add(
            "topics",
            [
                [
                    "topic": "news", "campaign": "(none)", "sent": 2, "failed": 1,
                    "received": 1500, "opened": 300,
                ],
                [
                    "topic": "news", "campaign": "goal", "sent": 1, "failed": 0, "received": 0,
                    "opened": 0,
                ],
            ])
        #expect(
            try findings(day).suffix(3) == [
                "  Topics: 4 sends, 1 refused, in no rate, because nobody knows whom a topic",
                "  reaches.",
                "  Devices tell of 1,500 messages to topics, 300 of them opened.",
            ])
        let text = try day.text()
        #expect(
            text.contains(
                """
                  topic                         opened  open share    received    requests
                  news                             300       20.0%       1,500           4
                """))
        #expect(try day.text(.html).contains("<th scope=\"row\"><bdi>news</bdi></th>"))
    }

    @Test("a day of topics alone says so")
    func topicsAlone() throws {
        var day = DayReport(usual: .month(), hasSends: false)
        try day.add(
            "topics",
            [["topic": "news", "campaign": "goal", "sent": 1, "failed": 0, "received": 0]])
        var report = try day.report()
        report.notes = []
        let text = try report.text(.text, style: .plain, templates: PageTemplates())
        #expect(text.contains("  Nothing was sent to single devices.\n  Topics: 1 send, in no"))
    }

    @Test("a page and a text have the same sentences")
    func same() throws {
        var day = DayReport(usual: .month(opened: 200))
        day.addAlert()
        let page = try day.text(.html)
        #expect(page.contains("<title>Pushes of Monday, 15 December 2025 · UTC</title>"))
        #expect(page.contains("iOS opens fell 76% below normal, 12:00 to 19:00."))
        #expect(page.contains("<strong>Android pushes were opened less than usual:</strong>"))
    }

    @Test("names of campaigns are escaped")
    func hostile() throws {
        var usual = UsualTable.month(opened: 200)
        for offset in -28...0 {
            usual.add(
                offset, campaign: "<b>&\u{1b}[31m", sent: 1000, opened: offset == 0 ? 10 : 100)
        }
        let page = try DayReport(usual: usual).text(.html)
        #expect(page.contains(#"&lt;b&gt;&amp;\u{1b}[31m was opened less than usual:"#))
        #expect(!page.contains("<b>&"))
    }
}
