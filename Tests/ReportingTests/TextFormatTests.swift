import Reporting
import Testing

@Suite("Text tables")
struct TextFormatTests {
    let funnel = ResultTable(
        columns: [
            .init("campaign", .text, ""), .init("sent", .integer, ""),
            .init("impressions", .integer, ""),
            .init("open_rate", .rate, "", of: .init(part: "opened", whole: "sent")),
        ],
        rows: [["welcome", 1_234_567, 0, 0.1205], ["sale", 12, nil, 0.25]])

    @Test("numbers stand to the right, null is n/a, nothing is at the ends of lines")
    func plain() {
        let expected = """
            campaign     sent  impressions  open_rate
            --------  -------  -----------  ---------
            welcome   1234567            0     0.1205
            sale           12          n/a       0.25

            """
        #expect(TextFormat().text(of: funnel) == expected)
    }

    @Test("people get thousands separators and percent, and no rates of fewer than 100")
    func human() {
        let expected = """
            campaign       sent  impressions  open_rate
            --------  ---------  -----------  ---------
            welcome   1,234,567            0     12.05%
            sale             12          n/a        n/a

            """
        #expect(TextFormat(style: .human).text(of: funnel) == expected)
    }

    @Test(
        "parts of 1 are percent with two digits",
        arguments: [
            (0.0, "0.00%"), (0.0005, "0.05%"), (0.01, "1.00%"), (1.0, "100.00%"),
            (-0.0007, "-0.07%"),
            (-1.2345, "-123.45%"), (2.0 / 3, "66.67%"), (-0.00001, "0.00%"),
        ])
    func percent(part: Double, expected: String) {
        let table = ResultTable(columns: [.init("part", .share, "")], rows: [[.real(part)]])
        #expect(lastLine(TextFormat(style: .human).text(of: table)).trimmingSpaces == expected)
    }

    @Test("the ends of 64 bits are exact")
    func integers() {
        let table = column(.integer(.min), .integer(.max))
        let lines = TextFormat(style: .human).text(of: table).split(separator: "\n")
        #expect(lines[2] == "-9,223,372,036,854,775,808")
        #expect(lines[3] == " 9,223,372,036,854,775,807")
    }

    @Test(
        "escape sequences, line ends and direction marks in data are written out",
        arguments: [
            ("\u{1b}[31mred", "\\u{1b}[31mred"), ("a\u{9b}2J", "a\\u{9b}2J"),
            ("a\nb\r\nc\td", "a\\nb\\r\\nc\\td"), ("\u{7}\u{8}\u{7f}", "\\u{7}\\u{8}\\u{7f}"),
            ("\u{202e}evil\u{2066}", "\\u{202e}evil\\u{2066}"), ("\0", "\\u{0}"),
            ("\u{2028}", "\\u{2028}"), ("a\u{200b}b\u{ad}", "a\\u{200b}b\\u{ad}"),
            ("a\u{200d}b\u{200c}", "a\\u{200d}b\\u{200c}"), ("\u{3164}", "\\u{3164}"),
            ("👩\u{200d}🚀 می\u{200c}خواهم", "👩\u{200d}🚀 می\u{200c}خواهم"),
            ("Grüße 你好 🎉", "Grüße 你好 🎉"),
        ])
    func unsafeText(text: String, expected: String) {
        #expect(lastLine(TextFormat(style: .human).text(of: column(.text(text)))) == expected)
        let heading = TextFormat().text(of: column(1, named: text))
        #expect(heading.hasPrefix(expected + "\n"))
    }

    @Test("without colour there is no escape, with colour only bold and dim")
    func color() {
        #expect(!TextFormat(style: .human).text(of: funnel).contains("\u{1b}"))
        let colored = TextFormat(style: TextStyle(isHuman: true, hasColor: true)).text(of: funnel)
        let expected = "\u{1b}[1mcampaign       sent  impressions  open_rate\u{1b}[0m\n\u{1b}[2m---"
        #expect(colored.hasPrefix(expected))
    }

    @Test("wide and combining letters keep the columns in line")
    func width() {
        let table = ResultTable(
            columns: ["name", "n"],
            rows: [
                ["你好", 1], ["🎉🎉", 1], ["e\u{301}tat", 1], ["👩‍👩‍👧x", 1], ["🇩🇪", 1], ["한글", 1],
            ])
        let expected = """
            name  n
            ----  -
            你好  1
            🎉🎉  1
            e\u{301}tat  1
            👩‍👩‍👧x   1
            🇩🇪    1
            한글  1

            """
        #expect(TextFormat().text(of: table) == expected)
    }

    @Test("a cut result says so")
    func cut() {
        let table = ResultTable(columns: ["a"], rows: [[1]], cutAfterRows: 1)
        #expect(lastLine(TextFormat().text(of: table)) == "(cut after 1 row: there are more)")
    }

    @Test("a result without rows shows its headings")
    func empty() {
        let text = TextFormat().text(of: ResultTable(columns: ["a", "bc"]))
        #expect(text == "a  bc\n-  --\n")
    }

    @Test("reals and blobs")
    func otherCells() {
        let table = column(0.1, .real(.infinity), .blob([0, 255]))
        #expect(TextFormat().text(of: table) == "a\n--------\n0.1\nInfinity\nx'00ff'\n")
    }

    @Test("sections have their titles above them")
    func sections() {
        let sections = [
            TitledTable(title: "One\u{1b}", table: column(1)),
            TitledTable(title: "Two", table: column(2)),
        ]
        let expected = "One\\u{1b}\n\na\n-\n1\n\nTwo\n\na\n-\n2\n"
        #expect(TextFormat().text(of: sections) == expected)
    }

    private func lastLine(_ text: String) -> String {
        text.split(separator: "\n").last.map(String.init) ?? ""
    }
}

extension String {
    fileprivate var trimmingSpaces: String { String(drop { $0 == " " }) }
}
