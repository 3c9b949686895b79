/// Text in the language of manual pages, man(7).
/// https://man7.org/linux/man-pages/man7/groff_man_style.7.html
enum Roff {
    /// Plain ASCII that prints unchanged: no hyphen for a minus, no curly quote.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case "\"": escaped += "\\(dq"
            case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
            default: escaped += "\\[u\(hex(scalar))]"
            }
        }
        return escaped
    }

    /// A line of text: a dot at its start would be a request.
    static func line(_ escaped: String) -> String {
        escaped.hasPrefix(".") ? "\\&" + escaped : escaped
    }

    private static func hex(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
    static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

    /// Prose in lines of at most 78 columns, as checkers require.
    static func filled(_ text: String) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            let word = escaped(String(word))
            if let last = lines.last, last.utf8.count + 1 + word.utf8.count <= 78 {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(word)
            }
        }
        return lines.map(line)
    }
}
