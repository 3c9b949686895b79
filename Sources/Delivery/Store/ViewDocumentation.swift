/// What the files of SQL say of a view for people: the manual of the numbers.
package struct ViewDocumentation: Sendable {
    /// What a column's cells are, if not null.
    package enum ColumnType: String, Sendable {
        case text, integer, real

        /// As SQLite and DuckDB have it.
        var inSQL: String {
            switch self {
            case .text: "text"
            case .integer: "bigint"
            case .real: "double"
            }
        }
    }

    package struct Column: Sendable {
        package var name: String
        package var type: ColumnType
        package var meaning: String
    }

    package var name: String
    /// The first sentence.
    package var summary: String
    package var columns: [Column]

    /// All views, in the order of the files.
    package static let all = shared + parse(ViewText.database)

    /// Those that a lake has, too.
    package static let shared = parse(ViewText.shared)

    /// Reads blocks of comments that begin with `-- view: NAME`; indented lines are columns, each
    /// with its type and its meaning.
    static func parse(_ text: String) -> [ViewDocumentation] {
        var views: [ViewDocumentation] = []
        var description = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("-- view: ") {
                let name = String(line.dropFirst("-- view: ".count))
                views.append(ViewDocumentation(name: name, summary: "", columns: []))
                description = ""
            } else if line.hasPrefix("--   "), !views.isEmpty {
                let words = line.dropFirst(5).split(separator: " ", maxSplits: 2)
                guard words.count == 3, let type = ColumnType(rawValue: String(words[1])) else {
                    preconditionFailure("\(line): expected name, type and meaning")
                }
                let meaning = String(words[2].drop { $0 == " " })
                views[views.count - 1].columns.append(
                    Column(name: String(words[0]), type: type, meaning: meaning))
            } else if line.hasPrefix("-- "), !views.isEmpty, views[views.count - 1].columns.isEmpty
            {
                description += (description.isEmpty ? "" : " ") + line.dropFirst(3)
                views[views.count - 1].summary = firstSentence(description)
            }
        }
        return views
    }

    private static func firstSentence(_ text: String) -> String {
        guard let end = text.firstRange(of: ". ") else { return text }
        return String(text[..<end.lowerBound]) + "."
    }
}
