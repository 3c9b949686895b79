/// Finds the end of an object that Swift, Objective-C, Java, PHP, Ruby or Elixir printed over
/// several lines: the line in which the last open bracket closes. Each line must look like a part
/// of such a print, so that a stray bracket in text costs no other line.
struct PrintShape {
    private var depth = 0

    /// Begins at a bracket of a line; false if no print over several lines can begin there.
    mutating func begin(_ line: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        guard let last = line.last(where: { $0 > 0x20 }), "{[(,".utf8.contains(last) else {
            return false
        }
        let part = Part(line, from: start)
        return (part.endsOpen || part.isElement) && read(part) == .open
    }

    /// Reads a whole line, from the start of its own text.
    mutating func read(_ line: UnsafeBufferPointer<UInt8>, from start: Int) -> ValueShape.State {
        let part = Part(line, from: start)
        return part.isPlausible ? read(part) : .broken
    }

    private mutating func read(_ part: Part) -> ValueShape.State {
        guard part.isEnded else { return .broken }
        depth += part.opened
        if depth == 0 { return .closed(at: part.end) }
        return (1...FieldReader.maximumDepth).contains(depth) ? .open : .broken
    }

    /// The features of one line of a print. Brackets, blanks and `=` count outside quotes only.
    private struct Part {
        /// Opened minus closed brackets.
        private(set) var opened = 0
        /// Whether all quotes are closed.
        private(set) var isEnded = true
        let end: Int
        private var last: UInt8 = 0
        private var hasBracket = false
        private var hasArrow = false
        private var hasEquals = false
        private var hasWord = false
        /// Whether a blank follows a word.
        private var hasGap = false
        private var hasType = false

        /// Types that PHP and Swift print around values and keys.
        private static let types = [
            "AnyHashable(", "array(", "bool(", "enum(", "float(", "int(", "object(", "string(",
            "NULL",
        ].map { Array($0.utf8) }

        init(_ line: UnsafeBufferPointer<UInt8>, from start: Int) {
            end = line.count
            let text = UnsafeBufferPointer(rebasing: line[start...])
            hasType = Part.types.contains { text.contains(part: $0) }
            var place = 0
            while place < text.count {
                let byte = text[place]
                take(byte)
                if byte > 0x20 { last = byte }
                guard byte == UInt8(ascii: "\"") else {
                    place += 1
                    continue
                }
                guard let behind = ValueShape.end(ofTextAt: place, text) else {
                    isEnded = false
                    return
                }
                place = behind
            }
        }

        private mutating func take(_ byte: UInt8) {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): turn(1)
            case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"): turn(-1)
            case UInt8(ascii: "="): hasEquals = true
            case UInt8(ascii: ">") where last == UInt8(ascii: "="): hasArrow = true
            case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "%"), 0x0d: break
            case 0x20, 0x09: hasGap = hasGap || hasWord
            default: hasWord = true
            }
        }

        private mutating func turn(_ step: Int) {
            opened += step
            hasBracket = true
        }

        private func ends(with byte: Unicode.Scalar) -> Bool { last == UInt8(ascii: byte) }

        var endsOpen: Bool { "{[(".utf8.contains(last) }

        /// Whether the line is a key and its value, or a value with its type. A line of several
        /// `key=value` pairs is none.
        var isElement: Bool {
            hasArrow || hasType
                || hasEquals && (!hasGap || endsOpen || ends(with: ",") || ends(with: ";"))
        }

        /// Whether the line is an element, only brackets, or one word.
        var isPlausible: Bool { isElement || !hasWord || !hasGap && !hasBracket }
    }
}
