package import FCM

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
    /// What its rows are.
    package var description = ""
    /// Columns that no two rows have in common; empty if the view has no such columns.
    package var key: [String] = []
    package var columns: [Column] = []

    /// The first sentence of the description.
    package var summary: String { description.firstSentence }

    /// The same view of a database with dimensions: their columns come after `project`, and they
    /// are a part of its key.
    package func with(_ dimensions: [OwnDimension]) -> ViewDocumentation {
        guard let place = columns.firstIndex(where: { $0.name == "project" }) else { return self }
        var view = self
        let own = dimensions.filter { $0.source == .sends || hasClients }
        let columns = own.map { dimension in
            let teller = dimension.source == .sends ? "of your own" : "that clients tell"
            return Column(
                name: dimension.name, type: .text,
                meaning: "a dimension \(teller), '(none)' without")
        }
        view.columns.insert(contentsOf: columns, at: place + 1)
        if view.key.contains("project") { view.key += own.map(\.name) }
        return view
    }

    /// Whether it has dimensions that clients tell.
    private var hasClients: Bool { ["messages", "client_hourly"].contains(name) }

    /// All views, in the order of the files.
    package static let all = shared + parse(ViewText.database)

    /// Those that a lake has, too.
    package static let shared = parse(ViewText.shared)

    package static func named(_ name: String) -> ViewDocumentation? {
        all.first { $0.name == name }
    }

    /// Reads blocks of comments that begin with `-- view: NAME`; indented lines are columns, each
    /// with its type and its meaning, and `-- key:` lists columns.
    static func parse(_ text: String) -> [ViewDocumentation] {
        var views: [ViewDocumentation] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("-- view: ") {
                views.append(ViewDocumentation(name: String(line.dropFirst("-- view: ".count))))
            } else if line.hasPrefix("-- "), !views.isEmpty {
                views[views.count - 1].add(line)
            }
        }
        return views
    }

    private mutating func add(_ line: Substring) {
        if line.hasPrefix("-- key: ") {
            key = line.dropFirst("-- key: ".count).split(separator: ", ").map(String.init)
        } else if line.hasPrefix("--   ") {
            let words = line.dropFirst(5).split(separator: " ", maxSplits: 2)
            guard words.count == 3, let type = ColumnType(rawValue: String(words[1])) else {
                preconditionFailure("\(line): expected name, type and meaning")
            }
            let meaning = String(words[2].drop { $0 == " " })
            columns.append(Column(name: String(words[0]), type: type, meaning: meaning))
        } else if columns.isEmpty {
            description += (description.isEmpty ? "" : " ") + line.dropFirst(3)
        }
    }
}

extension String {
    package var firstSentence: String {
        guard let end = firstRange(of: ". ") else { return self }
        return String(self[..<end.lowerBound]) + "."
    }
}
