/// A log line as the JSON that it makes, with values and conditions to fill in.
///
/// `$name` is a value (`Line.texts`, `Line.values`). `«name:…»` is kept if a condition holds
/// (`Line.conditions`), `«!name:…»` if not; both nest. Line breaks and indentation are dropped.
struct Template: Sendable {
    private enum Part {
        case literal([UInt8])
        case text(Line.Text)
        case value(Line.Writer)
        /// Skips the next `count` parts unless the condition is `isTrue`.
        case section(Line.Condition, isTrue: Bool, count: Int)
    }

    private var parts: [Part] = []

    /// Parses a template of this module; an unknown name is a mistake in the source and traps.
    init(_ source: String) {
        let lines = source.split(separator: "\n").map { $0.drop { $0 == " " } }
        var rest = Substring(lines.joined())
        var open: [Int] = []
        while let character = rest.popFirst() {
            switch character {
            case "$":
                let name = String(rest.prefix { $0.isLetter })
                rest.removeFirst(name.count)
                // A semicolon ends a name before a letter.
                if rest.first == ";" { rest.removeFirst() }
                parts.append(Template.value(name))
            case "«":
                let isTrue = rest.first != "!"
                let name = rest.prefix { $0 != ":" }
                rest.removeFirst(name.count + 1)
                let condition = Template.condition(String(name.drop { $0 == "!" }))
                open.append(parts.count)
                parts.append(.section(condition, isTrue: isTrue, count: 0))
            case "»":
                guard let start = open.popLast(),
                    case .section(let condition, let isTrue, _) = parts[start]
                else { preconditionFailure("a section is closed that is not open") }
                let count = parts.count - start - 1
                parts[start] = .section(condition, isTrue: isTrue, count: count)
            default:
                let text = String(character) + rest.prefix { !"$«»".contains($0) }
                rest.removeFirst(text.count - 1)
                parts.append(.literal(Array(text.utf8)))
            }
        }
        precondition(open.isEmpty, "a section is not closed")
    }

    private static func value(_ name: String) -> Part {
        if let text = Line.texts[name] { return .text(text) }
        guard let value = Line.values[name] else { preconditionFailure("no value is \(name)") }
        return .value(value)
    }

    private static func condition(_ name: String) -> Line.Condition {
        if let condition = Line.conditions[name] { return condition }
        guard let text = Line.texts[name] else { preconditionFailure("no condition is \(name)") }
        return { text($0) != nil }
    }

    /// Appends the template, filled in with the values of a line.
    func write(_ line: Line, to out: inout LineBuffer) {
        var index = 0
        while index < parts.count {
            switch parts[index] {
            case .literal(let bytes): out.append(bytes)
            case .text(let text): out.append(text(line) ?? "")
            case .value(let write): write(line, &out)
            case .section(let condition, let isTrue, let count):
                if condition(line) != isTrue { index += count }
            }
            index += 1
        }
    }
}
