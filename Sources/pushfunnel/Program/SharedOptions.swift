import ArgumentParser
import Delivery
import FCM
import Foundation
import NDJSON
import Reporting
import SQLite
import Synchronization

/// Defaults from the environment and from one optional file.
enum Defaults {
    /// The path of the file.
    static let path = environment("PUSHFUNNEL_CONFIG") ?? "pushfunnel.json"

    /// Read once; `check` throws its error.
    private static let file: Result<[String: String], Diagnostic> = {
        let named = environment("PUSHFUNNEL_CONFIG")
        let file = FileHandle(forReadingAtPath: path)
        // A file that is named is trusted; a file in the working folder may be another user's.
        if named == nil, let file, let problem = distrust(path, file) {
            return .failure(
                Diagnostic(
                    .configuration, "\(path): \(problem)",
                    hint: "to use it anyway, set PUSHFUNNEL_CONFIG=\(path)"))
        }
        guard let data = try? file.map({ try $0.readToEnd() ?? Data() }) else {
            guard named != nil || access(path, F_OK) == 0 else { return .success([:]) }
            return .failure(
                Diagnostic(
                    .configuration, "\(path): cannot be read",
                    hint: named == nil ? "check its permissions" : "check PUSHFUNNEL_CONFIG"))
        }
        return Result { () throws(Diagnostic) in
            try ConfigurationFile.texts(data, path: path, known: names)
        }
    }()

    /// The reason to reject an open file in the working folder, or the link in its place; nil to
    /// use it. Only the user and root may configure the program by it: it names the database to
    /// write, folders of queries and reports, and an address for alerts.
    private static func distrust(_ path: String, _ open: FileHandle) -> String? {
        var link = stat()
        var file = stat()
        let trusted = [geteuid(), 0]
        guard lstat(path, &link) == 0, fstat(open.fileDescriptor, &file) == 0,
            trusted.contains(link.st_uid), trusted.contains(file.st_uid)
        else { return "it belongs to another user" }
        return file.st_mode & S_IWOTH == 0 ? nil : "everyone can write to it"
    }

    /// The settings of variables and of the file.
    private static let names = [
        "alerts", "db", "inflater", "keep", "keep_counts", "log_tz", "map", "notify", "queries",
        "reports", "tz",
    ]

    static func text(_ name: String) -> String? {
        environment(variable(name)) ?? (try? file.get())?[name]
    }

    private static func variable(_ name: String) -> String { "PUSHFUNNEL_\(name.uppercased())" }

    /// The source of a setting's value: its flag, its variable or its key in the file.
    static func place(of name: String, flag: String) -> String {
        if isGiven(flag) { return flag }
        if environment(variable(name)) != nil { return variable(name) }
        return (try? file.get())?[name] == nil ? flag : "\(path): \(name)"
    }

    /// Whether the command line has a flag.
    static func isGiven(_ flag: String) -> Bool {
        CommandLine.arguments.contains { $0 == flag || $0.hasPrefix(flag + "=") }
    }

    /// One variable; an empty one is not set, as Compose passes `${VAR:-}`. `ProcessInfo` makes a
    /// dictionary of all variables at each call: with seven calls, that was 3 % of a report's
    /// instructions.
    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Throws if the configuration file cannot be read.
    static func check() throws { _ = try file.get() }
}

struct DatabaseOptions: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("The database file.", valueName: "path"),
        completion: .file())
    var db: String = Defaults.text("db") ?? Store.defaultPath

    /// SQLite takes an empty name for a database in memory.
    func validate() throws {
        if db.isEmpty {
            throw ValidationError(
                Defaults.place(of: "db", flag: "--db"), expected: "the path of a database",
                found: db)
        }
    }

    /// Whether the command line names a database.
    static var isGiven: Bool { Defaults.isGiven("--db") }

    /// By the paths of databases: to open one takes a tenth of the time of a report.
    private static let clocks = Mutex<[String: HourClock]>([:])

    /// Whose hours it counts by, when it is first asked; UTC's while it cannot be read.
    var clock: HourClock {
        if let known = Self.clocks.withLock({ $0[db] }) { return known }
        guard let clock = try? Store.reader(db).read(HourClock.stored) else { return .utc }
        Self.clocks.withLock { $0[db] = clock }
        return clock
    }

    /// Handed from the check of arguments to the command, which runs after it in the same thread.
    private struct Opened: @unchecked Sendable { var session: SQLSession }

    private static let opened = Mutex<[String: Opened]>([:])

    /// Opens the database already for the check of arguments, which needs its clock: `session` then
    /// returns the same session. A database that cannot be opened is an error of `session`.
    func open(_ limits: SQLLimits) {
        guard let session = try? SQLSession(path: db, limits: limits) else { return }
        Self.clocks.withLock { $0[db] = session.clock }
        let opened = Opened(session: session)
        Self.opened.withLock { $0[db] = opened }
    }

    /// That of `open`, for the first who asks, or a new one.
    func session(_ limits: SQLLimits) throws -> SQLSession {
        let opened = Self.opened.withLock { $0.removeValue(forKey: db) }
        return try opened?.session ?? SQLSession(path: db, limits: limits)
    }

    /// Its dimensions; none if it cannot be read.
    var dimensions: [OwnDimension] { (try? Store.reader(db).read(Dimensions.stored)) ?? [] }
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
        if asked.count > 1 { throw ValidationError(asked[0].flag, excludes: asked[1].flag) }
    }

    /// Throws for a file whose ending asks for a format that there is not.
    func expectFormat() throws {
        guard asked.isEmpty, let output, FormatName(fileName: output) == nil else { return }
        let ending = URL(filePath: output).pathExtension
        if !ending.isEmpty, ending.allSatisfy(\.isLetter), !isFolder {
            throw ValidationError(
                "--output", expected: "an ending .json, .csv, .md, .html or .txt", found: output,
                hint: "--csv and the like write any name")
        }
    }

    private var asked: [(flag: String, isGiven: Bool, format: FormatName)] {
        [
            ("--json", json, .json), ("--csv", csv, .csv), ("--md", md, .markdown),
            ("--html", html, .html),
        ].filter(\.isGiven)
    }

    /// The flag of a format.
    var askedFlag: String? { asked.first?.flag }

    var format: FormatName {
        asked.first?.format ?? output.flatMap { FormatName(fileName: $0) } ?? .text
    }

    var style: TextStyle {
        TextStyle(isHuman: true, hasColor: output == nil && Terminal.usesColor)
    }

    func write(_ text: String) throws { try OutputFile.write(text, toOption: output) }

    /// Whether `-o` is a folder: its name ends in a slash, or the folder exists.
    var isFolder: Bool {
        guard let output else { return false }
        return output.hasSuffix("/") || OutputFile.kind(of: output) == S_IFDIR
    }
}

struct ParameterOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Set a parameter of the queries; repeatable.", valueName: "name=text"),
        completion: Completions.parameter)
    var param: [String] = []

    /// The values by name, which may have a colon before it.
    func values() throws -> [String: String] {
        var values: [String: String] = [:]
        for pair in param {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else {
                throw ValidationError("--param", expected: "name=text", found: pair)
            }
            values[String(sides[0].hasPrefix(":") ? sides[0].dropFirst() : sides[0])] =
                String(sides[1])
        }
        return values
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
