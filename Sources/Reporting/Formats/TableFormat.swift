/// A way to write results as text.
///
/// All formats write the same cells; only `TextFormat`, `MarkdownFormat` and `HTMLFormat`, which
/// people read, may round off how a cell looks. Every text ends with a line end.
package protocol TableFormat: Sendable {
    /// One result on its own.
    func text(of table: ResultTable) -> String
    /// Several results with titles, one after the other.
    func text(of sections: [TitledTable]) -> String
}

/// A result with a title.
package struct TitledTable: Sendable {
    package var title: String
    package var table: ResultTable

    package init(title: String, table: ResultTable) {
        self.title = title
        self.table = table
    }
}

/// The formats by their names on the command line.
package enum FormatName: String, CaseIterable, Sendable {
    case text
    case markdown = "md"
    case csv
    case json
    case html

    /// The format that a file name asks for, or nil.
    package init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[fileName.index(after: dot)...].lowercased() {
        case "txt", "text": self = .text
        case "md", "markdown": self = .markdown
        case "csv": self = .csv
        case "json": self = .json
        case "html", "htm": self = .html
        default: return nil
        }
    }

    package func format(style: TextStyle = .plain) -> any TableFormat {
        switch self {
        case .text: TextFormat(style: style)
        case .markdown: MarkdownFormat()
        case .csv: CSVFormat()
        case .json: JSONFormat()
        case .html: HTMLFormat()
        }
    }
}
