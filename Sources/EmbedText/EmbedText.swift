import Foundation

/// Writes a Swift file that holds text files word for word.
///
/// `EmbedText TYPE OUTPUT FILE...` makes `enum TYPE { static let files: [(name, text)] }`. It runs
/// only while building.
@main
enum EmbedText {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let type = arguments.first, let output = arguments.dropFirst().first else {
            throw CocoaError(.fileNoSuchFile)
        }
        var source = "/// Made by EmbedText while building.\nenum \(type) {\n"
        source += "    static let files: [(name: String, text: String)] = [\n"
        for path in arguments.dropFirst(2) {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let name = URL(fileURLWithPath: path).lastPathComponent
            source += "        (\"\(name)\", \(literal(text))),\n"
        }
        source += "    ]\n}\n"
        // SwiftPM runs this again on its second build; an unchanged file compiles nothing again.
        if source != (try? String(contentsOfFile: output, encoding: .utf8)) {
            try source.write(toFile: output, atomically: true, encoding: .utf8)
        }
    }

    /// A raw string literal with more `#` than the text has in a row.
    private static func literal(_ text: String) -> String {
        let longest = text.split { $0 != "#" }.map(\.count).max() ?? 0
        let fence = String(repeating: "#", count: longest + 1)
        return "\(fence)\"\"\"\n\(text)\n\"\"\"\(fence)"
    }
}
