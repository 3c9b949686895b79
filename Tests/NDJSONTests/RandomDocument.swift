import TestSupport

/// A random JSON document: its text, in one of many spellings.
struct RandomDocument {
    private var random: SeededRandom
    private let escapes: Bool

    /// Without `escapes` strings hold no backslash, so that a changed byte makes no lone surrogate.
    init(seed: UInt64, escapes: Bool = true) {
        random = SeededRandom(seed: seed)
        self.escapes = escapes
    }

    mutating func object(depth: Int = 0) -> String {
        let names = Set((0..<random.below(6)).map { _ in name() }).sorted()
        let members = names.map { name in
            quoted(name) + space() + ":" + space() + value(depth: depth + 1)
        }
        return "{" + space() + members.joined(separator: space() + "," + space()) + space() + "}"
    }

    private mutating func value(depth: Int) -> String {
        switch random.below(depth > 4 ? 6 : 9) {
        case 0: return random.pick(["true", "false", "null"])
        case 1, 2: return number()
        case 3, 4, 5: return quoted(text())
        case 6: return array(depth: depth)
        default: return object(depth: depth)
        }
    }

    private mutating func array(depth: Int) -> String {
        let values = (0..<random.below(4)).map { _ in value(depth: depth + 1) }
        return "[" + values.joined(separator: "," + space()) + "]"
    }

    private mutating func number() -> String {
        let sign = random.once(in: 3) ? "-" : ""
        let whole = random.once(in: 4) ? "0" : "\(1 + random.below(1_000_000_000))"
        let fraction = random.once(in: 3) ? ".\(random.below(100_000))" : ""
        let signs = ["", "+", "-"]
        let exponent =
            random.once(in: 5)
            ? random.pick(["e", "E"]) + random.pick(signs) + "\(random.below(20))" : ""
        return sign + whole + fraction + exponent
    }

    private mutating func name() -> String {
        random.once(in: 3) ? text() : random.pick(["a", "b", "key", "message_id", "google.c.a.e"])
    }

    private mutating func text() -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "z", "0", "/", " ", "é", "€", "😀", "\u{7f}", "{", "}", ":",
        ]
        let escaped: [Unicode.Scalar] = ["\"", "\\", "\n", "\0", "\t", "\u{1f}"]
        var text = ""
        for _ in 0..<random.below(random.once(in: 5) ? 40 : 8) {
            let isEscaped = escapes && random.once(in: 6)
            text.unicodeScalars.append(random.pick(isEscaped ? escaped : scalars))
        }
        return text
    }

    private mutating func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" {
                result += "\\" + String(scalar)
            } else if scalar.value < 0x20 || escapes && random.once(in: 8) {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: random.once(in: 2))
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private mutating func space() -> String {
        random.once(in: 6) ? random.pick([" ", "\t", "  ", "\r\n"]) : ""
    }
}
