/// What the files of SQL say of a view for people: the manual of the numbers.
package struct ViewDocumentation: Sendable {
    package struct Column: Sendable {
        package var name: String
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

    /// Reads blocks of comments that begin with `-- view: NAME`; indented lines are columns.
    static func parse(_ text: String) -> [ViewDocumentation] {
        var views: [ViewDocumentation] = []
        var description = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("-- view: ") {
                let name = String(line.dropFirst("-- view: ".count))
                views.append(ViewDocumentation(name: name, summary: "", columns: []))
                description = ""
            } else if line.hasPrefix("--   "), !views.isEmpty {
                let words = line.dropFirst(5).split(separator: " ", maxSplits: 1)
                guard let name = words.first else { continue }
                let meaning = words.count > 1 ? words[1].drop { $0 == " " } : ""
                views[views.count - 1].columns.append(
                    Column(name: String(name), meaning: String(meaning)))
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
