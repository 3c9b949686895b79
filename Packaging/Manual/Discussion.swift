/// The long text of a command's help: paragraphs, and sections below a line in capitals.
struct Discussion {
    struct Section: Equatable {
        var title: String
        /// Without their indentation.
        var lines: [String]
    }

    private(set) var paragraphs: [String] = []
    private(set) var sections: [Section] = []

    init(_ text: String) {
        for block in text.split(separator: "\n\n") {
            let lines = block.split(separator: "\n").map(String.init)
            guard let first = lines.first else { continue }
            if Discussion.isTitle(first) {
                let body = lines.dropFirst().map { String($0.drop { $0 == " " }) }
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
