import Alerts
import Delivery
import Foundation
import Reporting
import Testing

/// Pages with all that a page can hold, kept as files: what browsers and validators are shown.
@Suite("Pages")
struct GalleryTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Browser/Pages")

    @Test("are kept byte by byte", arguments: ["gallery", "index", "result", "empty", "day"])
    func kept(name: String) throws {
        let page = try page(name)
        let file = GalleryTests.folder.appending(path: "\(name).html")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
            try page.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("\(file.path) is written anew")
        }
        #expect(try page == String(contentsOf: file, encoding: .utf8))
    }

    private func page(_ name: String) throws -> String {
        switch name {
        case "gallery": HTMLFormat.page(GalleryTests.gallery)
        case "index": try ReportIndex.page(GalleryTests.days, PageTemplates())
        case "day": try Gallery.day().text(.html)
        case "result": HTMLFormat().text(of: Gallery.pieces[9].table)
        default: HTMLFormat().text(of: ResultTable(columns: ["a", "b"], cutAfterRows: 0))
        }
    }

    private static var gallery: [String: Any] {
        [
            "title": "Push notifications on 18 November 2025",
            "name": "nightly",
            "scope": [
                ["name": "since", "text": "2025-11-18 00:00 UTC"],
                ["name": "until", "text": "2025-11-19 00:00 UTC"],
                ["name": "as of", "text": "2025-11-19 06:00 UTC"],
                ["name": "campaign", "text": Gallery.hostileNames[0]],
            ],
            "sections": Gallery.pieces.map(section) + Gallery.alerts.map(alarms) + [wide],
        ]
    }

    private static func section(_ piece: Gallery.Piece) -> [String: Any] {
        let id = piece.name.replacing(" ", with: "-")
        var section: [String: Any] = [
            "name": id, "title": piece.name.prefix(1).uppercased() + piece.name.dropFirst(),
            "about": "What this section answers, in a sentence that says what is counted and how.",
            "command": "pushfunnel sql \(id) --param since=2025-11-18 --param until=2025-11-19",
        ]
        section["chart"] = svg(of: piece.kind, table: piece.table, title: piece.name, id: id)
        if ![.hours, .multiples, .curve, .series, .trend].contains(piece.kind) {
            section["table"] = HTMLFormat.table(shown(piece.table), caption: piece.name)
            section["more"] = "and 5 more: --json and --csv have all"
        }
        if piece.kind == .effect {
            section["findings"] = [
                ["text": "Pushes with an image are opened 8.4% more often (3.1% to 13.9%)."],
                ["text": "Without regard to campaign it seems 21.3%: campaigns differ."],
            ]
        }
        return section
    }

    private static func alarms(_ piece: (name: String, series: AlertSeries)) -> [String: Any] {
        let id = piece.name.replacing(" ", with: "-")
        var section: [String: Any] = ["name": id, "title": piece.name]
        section["chart"] = svg(of: piece.series, title: piece.name, id: id)
        return section
    }

    /// More columns than any screen shows.
    private static var wide: [String: Any] {
        let columns = (0..<14).map { index in
            ShownTable.Column(
                title: index == 0 ? "campaign" : "measure \(index)",
                meaning: index % 3 == 0 ? "what \"measure\" <\(index)> says" : nil,
                isNumber: index > 0)
        }
        let rows = Gallery.hostileNames.map { name in
            [ShownTable.Cell(text: name)]
                + (1..<14).map {
                    $0 == 4
                        ? ShownTable.Cell(text: "n/a")
                        : ShownTable.Cell(
                            text: "\(7 * $0),\(100 + $0)", detail: $0 % 3 == 0 ? "6.1–7.2%" : nil)
                }
        }
        let table = HTMLFormat.table(
            ShownTable(columns: columns, rows: rows), caption: "A wide table")
        return ["name": "wide-table", "title": "A wide table", "table": table]
    }

    private static func shown(_ table: ResultTable) -> ShownTable {
        ShownTable(
            columns: table.columns.enumerated().map { index, column in
                ShownTable.Column(
                    title: column.name,
                    isNumber: table.rows.contains { $0[index].isNumber })
            },
            rows: table.rows.map { row in
                row.map { cell in
                    switch cell {
                    case .integer(let number): ShownTable.Cell(text: NumberWords.grouped(number))
                    case .real(let number): ShownTable.Cell(text: "\(number)", detail: "0.9–1.1")
                    case .text(let text): ShownTable.Cell(text: text)
                    case .null, .blob: ShownTable.Cell(text: "n/a")
                    }
                }
            })
    }

    private static var days: [ReportIndex.Day] {
        [("2025-09", 3), ("2025-10", 31), ("2025-11", 30), ("2025-12", 2)].flatMap { month, count in
            (1...count).map { day in
                let text = "\(month)-\(day < 10 ? "0" : "")\(day)"
                let counts = [
                    "sent": 1_010_345 + Double(day), "received": 810_002, "opened": 61_200,
                ]
                let rate = 0.06 + Double(day % 7) / 1000
                var page = PageList.Page(
                    isFinal: month == "2025-11",
                    figures: counts.merging(day == 1 ? [:] : ["open_rate": rate]) { $1 })
                if day == 9 {
                    page.finding = .init(
                        tone: "bad", label: "Alert",
                        text: "Opens of \(Gallery.hostileNames[0]) fell")
                }
                if day == 2 {
                    page.finding = .init(
                        tone: "notable", label: "Change", text: "Pushes were opened less than usual"
                    )
                }
                return ReportIndex.Day(day: text, href: text + ".html", page: page)
            }
        }
    }
}
