import Foundation

/// What the built program says of itself.
enum Help {
    private static let path =
        ProcessInfo.processInfo.environment["PUSHFUNNEL_BINARY"]
        ?? Bundle.main.bundleURL.appending(path: "pushfunnel").path

    static func text(_ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments + ["--help"]
        // A file: reading a pipe can be interrupted when the process ends.
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data().write(to: file)
        process.standardOutput = try FileHandle(forWritingTo: file)
        try process.run()
        process.waitUntilExit()
        return try String(contentsOf: file, encoding: .utf8)
    }

    /// Names of the subcommands, in order.
    static func commands(_ parent: String...) throws -> [String] {
        let text = try parent.first.map { try Help.text($0) } ?? Help.text()
        let lines = text.split(separator: "\n").drop { $0 != "SUBCOMMANDS:" }.dropFirst()
        let name = /\s{2}(\w+)(?: \(default\))?\s{2,}.*/
        return lines.prefix { $0.hasPrefix("  ") }
            .compactMap { $0.wholeMatch(of: name).map { String($0.1) } }
    }

    /// Long options of a command and its subcommands, those that every command has left out.
    static func options(of command: String) throws -> [String] {
        let texts = [try text(command)] + (try commands(command).map { try text(command, $0) })
        return texts.flatMap(longOptions)
    }

    private static func longOptions(inHelp text: String) -> [String] {
        let lines = text.split(separator: "\n").drop { $0 != "OPTIONS:" }
        let names = lines.compactMap {
            $0.prefixMatch(of: /\s{2}(?:-\w, )?(--[a-z-]+)/).map { String($0.1) }
        }
        return names.filter { $0 != "--help" && $0 != "--version" }
    }
}
