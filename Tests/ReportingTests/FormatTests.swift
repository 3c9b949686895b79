import Foundation
import Reporting
import Testing

@Suite("Markdown")
struct MarkdownFormatTests {
    @Test("a table with numbers to the right")
    func table() {
        let table = ResultTable(
            columns: [
                .init("image_status", .text, ""), .init("sent", .integer, ""),
                .init("open_rate", .rate, "", of: .init(part: "opened", whole: "sent")),
            ],
            rows: [["no_url", 1234, 0.005], ["ok", nil, nil], ["ok", 1, 1]]
        ).cut(after: 2)
        let expected = """
            | image_status | sent | open_rate |
            | --- | ---: | ---: |
            | no_url | 1,234 | 0.50% |
            | ok | n/a | n/a |

            _cut after 2 rows: there are more_

            """
        #expect(MarkdownFormat().text(of: table) == expected)
    }

    @Test(
        "markup in data stays text",
        arguments: [
            ("a|b", "a\\|b"), ("|\u{301}", "\\|\u{301}"), ("\\", "\\\\"),
            ("*x* `y`", "\\*x\\* \\`y\\`"),
            ("<script>&", "&lt;script&gt;&amp;"), ("[x](y)", "\\[x\\](y)"), ("_x_y_", "\\_x_y\\_"),
            ("a\nb", "a\\\\nb"), ("\u{1b}[0m", "\\\\u{1b}\\[0m"),
        ])
    func escapes(text: String, expected: String) {
        let lines = MarkdownFormat().text(of: column(.text(text))).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[2] == "| \(expected) |")
    }

    @Test("sections are chapters")
    func sections() {
        let text = MarkdownFormat().text(of: [TitledTable(title: "A|b", table: column(1))])
        #expect(text == "## A\\|b\n\n| a |\n| ---: |\n| 1 |\n")
    }
}

@Suite("CSV")
struct CSVFormatTests {
    @Test(
        "fields as in RFC 4180; null is empty and an empty text is not",
        arguments: [
            (ResultTable.Cell.null, ""), ("", "\"\""), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""),
            ("\"\u{301}", "\"\"\"\u{301}\""), ("a\nb", "\"a\nb\""), ("a\r\nb", "\"a\r\nb\""),
            (" a", "\" a\""), (9_223_372_036_854_775_807, "9223372036854775807"), (0.1, "0.1"),
            (.blob([1, 171]), "01ab"), ("Grüße", "Grüße"),
        ])
    func fields(cell: ResultTable.Cell, expected: String) {
        #expect(CSVFormat().text(of: column(cell)) == "a\n\(expected)\n")
    }

    @Test(
        "a text that a spreadsheet would run gets an apostrophe, a number does not",
        arguments: [
            (ResultTable.Cell.text("=1+1"), "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"),
            ("\tx", "'\tx"), ("\rx", "\"'\rx\""), ("=\u{301}", "'=\u{301}"),
            ("=a,b", "\"'=a,b\""), (-1, "-1"), (-0.5, "-0.5"), ("a=b", "a=b"),
            ("\nx", "\"'\nx\""), (" =1", "' =1"), ("\"=1", "\"'\"\"=1\""), ("＝1", "'＝1"),
            ("＋1", "'＋1"), ("－1", "'－1"), ("＠x", "'＠x"), ("'+1", "''+1"),
            ("\u{feff}=1", "'\u{feff}=1"),
        ])
    func formulas(cell: ResultTable.Cell, expected: String) {
        #expect(CSVFormat().text(of: column(cell)) == "a\n\(expected)\n")
    }

    @Test("a heading is guarded like a text")
    func heading() {
        #expect(CSVFormat().text(of: column(named: "=a")) == "'=a\n")
    }
}

@Suite("JSON")
struct JSONFormatTests {
    @Test("objects with their members in the order of the columns, integers exact")
    func table() {
        let table = ResultTable(
            columns: ["z", "a", "r"],
            rows: [[.integer(.max), "x", 0.1], [nil, "", .real(.infinity)]])
        let expected = """
            [
              {"z": 9223372036854775807, "a": "x", "r": 0.1},
              {"z": null, "a": "", "r": null}
            ]

            """
        #expect(JSONFormat().text(of: table) == expected)
    }

    @Test("no rows are an empty array")
    func empty() {
        #expect(JSONFormat().text(of: ResultTable(columns: ["a"])) == "[]\n")
        #expect(JSONFormat().text(of: [TitledTable]()) == "{}\n")
    }

    @Test("names that occur again get numbers")
    func names() {
        let table = ResultTable(columns: ["n", "n", "n_2"], rows: [[1, 2, 3]])
        #expect(JSONFormat().text(of: table) == "[\n  {\"n\": 1, \"n_3\": 2, \"n_2\": 3}\n]\n")
    }

    @Test(
        "every text reads back as it was, and moves no cursor",
        arguments: [
            "\"\\/\u{1b}[2J\u{0}\u{7f}\u{9b}", "a\r\n\tb", "🎉\u{202e}\u{e0041}\u{2028}", "é你",
        ])
    func texts(text: String) throws {
        let json = JSONFormat().text(of: column(.text(text)))
        let objects = try JSONSerialization.jsonObject(with: Data(json.utf8))
        #expect((objects as? [[String: String]])?.first?["a"] == text)
        let isSafe = json.unicodeScalars.allSatisfy {
            $0 == "\n" || $0.properties.generalCategory != .control
        }
        #expect(isSafe)
    }

    @Test("sections are members of one object")
    func sections() throws {
        let table = column(1, 2)
        let text = JSONFormat().text(of: [
            TitledTable(title: "by \"day\"", table: table),
            TitledTable(title: "none", table: ResultTable(columns: ["a"])),
        ])
        let expected = """
            {
              "by \\"day\\"": [
                {"a": 1},
                {"a": 2}
              ],
              "none": []
            }

            """
        #expect(text == expected)
    }
}

@Suite("Choosing a format")
struct FormatNameTests {
    @Test(
        "the end of a file name says the format",
        arguments: [
            ("a.csv", FormatName.csv), ("a.b.MD", .markdown), ("x.json", .json), ("x.txt", .text),
        ])
    func fileNames(name: String, expected: FormatName) {
        #expect(FormatName(fileName: name) == expected)
    }

    @Test("other ends say none", arguments: ["a", "a.xml", "csv", "a.", ""])
    func otherNames(name: String) {
        #expect(FormatName(fileName: name) == nil)
    }
}
