/// Text of unknown origin, made safe to print: a message ID or a campaign may hold an escape
/// sequence that moves the cursor, or a mark that turns the direction of writing.
enum SafeText {
    /// Whether a terminal, or a reader's eye, would take the scalar for an order.
    static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1f, 0x7f...0x9f: true  // control characters
        case 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true  // direction
        case 0x2028, 0x2029: true  // line and paragraph separators
        case 0xfeff, 0xfff9...0xfffb: true  // byte order mark, annotations
        case 0xe0000...0xe007f: true  // tags, which nothing shows
        default: false
        }
    }

    /// The text with unsafe scalars written out: `\n`, `\t`, `\u{1b}`.
    static func visible(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) { return text }
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var safe = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": safe += "\\n"
            case "\r": safe += "\\r"
            case "\t": safe += "\\t"
            case _ where isUnsafe(scalar): safe += "\\u{\(String(scalar.value, radix: 16))}"
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }
}
