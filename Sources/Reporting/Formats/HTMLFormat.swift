/// A page of HTML that is complete in itself: no script, nothing from a network.
///
/// Thousands separators and percent as people read them; a cut result says so below its table.
package struct HTMLFormat: TableFormat {
    package init() {}

    package func text(of table: ResultTable) -> String {
        text(of: [TitledTable(title: "Result", table: table)])
    }

    package func text(of sections: [TitledTable]) -> String {
        let title = sections.count == 1 ? sections[0].title : "Results"
        let context: [String: Any] = [
            "title": HTMLText.visible(title),
            "sections": sections.enumerated().map { section($1, number: $0 + 1) },
        ]
        do {
            return try PageTemplates().text("_page", .html, context)
        } catch {
            preconditionFailure("a template of the program's own is broken: \(error)")
        }
    }

    private func section(_ titled: TitledTable, number: Int) -> [String: Any] {
        let id = "table-\(number)"
        let shown = ShownTable(titled.table)
        var section: [String: Any] = [
            "name": id, "title": HTMLText.visible(titled.title),
            "table": HTMLTable(shown, caption: titled.title, id: id).text,
        ]
        section["more"] = titled.table.cutAfterRows.map(CellText.cutNotice)
        return section
    }
}

extension ShownTable {
    /// The cells of a result as they are, and headings that are the names of its columns.
    init(_ table: ResultTable) {
        columns = table.columns.indices.map { index in
            let cells = table.rows.lazy.map { $0[index] }.filter { $0 != .null }
            return Column(
                title: CellText.heading(table.columns[index], isHuman: true),
                isNumber: !cells.isEmpty && cells.allSatisfy(\.isNumber))
        }
        rows = table.rows.map { row in
            zip(row, table.columns).map { Cell(text: CellText.cell($0, in: $1, isHuman: true)) }
        }
    }
}
