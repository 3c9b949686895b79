/// Comma-separated values as in RFC 4180: a heading, quotes where needed. Lines end in LF, which
/// shells expect and every reader accepts. Null is
/// empty; an empty text is `""`.
///
/// A text that a spreadsheet would run as a formula gets a leading apostrophe; numbers never do.
/// It begins with `=`, `+`, `-`, `@`, in any width, or a tab or line end, and spaces and quotes
/// may stand before that: a program that reads the file by other rules may drop them.
/// https://owasp.org/www-community/attacks/CSV_Injection
package struct CSVFormat: TableFormat {
    package init() {}

    package func text(of table: ResultTable) -> String {
        var text = record(table.columns.map { field($0.name) })
        for row in table.rows { text += record(row.map(field)) }
        return text
    }

    /// An empty line and a line with the title stand before each result but the first's title.
    package func text(of sections: [TitledTable]) -> String {
        sections
            .map { record([field($0.title)]) + text(of: $0.table) }
            .joined(separator: "\n")
    }

    private func record(_ fields: [String]) -> String {
        fields.joined(separator: ",") + "\n"
    }

    private func field(_ cell: ResultTable.Cell) -> String {
        switch cell {
        case .null: ""
        case .integer(let number): String(number)
        case .real(let number): CellText.real(number)
        case .text(let text): field(text)
        case .blob(let bytes): CellText.hex(bytes)
        }
    }

    private func field(_ text: String) -> String {
        let guarded = isFormula(text) ? "'" + text : text
        let needsQuotes =
            guarded.isEmpty || guarded.first == " " || guarded.last == " "
            || guarded.utf8.contains { $0 == 0x22 || $0 == 0x2c || $0 == 0x0a || $0 == 0x0d }
        guard needsQuotes else { return guarded }
        return "\"" + guarded.escaping { $0 == "\"" ? "\"\"" : nil } + "\""
    }

    private func isFormula(_ text: String) -> Bool {
        let start = text.unicodeScalars.first { ![" ", "\"", "'", "\u{feff}"].contains($0) }
        switch start {
        case "=", "+", "-", "@", "\t", "\r", "\n": return true
        case "\u{ff1d}", "\u{ff0b}", "\u{ff0d}", "\u{ff20}": return true
        default: return false
        }
    }
}
