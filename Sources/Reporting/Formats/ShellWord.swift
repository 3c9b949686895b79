internal import NDJSON

/// A word of a command line.
package enum ShellWord {
    /// As it is where a shell would leave it so, else in single quotes; with characters that
    /// cannot be seen, `$'line\nbreak'`, of which bash, zsh and ksh make the same word.
    package static func quoted(_ word: String) -> String {
        let text = SafeText.visible(word)
        // No argument can hold a zero byte: it is only shown.
        if text != word, !word.utf8.contains(0) { return "$'\(escaped(word))'" }
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9": true
            default: "_=:.,/-+%@".unicodeScalars.contains(scalar)
            }
        }
        guard !isPlain || text.isEmpty else { return text }
        return "'" + text.replacing("'", with: "'\\''") + "'"
    }

    /// A statement, which has single quotes: in double ones, unless it has characters that a shell
    /// obeys there, or that cannot be seen.
    static func quoted(sql: String) -> String {
        let isSafe = !sql.contains { "\"\\$`!".contains($0) } && SafeText.visible(sql) == sql
        return isSafe ? "\"\(sql)\"" : quoted(sql)
    }

    /// Bytes that are not ASCII, or not visible, in octal.
    private static func escaped(_ word: String) -> String {
        word.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "\n"): "\\n"
            case UInt8(ascii: "\t"): "\\t"
            case UInt8(ascii: "'"), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(byte))
            case 0x20...0x7e: String(UnicodeScalar(byte))
            default: "\\" + padded(UInt64(byte), 3, radix: 8)
            }
        }.joined()
    }
}
