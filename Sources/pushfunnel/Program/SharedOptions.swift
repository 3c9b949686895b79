import ArgumentParser
import Delivery
import FCM
import Foundation
import NDJSON
import Reporting

/// Defaults from the environment and from one optional file.
enum Defaults {
    /// The path of the file.
    static let path = environment("PUSHFUNNEL_CONFIG") ?? "pushfunnel.json"

    /// Read once; `check` throws its error.
    private static let file: Result<[String: String], Diagnostic> = {
        let named = environment("PUSHFUNNEL_CONFIG")
        let file = FileHandle(forReadingAtPath: path)
        // A file that is named is trusted; a file in the working folder may be another user's.
        if named == nil, let file, let problem = ConfigurationOwner.problem(path, file) {
            return .failure(
                Diagnostic(
                    message: "\(path): \(problem)",
                    hint: "to use it anyway, set PUSHFUNNEL_CONFIG=\(path)",
                    code: .configuration))
        }
        guard let data = try? file.map({ try $0.readToEnd() ?? Data() }) else {
            guard named != nil || access(path, F_OK) == 0 else { return .success([:]) }
            return .failure(
                Diagnostic(
                    message: "\(path): cannot be read",
                    hint: named == nil ? "check its permissions" : "check PUSHFUNNEL_CONFIG",
                    code: .configuration))
        }
        return Result { () throws(Diagnostic) in
            try ConfigurationFile.texts(data, path: path, known: names)
        }
    }()

    /// The settings of variables and of the file.
    private static let names = [
        "alerts", "db", "inflater", "keep", "map", "notify", "queries", "reports", "tz",
    ]

    static func text(_ name: String) -> String? {
        environment(variable(name)) ?? (try? file.get())?[name]
    }

    private static func variable(_ name: String) -> String { "PUSHFUNNEL_\(name.uppercased())" }

    /// The source of a setting's value: its flag, its variable or its key in the file.
    static func place(of name: String, flag: String) -> String {
        let isGiven = CommandLine.arguments.contains { $0 == flag || $0.hasPrefix(flag + "=") }
        if isGiven { return flag }
        if environment(variable(name)) != nil { return variable(name) }
        return (try? file.get())?[name] == nil ? flag : "\(path): \(name)"
    }

    /// One variable. `ProcessInfo` makes a dictionary of all variables at each call: with seven
    /// calls, that was 3 % of a report's instructions.
    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Throws if the configuration file cannot be read.
    static func check() throws { _ = try file.get() }
}

struct DatabaseOptions: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("The database file.", valueName: "path"),
        completion: .file())
    var db: String = Defaults.text("db") ?? Store.defaultPath
}

/// A command with one database, which its errors name.
protocol DatabaseCommand {
    var database: DatabaseOptions { get }
}

struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Print CSV.")
    var csv = false

    @Flag(help: "Print Markdown.")
    var md = false

    @Flag(help: "Print an HTML page that needs no other files.")
    var html = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write to a file, which is replaced only when complete. The ending (.json, .csv, .md, "
                + ".html, .txt) selects the format.",
            valueName: "file"),
        completion: .file())
    var output: String?

    func validate() throws {
        let formats = [("--json", json), ("--csv", csv), ("--md", md), ("--html", html)]
        let asked = formats.filter(\.1).map(\.0)
        if asked.count > 1 { throw ValidationError(asked[0], excludes: asked[1]) }
    }

    var format: FormatName {
        if json { return .json }
        if csv { return .csv }
        if md { return .markdown }
        if html { return .html }
        return output.flatMap { FormatName(fileName: $0) } ?? .text
    }

    var style: TextStyle {
        TextStyle(isHuman: true, hasColor: output == nil && Terminal.usesColor)
    }

    /// To standard output, or to the file.
    func write(_ text: String) throws {
        guard let output, output != "-" else {
            try Terminal.print(text)
            return
        }
        try OutputFile.write(text, to: output)
    }

    /// Whether `-o` is a folder: its name ends in a slash, or the folder exists.
    var isFolder: Bool {
        guard let output else { return false }
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: output, isDirectory: &isFolder)
        return output.hasSuffix("/") || exists && isFolder.boolValue
    }
}

struct QueryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A folder with your own named queries.", valueName: "folder"),
        completion: .directory)
    var queries: String?

    /// The built-in queries, and those of the folder.
    func catalog() throws -> QueryCatalog {
        try QueryCatalog(folder: queries ?? Defaults.text("queries"))
    }
}
