/// A line of JSON as people print it, over several lines, or as runtimes cut it.
package enum OverLines: String, CaseIterable, Sendable {
    case pretty
    /// An element of a list.
    case element
    case behindText
    /// Each line behind what docker compose puts before it.
    case behindPrefix
    case node
    case python
    /// Cut, as Kubernetes' CRI marks it.
    case criParts
    /// Cut, as Docker's json-file does with lines of more than 16 KiB. Some are so long.
    case dockerParts

    /// All of a file.
    package func text(of lines: [String]) -> String {
        let separator = self == .element ? ",\n" : "\n"
        let all =
            lines.enumerated().map { text(of: $1, number: $0) }.joined(separator: separator) + "\n"
        return self == .element ? "[\n\(all)]\n" : all
    }

    private func text(of line: String, number: Int) -> String {
        let pretty = OverLines.broken(line)
        switch self {
        case .pretty, .element: return pretty
        case .behindText: return "INFO push answer: " + pretty
        case .behindPrefix:
            return pretty.split(separator: "\n").map { "app-1  | \($0)" }.joined(separator: "\n")
        case .node: return OverLines.printed(pretty, words: [:], areKeysBare: true)
        case .python:
            let words = ["null": "None", "true": "True", "false": "False"]
            return OverLines.printed(pretty, words: words, areKeysBare: false)
        case .criParts:
            let parts = OverLines.parts(of: line, size: 40 + number % 100)
            return parts.enumerated().map { index, part in
                let isLast = index == parts.count - 1
                return "2025-11-18T09:00:00.1Z stdout \(isLast ? "F" : "P") \(part)"
            }.joined(separator: "\n")
        case .dockerParts:
            let gap = String(repeating: " ", count: number % 20 == 0 ? 20_000 : 0)
            return OverLines.parts(of: gap + line + "\n", size: 16 * 1024).map { part in
                let text = Wrapping.quoted(part)
                return #"{"log":\#(text),"stream":"stdout","time":"2025-11-18T09:00:00.1Z"}"#
            }.joined(separator: "\n")
        }
    }

    private static func parts(of line: String, size: Int) -> [String] {
        let scalars = Array(line.unicodeScalars)
        return stride(from: 0, to: scalars.count, by: size).map { start in
            var part = String.UnicodeScalarView()
            part.append(contentsOf: scalars[start..<min(start + size, scalars.count)])
            return String(part)
        }
    }

    /// Broken behind brackets and commas, two spaces deeper in each bracket.
    private static func broken(_ line: String) -> String {
        var result = ""
        var depth = 0
        forEachToken(line) { token, isText in
            guard !isText, let mark = token.first, token.count == 1 else { return result += token }
            if "}]".contains(mark) { depth -= 1 }
            let indent = "\n" + String(repeating: "  ", count: depth)
            if "}]".contains(mark) { result += indent }
            result += token
            if "{[".contains(mark) { depth += 1 }
            if "{[,".contains(mark) { result += "\n" + String(repeating: "  ", count: depth) }
        }
        return result
    }

    private static func printed(
        _ line: String, words: [String: String], areKeysBare: Bool
    ) -> String {
        var tokens: [(text: String, isText: Bool)] = []
        forEachToken(line) { tokens.append(($0, $1)) }
        return tokens.enumerated().map { index, token in
            guard token.isText else { return words[token.text] ?? token.text }
            let content = String(token.text.dropFirst().dropLast())
            let isKey = index + 1 < tokens.count && tokens[index + 1].text == ":"
            let isName = !content.isEmpty && content.allSatisfy { $0.isLetter && $0.isASCII }
            if isKey, isName, areKeysBare { return content }
            let own = content.replacing("\\\"", with: "\"").replacing("'", with: "\\'")
            return "'\(own)'"
        }.joined()
    }

    /// Texts with their quotes, marks, words and blanks.
    private static func forEachToken(_ line: String, _ body: (String, _ isText: Bool) -> Void) {
        var token = ""
        var isText = false
        var isEscaped = false
        for scalar in line.unicodeScalars {
            if isText {
                token.unicodeScalars.append(scalar)
                if scalar == "\"", !isEscaped {
                    body(token, true)
                    (token, isText) = ("", false)
                }
                isEscaped = scalar == "\\" && !isEscaped
            } else if "{}[],:\" ".unicodeScalars.contains(scalar) {
                if !token.isEmpty { body(token, false) }
                token = ""
                if scalar == "\"" {
                    (token, isText) = ("\"", true)
                } else {
                    body(String(scalar), false)
                }
            } else {
                token.unicodeScalars.append(scalar)
            }
        }
        if !token.isEmpty { body(token, false) }
    }
}
