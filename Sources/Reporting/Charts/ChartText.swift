/// How wide texts are, before any font is known.
///
/// Widths are those of DejaVu Sans, the widest of the fonts that a page may get; in others a text
/// takes less room than was kept for it.
enum ChartText {
    /// The size of letters, and of notes.
    static let size = 12.0
    static let small = 11.0

    /// The width of a text in units of the drawing.
    static func width(_ text: String, size: Double = size, bold: Bool = false) -> Double {
        text.reduce(0) { $0 + width(of: $1) } * size * (bold ? 1.13 : 1)
    }

    /// The text itself when it fits, or its beginning with `…`. What would draw over its
    /// neighbours, such as direction marks and line ends, is written out.
    static func fitted(
        _ text: String, width limit: Double, size: Double = size, bold: Bool = false
    ) -> String {
        let visible = drawable(text)
        guard width(visible, size: size, bold: bold) > limit else { return visible }
        let room = limit - width("…", size: size, bold: bold)
        var used = 0.0
        var kept = ""
        for character in visible {
            used += width(String(character), size: size, bold: bold)
            guard used <= room else { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// A text with nothing that draws over its neighbours: of the marks on a letter, two.
    private static func drawable(_ text: String) -> String {
        var drawable = String.UnicodeScalarView()
        var marks = 0
        for scalar in HTMLText.visible(text).unicodeScalars {
            marks = isMark(scalar) ? marks + 1 : 0
            if marks <= 2 { drawable.append(scalar) }
        }
        let text = String(drawable)
        return text.allSatisfy(\.isWhitespace) ? "(empty)" : text
    }

    /// Words broken into lines that fit.
    static func lines(_ text: String, width limit: Double, size: Double) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            let longer = lines.last.map { "\($0) \(word)" }
            if let longer, width(longer, size: size) <= limit {
                lines[lines.count - 1] = longer
            } else {
                lines.append(fitted(String(word), width: limit, size: size))
            }
        }
        return lines
    }

    /// In em.
    private static func width(of character: Character) -> Double {
        guard character.isASCII else { return otherWidth(of: character) }
        switch character {
        case "i", "j", "l", "I", ".", ",", " ", "'", ":", ";", "|": return 0.34
        case "f", "t", "r", "(", ")", "-", "[", "]": return 0.42
        case "m", "w", "M", "W", "%", "@": return 1
        case "A"..."Z": return 0.78
        case "+", "<", ">", "=", "~", "#", "&": return 0.84
        default: return 0.64
        }
    }

    private static func otherWidth(of character: Character) -> Double {
        switch character {
        case "–", "·", "×": return 0.6
        case "…": return 1
        default: break
        }
        // Ligatures for whole phrases (U+FDFA and its neighbours) and long dashes.
        let scalars = character.unicodeScalars
        if scalars.contains(where: { 0xfdf0...0xfdff ~= $0.value }) { return 9 }
        if scalars.contains(where: { $0.value == 0x2e3a || $0.value == 0x2e3b }) { return 3 }
        let scalarWidth = scalars.reduce(0.0) { $0 + (isMark($1) ? 0 : 0.85) }
        switch DisplayWidth.of(String(character)) {
        case 2...: return scalars.contains { $0.properties.isEmoji } ? 1.4 : 1.1
        case 0: return 0.3
        default: return max(0.85, scalarWidth)
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: false
        }
    }
}

extension ChartText {
    /// A name in a sentence: the beginning of a long one.
    static func short(_ text: String) -> String {
        text.count > 60 ? text.prefix(59) + "…" : text
    }
}
