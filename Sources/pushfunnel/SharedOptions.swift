import ArgumentParser
import Delivery
import FCM
import Foundation
import NDJSON
import Reporting

/// Defaults from the environment and from one optional file.
enum Defaults {
    /// Where the file is looked for.
    static let path = environment("PUSHFUNNEL_CONFIG") ?? "pushfunnel.json"

    /// Read once; what is wrong with the file is told by `check`.
    private static let file: Result<[String: String], Diagnostic> = {
        let named = environment("PUSHFUNNEL_CONFIG")
        let file = FileHandle(forReadingAtPath: path)
        // Who names a file means it. What merely lies in the working folder may be anybody's.
        if named == nil, let file, let stranger = ConfigurationOwner.problem(path, file) {
            return .failure(
                Diagnostic(
                    message: "\(path): \(stranger)",
                    hint: "if it is to be obeyed: PUSHFUNNEL_CONFIG=\(path)",
                    code: .configuration))
        }
        guard let data = try? file.map({ try $0.readToEnd() ?? Data() }) else {
            guard named != nil || access(path, F_OK) == 0 else { return .success([:]) }
            return .failure(
                Diagnostic(
                    message: "\(path): cannot be read",
                    hint: named == nil ? "check its permissions" : "PUSHFUNNEL_CONFIG names it",
                    code: .configuration))
        }
        return Result { () throws(Diagnostic) in
            try ConfigurationFile.texts(data, path: path, known: names)
        }
    }()

    /// What a variable or the file may set.
    private static let names = [
        "alerts", "db", "inflater", "keep", "map", "notify", "queries", "reports", "tz",
    ]

    static func text(_ name: String) -> String? {
        environment(variable(name)) ?? (try? file.get())?[name]
    }

    private static func variable(_ name: String) -> String { "PUSHFUNNEL_\(name.uppercased())" }

    /// Where the value of a setting stands: its flag, its variable or its key in the file.
    static func place(of name: String, flag: String) -> String {
        let isGiven = CommandLine.arguments.contains { $0 == flag || $0.hasPrefix(flag + "=") }
        if isGiven { return flag }
        if environment(variable(name)) != nil { return variable(name) }
        return (try? file.get())?[name] == nil ? flag : "\(path): \(name)"
    }

    /// One variable. `ProcessInfo` makes a dictionary of all of them each time: with its seven uses
    /// that was 3 % of a report's instructions.
    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// A configuration that was asked for and cannot be read is an error, not a silence.
    static func check() throws { _ = try file.get() }
}

struct DatabaseOptions: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("The database file.", valueName: "path"),
        completion: .file())
    var db: String = Defaults.text("db") ?? Store.defaultPath
}

/// A command about one database, which its errors name.
protocol DatabaseCommand {
    var database: DatabaseOptions { get }
}

struct OutputOptions: ParsableArguments {
    @Flag(help: "Write JSON.")
    var json = false

    @Flag(help: "Write CSV.")
    var csv = false

    @Flag(help: "Write Markdown.")
    var md = false

    @Flag(help: "Write an HTML page, complete in itself.")
    var html = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write to a file, made whole and then renamed; .json, .csv, .md, .html and .txt name "
                + "the format.",
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

    /// Whether a folder is asked for: its name ends in a slash, or it is there.
    var isFolder: Bool {
        guard let output else { return false }
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: output, isDirectory: &isFolder)
        return output.hasSuffix("/") || exists && isFolder.boolValue
    }
}

struct QueryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A folder with named queries of your own.", valueName: "folder"),
        completion: .directory)
    var queries: String?

    /// The queries of the program, and those of the folder.
    func catalog() throws -> QueryCatalog {
        try QueryCatalog(folder: queries ?? Defaults.text("queries"))
    }
}
