/// Tables for a Markdown page: thousands separators, percent, numbers to the right.
///
/// What Markdown or HTML would take for markup is escaped, so a campaign named `<b>|x` stays in
/// its cell and reads as it is.
package struct MarkdownFormat: TableFormat {
    package init() {}

    package func text(of table: ResultTable) -> String {
        guard !table.columns.isEmpty else { return "\n" }
        let table = table.withoutSmallBases
        var lines = [
            line(table.columns.map { Self.escaped(CellText.heading($0, isHuman: true)) }),
            line(table.columns.indices.map { table.isOfNumbers($0) ? "---:" : "---" }),
        ]
        for row in table.rows {
            let cells = zip(row, table.columns).map { CellText.cell($0, in: $1, isHuman: true) }
            lines.append(line(cells.map(Self.escaped)))
        }
        if let limit = table.cutAfterRows { lines += ["", "_\(CellText.cutNotice(limit))_"] }
        return lines.joined(separator: "\n") + "\n"
    }

    package func text(of sections: [TitledTable]) -> String {
        sections
            .map { "## \(Self.escaped(SafeText.visible($0.title)))\n\n\(text(of: $0.table))" }
            .joined(separator: "\n")
    }

    private func line(_ cells: [String]) -> String {
        "| " + cells.joined(separator: " | ") + " |"
    }

    /// Underscores inside words are no markup and stay as they are.
    static func escaped(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        var escaped = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "|", "\\", "`", "*", "[", "]", "~", "#": escaped += ["\\", scalar]
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            case "&": escaped += "&amp;".unicodeScalars
            case "_" where !isInsideWord(scalars, index): escaped += ["\\", scalar]
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    private static func isInsideWord(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        guard index > 0, index + 1 < scalars.count else { return false }
        let isWord = { (scalar: Unicode.Scalar) in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
        return isWord(scalars[index - 1]) && isWord(scalars[index + 1])
    }
}
