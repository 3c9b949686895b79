/// How many columns of a terminal a text takes.
///
/// A character is as wide as its widest scalar: two columns for East Asian wide letters and
/// emoji, none for marks that sit on another letter. Terminals differ on rare characters; a table
/// is then a column off, and nothing is lost.
enum DisplayWidth {
    static func of(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of character: Character) -> Int {
        if character.unicodeScalars.contains("\u{fe0f}") { return 2 }
        return character.unicodeScalars.map(width(of:)).max() ?? 0
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        return scalar.properties.isEmojiPresentation || isWide(scalar.value) ? 2 : 1
    }

    /// Unicode's East Asian Width W and F, in whole blocks.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf: true
        case 0x4e00...0x9fff, 0xa000...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3: true
        case 0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6: true
        case 0x17000...0x18cff, 0x1b000...0x1b2ff, 0x20000...0x3fffd: true
        default: false
        }
    }
}

extension String {
    /// With spaces at its end.
    func padded(to length: Int) -> String {
        self + String(repeating: " ", count: max(0, length - count))
    }
}
