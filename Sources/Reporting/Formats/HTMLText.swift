internal import Mustache

/// Text of unknown origin in HTML and SVG: the only place that escapes it.
package enum HTMLText {
    /// The text as it reads, for content and for quoted attributes. Controls and direction marks
    /// are written out (`\u{202e}`), and so are the scalars that neither HTML nor XML allow.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in visible(text).unicodeScalars {
            // By scalar: a quote that bears an accent is one Character, and still a quote.
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    static func visible(_ text: String) -> String {
        let safe = SafeText.visible(text)
        guard safe.unicodeScalars.contains(where: isNoncharacter) else { return safe }
        var visible = ""
        for scalar in safe.unicodeScalars {
            if isNoncharacter(scalar) {
                visible += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                visible.unicodeScalars.append(scalar)
            }
        }
        return visible
    }

    private static func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value & 0xfffe == 0xfffe || 0xfdd0...0xfdef ~= scalar.value
    }

    /// A name as an `id`: letters, digits and dashes of ASCII, a letter first.
    package static func identifier(_ name: String) -> String {
        let dashed = name.unicodeScalars.map { scalar -> Character in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_": Character(scalar)
            default: "-"
            }
        }
        let text = String(dashed)
        return text.first?.isLetter == true ? text : "s-" + text
    }
}

/// The same for templates. The library's own goes by Character, and passes a quote with an accent.
struct EscapedHTML: MustacheContentType {
    func escapeText(_ text: String) -> String { HTMLText.escaped(text) }
}
