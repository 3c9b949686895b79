/// A page of HTML that is complete in itself: no script, nothing from a network.
///
/// Thousands separators and percent as people read them; a cut result says so below its table.
package struct HTMLFormat: TableFormat {
    package init() {}

    package func text(of table: ResultTable) -> String { text(of: table, chart: nil) }

    /// With a drawing above the table.
    package func text(of table: ResultTable, chart: String?) -> String {
        var section = section(TitledTable(title: "Result", table: table), number: 1)
        section["chart"] = chart
        return HTMLFormat.page(["title": "Result", "sections": [section]])
    }

    package func text(of sections: [TitledTable]) -> String {
        HTMLFormat.page([
            "title": "Results",
            "sections": sections.enumerated().map { index, titled in
                section(titled, number: index + 1).merging(["title": titled.title]) { $1 }
            },
        ])
    }

    /// The page that the built-in template makes of this; `reports/README.md` says of what.
    package static func page(_ context: [String: Any]) -> String {
        do {
            return try PageTemplates().text("_page", .html, context)
        } catch {
            preconditionFailure("a built-in template cannot be parsed: \(error)")
        }
    }

    /// A table as a part of a page.
    package static func table(_ table: ShownTable, caption: String) -> String {
        HTMLTable(table: table, caption: caption).text
    }

    private func section(_ titled: TitledTable, number: Int) -> [String: Any] {
        let table = HTMLFormat.table(ShownTable(titled.table), caption: titled.title)
        var section: [String: Any] = ["name": "table-\(number)", "table": table]
        section["more"] = titled.table.cutAfterRows.map(CellText.cutNotice)
        return section
    }
}

extension ShownTable {
    /// The cells of a result as they are, and headings that are the names of its columns.
    init(_ table: ResultTable) {
        let table = table.withoutSmallBases
        columns = table.columns.indices.map { index in
            Column(
                title: CellText.heading(table.columns[index], isHuman: true),
                isNumber: table.isOfNumbers(index))
        }
        rows = table.rows.map { row in
            zip(row, table.columns).map { Cell(text: CellText.cell($0, in: $1, isHuman: true)) }
        }
    }
}
