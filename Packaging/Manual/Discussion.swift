/// The discussion in a command's help: paragraphs, and sections with a title in capitals.
struct Discussion {
    struct Section: Equatable {
        var title: String
        /// Without the two blanks before every line.
        var lines: [String]

        /// One for each line `term  meaning`; lines that are indented further continue a meaning.
        var entries: [(term: String, meaning: String)] {
            lines.reduce(into: []) { entries, line in
                if line.hasPrefix(" "), let last = entries.popLast() {
                    entries.append((last.term, last.meaning + line))
                } else if let gap = line.firstRange(of: "  ") {
                    let term = line[..<gap.lowerBound]
                    entries.append((String(term), String(line[gap.upperBound...])))
                }
            }
        }
    }

    private(set) var paragraphs: [String] = []
    private(set) var sections: [Section] = []

    init(_ text: String) {
        for block in text.split(separator: "\n\n") {
            let lines = block.split(separator: "\n").map(String.init)
            guard let first = lines.first else { continue }
            if Discussion.isTitle(first) {
                let body = lines.dropFirst().map { String($0.dropFirst(2)) }
                sections.append(Section(title: first, lines: Array(body)))
            } else {
                paragraphs.append(lines.joined(separator: " "))
            }
        }
    }

    private static func isTitle(_ line: String) -> Bool {
        line.allSatisfy { $0.isUppercase || $0 == " " }
    }
}
