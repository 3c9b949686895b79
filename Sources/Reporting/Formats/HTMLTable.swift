/// A table as a part of an HTML page. Its look is the page's: `reports/_style.html.mustache`.
package struct HTMLTable: Sendable {
    package var table: ShownTable
    /// What the table is, for those who hear it; the page's own heading says it to others.
    package var caption: String
    /// Unique in the page.
    package var id: String

    package init(_ table: ShownTable, caption: String, id: String) {
        self.table = table
        self.caption = caption
        self.id = HTMLText.identifier(id)
    }

    /// A table wider than the screen scrolls in a region of its own, which the keyboard reaches.
    package var text: String {
        var lines = [
            #"<div class="scroll" role="region" aria-labelledby="\#(id)-caption" tabindex="0">"#,
            "<table>",
            #"<caption id="\#(id)-caption">\#(HTMLText.escaped(caption))</caption>"#,
            "<thead>", "<tr>" + table.columns.map(heading).joined() + "</tr>", "</thead>",
            "<tbody>",
        ]
        lines += table.rows.map(row)
        lines += ["</tbody>", "</table>", "</div>"]
        return lines.joined(separator: "\n")
    }

    private func heading(_ column: ShownTable.Column) -> String {
        let side = column.isNumber ? #" class="number""# : ""
        let meaning = column.meaning.map { #" title="\#(HTMLText.escaped($0))""# } ?? ""
        return #"<th scope="col"\#(side)\#(meaning)>\#(isolated(column.title))</th>"#
    }

    private func row(_ cells: [ShownTable.Cell]) -> String {
        let head = table.columns.firstIndex { !$0.isNumber }
        let texts = cells.indices.map { index in
            index == head
                ? #"<th scope="row">\#(content(cells[index]))</th>"#
                : cell(cells[index], isNumber: table.columns[index].isNumber)
        }
        return "<tr>" + texts.joined() + "</tr>"
    }

    private func cell(_ cell: ShownTable.Cell, isNumber: Bool) -> String {
        guard isNumber else { return "<td>\(content(cell))</td>" }
        let absence = cell.text == CellText.null ? " absent" : ""
        let detail = cell.detail.map { " <small>\(HTMLText.escaped($0))</small>" } ?? ""
        return #"<td class="number\#(absence)">\#(HTMLText.escaped(cell.text))\#(detail)</td>"#
    }

    private func content(_ cell: ShownTable.Cell) -> String {
        isolated(cell.text)
            + (cell.detail.map { " <small>\(isolated($0))</small>" } ?? "")
    }

    /// Words written from right to left keep their direction to themselves.
    private func isolated(_ text: String) -> String {
        let escaped = HTMLText.escaped(text)
        return text.utf8.allSatisfy { $0 < 0x80 } ? escaped : "<bdi>\(escaped)</bdi>"
    }
}
