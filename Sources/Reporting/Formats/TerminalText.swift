/// What a terminal is given of text that is made for programs, such as CSV: all but its orders.
package enum TerminalText {
    /// How the formats of this program colour their words.
    private static let colors: Set<String> = ["0", "1", "2", "32", "1;31", "1;33"]

    /// Line ends, tabs and the program's own colours stay; all else that a terminal would obey is
    /// written out.
    package static func shown(_ text: String) -> String {
        let parts = text.split(separator: "\u{1b}[", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            guard index > 0 else { return plain(part) }
            let color = part.prefix { $0.isASCII && ($0.isNumber || $0 == ";") }
            let rest = part.dropFirst(color.count)
            guard rest.first == "m", colors.contains(String(color)) else {
                return "\\u{1b}[" + plain(part)
            }
            return "\u{1b}[\(color)m" + plain(rest.dropFirst())
        }.joined()
    }

    private static func plain(_ text: Substring) -> String {
        let lines = text.replacing("\r\n", with: "\n")
            .split(separator: "\t", omittingEmptySubsequences: false)
        return lines.map { SafeText.visibleLines(String($0)) }.joined(separator: "\t")
    }
}
