import Foundation
import Reporting
import Testing

/// Properties of every chart, whatever the rows.
@Suite("Charts")
struct ChartTests {
    @Test("are well-formed, with a title and the figures in words", arguments: ChartKind.allCases)
    func wellFormed(kind: ChartKind) throws {
        for piece in Gallery.pieces(of: kind) {
            let title = "A title with <, & and \"quotes\""
            let drawing = try #require(
                svg(of: kind, table: piece.table, title: title, id: "a b"), "\(piece.name)")
            let marks = try SVGMarks(drawing)
            #expect(marks.drawings.count == 2, "one for each width of screen")
            for image in marks.drawings {
                #expect(image.attributes["role"] == "img")
                let named = image.attributes["aria-labelledby"]?.split(separator: " ") ?? []
                let words = named.map { marks.words[String($0)] ?? "" }
                #expect(words.first == title)
                #expect(words.last?.contains(/\d/) == true, "\(piece.name): \(words)")
            }
            #expect(marks.ids.count == Set(marks.ids).count)
        }
    }

    @Test("hold all that they draw", arguments: ChartKind.allCases)
    func bounds(kind: ChartKind) throws {
        for piece in Gallery.pieces(of: kind) {
            let drawing = try #require(
                svg(of: kind, table: piece.table, title: piece.name, id: "chart"))
            let outside = try SVGMarks(drawing).drawings.flatMap { image in
                image.points.filter { x, y in
                    !(-0.01...image.width + 0.01).contains(x)
                        || !(-0.01...image.height + 0.01).contains(y)
                }.map { "\(piece.name): \($0) of \(image.width) × \(image.height)" }
            }
            #expect(outside == [])
        }
    }

    @Test("write no number with more than one decimal", arguments: ChartKind.allCases)
    func decimals(kind: ChartKind) throws {
        for piece in Gallery.pieces(of: kind) {
            let drawing = try #require(
                svg(of: kind, table: piece.table, title: piece.name, id: "chart"))
            let long = try SVGMarks(drawing).drawings.flatMap(\.numbers).filter {
                $0.split(separator: ".").count > 1 && $0.split(separator: ".")[1].count > 1
            }
            #expect(long == [])
        }
    }

    @Test("are the same bytes each time", arguments: ChartKind.allCases)
    func same(kind: ChartKind) {
        for piece in Gallery.pieces(of: kind) {
            let drawings = (0..<3).map { _ in
                svg(of: kind, table: piece.table, title: piece.name, id: "chart")
            }
            #expect(Set(drawings).count == 1)
        }
    }

    @Test("say nothing where there is nothing to draw", arguments: ChartKind.allCases)
    func nothing(kind: ChartKind) throws {
        let table = try #require(Gallery.pieces(of: kind).first).table
        var none = table
        none.rows = []
        #expect(svg(of: kind, table: none, title: "", id: "chart") == nil)
        let others = ResultTable(columns: ["a", "b"], rows: [[nil, 1.5]])
        #expect(svg(of: kind, table: others, title: "", id: "chart") == nil)
        var nulls = table
        nulls.rows = table.rows.map { $0.map { _ in nil } }
        let drawing = svg(of: kind, table: nulls, title: "", id: "chart")
        // Platforms without any count are still platforms: all is n/a, in words.
        #expect((drawing == nil) == (kind != .funnel))
    }

    @Test("take any numbers", arguments: ChartKind.allCases)
    func extremes(kind: ChartKind) throws {
        let numbers: [ResultTable.Cell] = [
            0, 1, -1, .integer(.max), .integer(.min), 1e300, 1e-300, -0.5, .real(.infinity),
            .real(.nan), nil, "text", .blob([0, 255]),
        ]
        for piece in Gallery.pieces(of: kind) {
            for number in numbers {
                for column in piece.table.columns.indices {
                    var table = piece.table
                    table.rows = table.rows.prefix(40).map { row in
                        var row = row
                        row[column] = number
                        return row
                    }
                    guard let drawing = svg(of: kind, table: table, title: "", id: "chart") else {
                        continue
                    }
                    let place = "\(piece.name), \(piece.table.columns[column].name), \(number)"
                    for image in try SVGMarks(drawing).drawings {
                        #expect(image.height < 5000, "\(place)")
                        let isInside = image.points.allSatisfy { x, y in
                            (-0.01...image.width + 0.01).contains(x)
                                && (-0.01...image.height + 0.01).contains(y)
                        }
                        #expect(isInside, "\(place)")
                    }
                }
            }
        }
    }
}

/// What the charts say of their figures.
@Suite("Figures of charts")
struct ChartFigureTests {
    private func texts(_ kind: ChartKind, _ table: ResultTable) throws -> [String] {
        let drawing = try #require(svg(of: kind, table: table, title: "", id: "chart"))
        return try #require(try SVGMarks(drawing).drawings.first).texts
    }

    @Test("shares with their intervals; what cannot be told in words")
    func funnel() throws {
        let table = ResultTable(
            columns: [
                "platform", "sent", "received", "impressions", "opened", "impression_base",
                "open_base",
            ], rows: [["ios", 1000, 500, nil, 8, 0, 99]])
        let texts = try texts(.funnel, table)
        #expect(texts.contains("1,000 sent"))
        #expect(texts.contains("50.0%"))
        #expect(texts.contains("46.9–53.1%"), "Wilson's interval of 500 in 1,000")
        #expect(texts.contains("n/a: no log reports any on ios"))
        #expect(texts.contains("8 of 99, too few"))
    }

    @Test("steps of the whole funnel, with the loss where it happened")
    func steps() throws {
        let table = ResultTable(
            columns: [
                "attempted", "failed", "sent", "received", "impressions", "opened",
                "impression_base", "open_base", "failure_base",
            ], rows: [[1000, 100, 900, 450, 300, 45, nil, 500, 1000]])
        let drawing = try #require(svg(of: .steps, table: table, title: "", id: "chart"))
        #expect(
            try SVGMarks(drawing).words["chart-wide-desc"]
                == "attempted 1,000; failed 100, 10.0% of attempted (8.3–12.0%); sent 900; "
                + "received 450, 50.0% of sent (46.7–53.3%); shown 300; "
                + "opened 45, 9.0% of those to open (6.8–11.8%).")
        let texts = try texts(.steps, table)
        #expect(texts.contains("50.0% of sent"))
        #expect(!texts.contains { $0.hasSuffix("client logs") }, "several platforms have no rate")
    }

    @Test("hours that are missing are gaps")
    func gaps() throws {
        let table = ResultTable(
            columns: ["send_hour", "sent", "received", "opened"],
            rows: [["2025-11-18T22", 10, 5, 1], ["2025-11-19T01", 30, 5, 1]])
        let drawing = try #require(svg(of: .hours, table: table, title: "", id: "chart"))
        let marks = try SVGMarks(drawing)
        #expect(
            marks.words["chart-wide-desc"]
                == "18 Nov – 19 Nov 2025, UTC: 40 sent, 10 received, 2 opened. Most were sent in "
                + "the hour from 19 Nov 2025 01:00: 30. 2 hours have no rows.")
        let areas = try #require(marks.drawings.first).paths.map { $0.count { $0 == "Z" } }
        #expect(areas == [2, 2, 2])
    }

    @Test("rates of fewer than twenty are gaps, and campaigns stand by size")
    func multiples() throws {
        let table = ResultTable(
            columns: ["campaign", "send_hour", "open_base", "opened"],
            rows: [
                ["small", "2025-11-18T10", 19, 19], ["large", "2025-11-18T10", 100, 10],
                ["large", "2025-11-18T11", 10, 10], ["large", "2025-11-18T12", 100, 20],
            ])
        let drawing = try #require(svg(of: .multiples, table: table, title: "", id: "chart"))
        let marks = try SVGMarks(drawing)
        #expect(
            marks.words["chart-wide-desc"]
                == "Open rates, the largest campaigns first: large 19.0%; small n/a. "
                + "All together 25.8%.")
        #expect(try #require(marks.drawings.first).paths.isEmpty, "no two hours in a row")
    }

    @Test("ratios with intervals, and n/a")
    func effect() throws {
        let table = ResultTable(
            columns: ["what", "risk_ratio", "risk_ratio_low", "risk_ratio_high"],
            rows: [["all, adjusted", 1.084, 1.031, 1.1391], ["web", nil, nil, nil]])
        let texts = try texts(.effect, table)
        #expect(texts.contains("1.08 (1.03–1.14)"))
        #expect(texts.contains("n/a"))
        #expect(texts.contains("1"), "the line of no difference is on the axis")
    }

    @Test(
        "the time within which half have opened, or converted", arguments: ["opened", "converted"])
    func curve(deed: String) throws {
        let table = ResultTable(
            columns: ["platform", "from_seconds", "to_seconds", "\(deed)_so_far_share"],
            rows: [
                ["web", nil, 0, 0.001], ["web", 0, 60, 0.4], ["web", 60, 300, 0.5],
                ["web", 300, 3600, 0.91], ["web", 3600, nil, 1],
            ])
        let drawing = try #require(svg(of: .curve, table: table, title: "", id: "chart"))
        #expect(
            try SVGMarks(drawing).words["chart-wide-desc"]
                == "web: half \(deed) within 5 min, 90% \(deed) within 1 h.")
        #expect(try texts(.curve, table).contains("half within 5 min"))
    }

    @Test("twelve bars and the number of the others")
    func bars() throws {
        let table = ResultTable(
            columns: [
                .init("a", .text, ""), .init("rate", .share, ""), .init("b", .text, ""),
                .init("n", .integer, ""),
            ],
            rows: (0..<15).reversed().map { ["word", 1, .text("\($0)"), .integer(100 - $0)] })
        let texts = try texts(.bars, table)
        #expect(texts.filter { $0.hasPrefix("word · ") }.count == 12)
        #expect(texts.contains("100") && texts.contains("89") && !texts.contains("88"))
        #expect(texts.contains("And 3 more."))
    }

    @Test("rates over time, without those whose opens are to come")
    func series() throws {
        let table = ResultTable(
            columns: [
                .init("send_day", .text, ""), .init("open_rate", .share, ""),
                .init("sent", .integer, ""), .init("mature", .text, ""),
            ],
            rows: [
                ["2025-11-18", 0.1, 9, "yes"], ["2025-11-20", 0.2, 9, "yes"],
                ["2025-11-21", 0.05, 9, "yes"], ["2025-11-22", 0.01, 9, "no"],
            ])
        let drawing = try #require(svg(of: .series, table: table, title: "", id: "chart"))
        let marks = try SVGMarks(drawing)
        #expect(marks.words["chart-wide-desc"] == "open_rate: 1.0% to 20.0%; last 1.0%.")
        let image = try #require(marks.drawings.first)
        #expect(image.paths.count == 2, "one of settled days, one of the open day")
        #expect(image.texts.contains("By send_day. Dashed: opens are still to come."))
    }

    @Test("counts over time where there are no rates, a line for each of the words")
    func seriesOfCounts() throws {
        let rows: [[ResultTable.Cell]] = [
            ["2025-11-18T10", "ios", 3], ["2025-11-18T10", "web", 4], ["2025-11-18T11", "ios", 5],
        ]
        let table = ResultTable(columns: ["send_hour", "platform", "sent"], rows: rows)
        let drawing = try #require(svg(of: .series, table: table, title: "", id: "chart"))
        #expect(
            try SVGMarks(drawing).words["chart-wide-desc"]
                == "sent: 3 to 5; ios last 5; web last 4.")
        #expect(throws: QueryError(.severalToDraw(column: "send_hour", text: "2025-11-18T11"))) {
            let twice = ResultTable(
                columns: ["send_hour", "platform", "sent"], rows: rows + [rows[2]])
            _ = try SeriesText.text(of: twice, .plain)
        }
    }
}
