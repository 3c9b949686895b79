/// Text of unknown origin, made safe to print: a message ID or a campaign may hold an escape
/// sequence that moves the cursor, a mark that turns the direction of writing, or letters that
/// nobody sees, which make two names look alike.
package enum SafeText {
    /// Whether a terminal, or a reader's eye, would take the scalar for an order, or not see it.
    static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1f, 0x7f...0x9f: true  // control characters
        case 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true  // direction
        case 0x2028, 0x2029: true  // line and paragraph separators
        case 0xad, 0x200b, 0x2060...0x2064: true  // no width
        case 0x115f, 0x1160, 0x3164, 0xffa0: true  // letters that are blank
        case 0xfeff, 0xfff9...0xfffb: true  // byte order mark, annotations
        case 0xe0000...0xe007f: true  // tags, which nothing shows
        default: false
        }
    }

    /// Joiners have no width either, and are a part of emoji and of letters in many scripts. So
    /// between such they stay, and are shown beside ASCII and at an end.
    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x200c || scalar.value == 0x200d
    }

    /// The text with unsafe scalars written out: `\n`, `\t`, `\u{1b}`.
    package static func visible(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) { return text }
        return visible(text) { _ in false }
    }

    /// The same for texts of several lines.
    package static func visibleLines(_ text: String) -> String {
        visible(text) { $0 == "\n" }
    }

    private static func visible(
        _ text: String, keeping isKept: (Unicode.Scalar) -> Bool
    ) -> String {
        let scalars = text.unicodeScalars
        guard scalars.contains(where: { isUnsafe($0) || isJoiner($0) }) else { return text }
        var safe = ""
        var before: Unicode.Scalar = " "
        for index in scalars.indices {
            let scalar = scalars[index]
            let next = scalars.index(after: index)
            let after = next < scalars.endIndex ? scalars[next] : " "
            let isHidden = isJoiner(scalar) && (before.isASCII || after.isASCII)
            if isKept(scalar) || !(isHidden || isUnsafe(scalar)) {
                safe.unicodeScalars.append(scalar)
            } else {
                safe += written(scalar)
            }
            before = scalar
        }
        return safe
    }

    static func written(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(scalar.value, radix: 16))}"
        }
    }
}

extension String {
    /// With some scalars written otherwise. By scalar: a quote that bears an accent is one
    /// Character, and still a quote.
    func escaping(_ written: (Unicode.Scalar) -> String?) -> String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if let escape = written(scalar) {
                text += escape
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    /// As a name for machines: letters and digits of ASCII and `marks`, a letter first.
    func asciiName(marks: Set<Unicode.Scalar>, else filler: String, prefix: String) -> String {
        let name = escaping { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9": nil
            default: marks.contains(scalar) ? nil : filler
            }
        }
        return name.first?.isLetter == true ? name : prefix + name
    }
}
