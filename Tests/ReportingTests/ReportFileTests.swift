import Reporting
import Testing

@Suite("Report files")
struct ReportFileTests {
    private static let whole = """
        # weekly
        # Which campaigns were opened. It is for Mondays.

        title = The week
        requires = campaign, platform

        # A remark for who writes it.
        [best]
        title = Opened most
        query = funnel_by_campaign
        derive = change
        about = Only campaigns
            of some size.
        chart = bars
        columns = campaign opened
            open_rate
        rows = 5
        needs = opened
        finding = {{campaign}}
            rose
        :top = 3

        [rest]
        query = funnel_total
        """

    @Test("hold all that they say")
    func whole() throws {
        let report = try ReportFile.parse(Self.whole, path: "mine/weekly.report")
        #expect(report.name == "weekly")
        #expect(report.summary == "Which campaigns were opened.")
        #expect(report.description == "Which campaigns were opened. It is for Mondays.")
        #expect(report.requires == ["campaign", "platform"])
        #expect(report.sections.map(\.name) == ["best", "rest"])
        let best = try #require(report.sections.first)
        #expect(best.title == "Opened most")
        #expect(best.query == "funnel_by_campaign")
        #expect(best.derivation == "change")
        #expect(best.about == "Only campaigns of some size.")
        #expect(best.chart == .bars)
        #expect(best.columns == ["campaign", "opened", "open_rate"])
        #expect(best.rows == 5)
        #expect(best.needs == ["opened"])
        #expect(best.finding == "{{campaign}}\nrose")
        #expect(best.parameters == ["top": "3"])
        #expect(best.lines["columns"] == 15)
        #expect(report.sections[1].title == "rest")
    }

    @Test("may have lines that end in CRLF")
    func lineEnds() throws {
        let report = try ReportFile.parse(
            Self.whole.replacing("\n", with: "\r\n"), path: "mine/weekly.report")
        #expect(try report == ReportFile.parse(Self.whole, path: "mine/weekly.report"))
    }

    @Test("tell every mistake with its line")
    func mistakes() {
        let text = "# monthly\n\nrows = 1\n[a]\nquery = x\nquery = y\nrows = -1\n[a]\nnothing\n"
        let error = #expect(throws: QueryError.self) {
            _ = try ReportFile.parse(text, path: "weekly.report")
        }
        let places = error?.problems.map { "\($0.place?.line ?? 0) \($0.code)" }
        #expect(
            places == [
                "1 name_differs", "3 unknown_word", "6 described_twice", "7 bad_line",
                "8 described_twice", "9 bad_line", "1 no_description", "1 missing_key",
                "8 missing_key",
            ])
    }

    @Test("of the program can all be read", arguments: ReportCatalog().names)
    func builtIn(name: String) throws {
        let report = try ReportCatalog().report(name)
        let queries = QueryCatalog()
        for section in report.sections {
            let query = try queries.query(section.query)
            let derivation = section.derivation.flatMap(Derivation.named)
            #expect((section.derivation == nil) == (derivation == nil), "\(section.name)")
            let columns = (derivation?.columns ?? query.columns).map(\.name)
            let unknown = (section.columns + section.needs).filter { !columns.contains($0) }
            #expect(unknown == [], "\(name) \(section.name)")
        }
    }
}
