/// Text of unknown origin in HTML and SVG: the only place that escapes it.
package enum HTMLText {
    /// The text as it reads, for content and for quoted attributes. Controls and direction marks
    /// are written out (`\u{202e}`), and so are the scalars that neither HTML nor XML allow.
    package static func escaped(_ text: String) -> String {
        visible(text).escaping { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            default: nil
            }
        }
    }

    /// The same of a text of several lines, which stay lines.
    static func lines(_ text: String) -> String {
        text.textLines.map { escaped(String($0)) }.joined(separator: "\n")
    }

    /// A name of no letters, where something must stand.
    static let emptyName = "\"\""

    /// The same with places in long texts where lines may be broken.
    static func breakable(_ text: String) -> String {
        let visible = Array(visible(text))
        guard visible.count > longestUnbroken else { return escaped(text) }
        return stride(from: 0, to: visible.count, by: longestUnbroken).map { start in
            escaped(String(visible[start..<min(start + longestUnbroken, visible.count)]))
        }.joined(separator: "<wbr>")
    }

    private static let longestUnbroken = 16

    static func visible(_ text: String) -> String {
        let safe = SafeText.visible(text)
        guard safe.unicodeScalars.contains(where: isNoncharacter) else { return safe }
        return safe.escaping { isNoncharacter($0) ? SafeText.written($0) : nil }
    }

    private static func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value & 0xfffe == 0xfffe || 0xfdd0...0xfdef ~= scalar.value
    }

    /// A name as an `id`: letters, digits and dashes of ASCII, a letter first.
    package static func identifier(_ name: String) -> String {
        name.asciiName(marks: ["-", "_"], else: "-", prefix: "s-")
    }
}
