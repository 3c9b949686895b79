/// A log line as the JSON that it makes, with values and conditions to fill in.
///
/// `$name` is a value (`Line.Value`). `«name:…»` is kept if a condition (`Line.Condition`) holds,
/// `«!name:…»` if it does not; both nest. A line break is dropped, with the indentation after it.
struct Template: Sendable {
    private enum Part {
        /// A range of `bytes`: an array for each would count references.
        case text(Range<Int>)
        case value(Line.Value)
        /// Skips the next `count` parts unless the condition is `isTrue`.
        case section(Line.Condition, isTrue: Bool, count: Int)
    }

    private var parts: [Part] = []
    private var bytes: [UInt8] = []

    /// Parses a template of this module; an unknown name is a mistake in the source and traps.
    init(_ source: String) {
        let lines = source.split(separator: "\n").map { $0.drop { $0 == " " } }
        var rest = Substring(lines.joined())
        var open: [Int] = []
        while let character = rest.popFirst() {
            switch character {
            case "$":
                let name = rest.prefix { $0.isLetter }
                rest.removeFirst(name.count)
                guard let value = Line.Value(rawValue: String(name)) else {
                    preconditionFailure("no value of a line is named \(name)")
                }
                parts.append(.value(value))
            case "«":
                let isTrue = rest.first != "!"
                let name = rest.prefix { $0 != ":" }
                rest.removeFirst(name.count + 1)
                guard let condition = Line.Condition(rawValue: String(name.drop { $0 == "!" }))
                else { preconditionFailure("no condition of a line is named \(name)") }
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
                parts.append(.text(bytes.count..<bytes.count + text.utf8.count))
                bytes += text.utf8
            }
        }
        precondition(open.isEmpty, "a section is not closed")
    }

    /// Appends the template, filled in with the values of a line.
    func write(_ line: Line, to out: inout LineBuffer) {
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < parts.count {
                switch parts[index] {
                case .text(let range): out.append(UnsafeBufferPointer(rebasing: bytes[range]))
                case .value(let value): line.write(value, to: &out)
                case .section(let condition, let isTrue, let count):
                    if line.holds(condition) != isTrue { index += count }
                }
                index += 1
            }
        }
    }
}
