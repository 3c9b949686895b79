/// How a text table looks.
package struct TextStyle: Equatable, Sendable {
    /// Thousands separators, and parts of 1 as percent.
    package var isHuman: Bool
    /// ANSI colours: the only escape sequences that are ever printed.
    package var hasColor: Bool

    package init(isHuman: Bool, hasColor: Bool = false) {
        self.isHuman = isHuman
        self.hasColor = hasColor
    }

    package static let plain = TextStyle(isHuman: false)
    package static let human = TextStyle(isHuman: true)

    func bold(_ text: String) -> String { hasColor ? "\u{1b}[1m\(text)\u{1b}[0m" : text }
    func dim(_ text: String) -> String { hasColor ? "\u{1b}[2m\(text)\u{1b}[0m" : text }
}

/// Aligned columns for a terminal: headings, a rule, numbers to the right.
///
/// Null is `n/a`. Control characters and direction marks in the data are written out (`\u{1b}`),
/// so that no log line can draw on the reader's screen. A cut result says so in its last line.
package struct TextFormat: TableFormat {
    package var style: TextStyle

    package init(style: TextStyle = .plain) {
        self.style = style
    }

    package func text(of table: ResultTable) -> String {
        let table = style.isHuman ? table.withoutSmallBases : table
        let headings = table.columns.map { CellText.heading($0, isHuman: style.isHuman) }
        let rows = table.rows.map { row in
            zip(row, table.columns).map { CellText.cell($0, in: $1, isHuman: style.isHuman) }
        }
        let widths = headings.indices.map { index in
            rows.reduce(DisplayWidth.of(headings[index])) { max($0, DisplayWidth.of($1[index])) }
        }
        let layout = widths.enumerated().map { (width: $1, isRight: table.isOfNumbers($0)) }
        var lines = [style.bold(line(headings, layout))]
        let rules = widths.map { String(repeating: "-", count: $0) }
        lines.append(style.dim(rules.joined(separator: "  ")))
        lines += rows.map { line($0, layout) }
        if let limit = table.cutAfterRows { lines.append("(\(CellText.cutNotice(limit)))") }
        return lines.joined(separator: "\n") + "\n"
    }

    package func text(of sections: [TitledTable]) -> String {
        sections
            .map { style.bold(SafeText.visible($0.title)) + "\n\n" + text(of: $0.table) }
            .joined(separator: "\n")
    }

    /// Cells side by side, without spaces at the end.
    private func line(_ cells: [String], _ layout: [(width: Int, isRight: Bool)]) -> String {
        var line = ""
        for (index, cell) in cells.enumerated() {
            let (width, isRight) = layout[index]
            let space = String(repeating: " ", count: width - DisplayWidth.of(cell))
            if index > 0 { line += "  " }
            line += isRight ? space + cell : cell
            if !isRight, index < cells.count - 1 { line += space }
        }
        return line
    }
}
