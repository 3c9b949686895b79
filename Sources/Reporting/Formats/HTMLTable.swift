/// A table as a part of an HTML page. Its look is the page's: `reports/_style.html.mustache`.
struct HTMLTable {
    var table: ShownTable
    /// What the table is, for those who hear it; the page's own heading says it to others.
    var caption: String

    /// A table wider than the screen scrolls in a region of its own, which the keyboard reaches.
    var text: String {
        let name = HTMLText.escaped(caption)
        var lines = [
            #"<div class="scroll" role="region" aria-label="\#(name), table" tabindex="0">"#,
            "<table>", "<caption>\(name)</caption>",
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
        let order = column.sorting?.order
        let sorted = order.map { #" aria-sort="\#($0.rawValue)""# } ?? ""
        let mark = order.map { $0 == .ascending ? " ↑" : " ↓" } ?? ""
        let title = linked(isolated(column.title) + mark, column.sorting?.href)
        return #"<th scope="col"\#(side)\#(meaning)\#(sorted)>\#(title)</th>"#
    }

    /// Text that is escaped, as a link if it leads somewhere.
    private func linked(_ text: String, _ href: String?) -> String {
        href.map { #"<a href="\#(HTMLText.escaped($0))">\#(text)</a>"# } ?? text
    }

    private func row(_ cells: [ShownTable.Cell]) -> String {
        let head = table.columns.firstIndex { !$0.isNumber }
        let texts = cells.indices.map { index in
            let long = isLong(cells[index].text) ? #" class="long""# : ""
            return index == head
                ? #"<th scope="row"\#(long)>\#(content(cells[index].named))</th>"#
                : table.columns[index].isNumber
                    ? number(cells[index]) : "<td\(long)>\(content(cells[index]))</td>"
        }
        return "<tr>" + texts.joined() + "</tr>"
    }

    private func number(_ cell: ShownTable.Cell) -> String {
        let absence = cell.text == CellText.null ? " absent" : ""
        let detail = cell.detail.map { " <small>\(HTMLText.escaped($0))</small>" } ?? ""
        return #"<td class="number\#(absence)">\#(HTMLText.escaped(cell.text))\#(detail)</td>"#
    }

    /// Whether a text may be broken; others stay on one line.
    private func isLong(_ text: String) -> Bool { DisplayWidth.of(HTMLText.visible(text)) > 20 }

    private func content(_ cell: ShownTable.Cell) -> String {
        let text = isolated(cell.text)
        // Better places than any: error codes are words with underscores.
        let broken = isLong(cell.text) ? text.replacing("_", with: "_<wbr>") : text
        return linked(broken, cell.href)
            + (cell.detail.map { " <small>\(isolated($0))</small>" } ?? "")
    }

    /// Words written from right to left keep their direction to themselves.
    private func isolated(_ text: String) -> String {
        let escaped = HTMLText.escaped(text)
        return text.utf8.allSatisfy { $0 < 0x80 } ? escaped : "<bdi>\(escaped)</bdi>"
    }
}

extension ShownTable.Cell {
    /// The head of a row, which must not be empty.
    fileprivate var named: Self {
        var cell = self
        if text.isEmpty { cell.text = HTMLText.emptyName }
        return cell
    }
}
