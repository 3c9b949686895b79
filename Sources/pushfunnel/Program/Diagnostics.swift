import ArgumentParser
import Delivery
import FCM
import Foundation
import Lake
import NDJSON
import Reporting
import SQLite
import Sampling
import Serving

/// An error: its text for people, and its exit code.
struct Diagnostic: Error {
    var message: String
    var hint: String?
    var code: ExitStatus

    init(_ code: ExitStatus, _ message: String, hint: String? = nil) {
        (self.code, self.message, self.hint) = (code, message, hint)
    }

    /// The machine refused a call.
    init(_ message: String, _ error: SystemError) {
        self.init(.inputOutput, "\(message): \(error)", hint: error.hint)
    }

    /// `error: …`, and the hint below it.
    var text: String { text("error") }
    var warning: String { text("warning") }

    private func text(_ severity: String) -> String {
        "\(severity): \(message)\n" + (hint.map { "    hint: \($0)\n" } ?? "")
    }
}

/// The exit codes of sysexits.h. `alert` also exits with 1 and 2.
enum ExitStatus: Int32 {
    case usage = 64
    case badData = 65
    case internalError = 70
    case inputOutput = 74
    case busy = 75
    case configuration = 78
}

/// The only place that prints errors and exits.
enum Diagnostics {
    /// - Parameter database: the database of the command
    static func exit(_ error: any Error, database: String? = nil) -> Never {
        if let code = error as? ExitCode { Foundation.exit(code.rawValue) }
        guard let diagnostic = diagnostic(unwrapped(error), database) else { exitAsParser(error) }
        Terminal.note(withoutAddresses(diagnostic.text))
        Foundation.exit(diagnostic.code.rawValue)
    }

    /// The words for an error, with a hint below them.
    static func text(_ error: any Error, database: String?) -> String {
        diagnostic(error, database)?.text ?? "error: \(error)\n"
    }

    /// Exits from any thread, while others go on computing.
    static func exitAtOnce(_ error: any Error) -> Never {
        let diagnostic = diagnostic(error, nil)
        if let diagnostic { Terminal.note(withoutAddresses(diagnostic.text)) }
        _exit((diagnostic?.code ?? .internalError).rawValue)
    }

    /// Help, and errors of the argument parser. All other errors are internal.
    private static func exitAsParser(_ error: any Error) -> Never {
        let code = Pushfunnel.exitCode(for: error)
        if code.isSuccess { exitWithHelp(Pushfunnel.fullMessage(for: error)) }
        let wording = ArgumentWording(
            message: Pushfunnel.message(for: error), usage: Pushfunnel.fullMessage(for: error))
        Terminal.note(withoutAddresses(wording.diagnostic.text))
        let isUsage = code.rawValue == ExitStatus.usage.rawValue
        Foundation.exit((isUsage ? ExitStatus.usage : .internalError).rawValue)
    }

    /// Prints help, the version, or a completion script.
    private static func exitWithHelp(_ text: String) -> Never {
        do {
            try Terminal.print(text.hasPrefix("OVERVIEW: ") ? HelpText.ordered(text) : text + "\n")
        } catch {
            exit(error)
        }
        Foundation.exit(0)
    }

    /// Hides the paths of addresses: an unknown argument may be the address of a webhook.
    private static func withoutAddresses(_ message: String) -> String {
        CommandLine.arguments.reduce(message) { message, argument in
            let value =
                argument.hasPrefix("-") ? argument.drop { $0 != "=" }.dropFirst() : argument[...]
            guard let start = value.firstRange(of: "://")?.upperBound else { return message }
            return message.replacing(value, with: value[..<start] + "…")
        }
    }

    /// The argument parser wraps errors of `validate()` in a private type.
    private static func unwrapped(_ error: any Error) -> any Error {
        let cause = Mirror(reflecting: error).descendant("parserError", "userValidationError")
        return cause as? any Error ?? error
    }

    /// The exit code of an error.
    static func code(of error: any Error) -> Int32 {
        if let code = error as? ExitCode { return code.rawValue }
        return diagnostic(error, nil)?.code.rawValue ?? ExitStatus.internalError.rawValue
    }

    /// Nil for errors of the argument parser.
    private static func diagnostic(_ error: any Error, _ database: String?) -> Diagnostic? {
        switch error {
        case let error as Diagnostic: error
        case let error as StoreError: store(error)
        case let error as LakeError: lake(error)
        case let error as StoreBackup.Failure: backup(error)
        case let error as InputError: input(error)
        case let error as QueryError: query(error)
        case let error as WebhookError:
            Diagnostic(.inputOutput, "\(error)", hint: error.hint)
        case let error as ListenError: listening(error)
        case let error as SampleError: Diagnostic(.usage, "\(error)")
        case let error as SQLiteError: sqlite(error, path: database)
        default: nil
        }
    }

    private static func listening(_ error: ListenError) -> Diagnostic {
        if error.number == EADDRINUSE {
            return Diagnostic(
                .inputOutput, "\(error.address): another program listens there",
                hint: "select another port: --listen 127.0.0.1:PORT")
        }
        return Diagnostic(
            "\(error.address): cannot be listened on", SystemError(number: error.number))
    }

    static func input(_ error: InputError) -> Diagnostic {
        Diagnostic(.inputOutput, "\(SafeText.visible(error.path)): \(error)", hint: error.hint)
    }

    private static func query(_ error: QueryError) -> Diagnostic {
        // Its text has a line with place and hint for each problem.
        var text = error.description
        if text.hasPrefix("error: ") { text.removeFirst(7) }
        let codes = Set(error.problems.map(\.code))
        return Diagnostic(
            codes.contains("busy") ? .busy : codes.contains("disk") ? .inputOutput : .usage, text)
    }

    private static func sqlite(_ error: SQLiteError, path: String?) -> Diagnostic {
        let isBusy = [.busy, .locked].contains(error.code)
        let hint = isBusy ? "run the same command again" : error.code.diskHint
        // For a report of a bug, the text has the SQL statement, too.
        let text =
            hint == nil ? "\(error)" : "\(error.message) (SQLite error \(error.extendedCode))"
        return Diagnostic(
            isBusy ? .busy : .inputOutput, "\(path ?? "database"): \(text)",
            hint: hint ?? "all commits are kept")
    }

    private static var selectsDatabase: String {
        "\(Defaults.place(of: "db", flag: "--db")) selects"
    }

    private static func store(_ error: StoreError) -> Diagnostic {
        switch error {
        case .notFound(let path):
            Diagnostic(
                .inputOutput, "\(path): the database does not exist",
                hint: "pushfunnel ingest PATH... makes it; \(selectsDatabase) another database")
        case .unfinished(let path):
            Diagnostic(
                .inputOutput, "\(path): the database is empty: the first ingest was interrupted",
                hint: "run pushfunnel ingest PATH... again")
        case .notAStore(let path):
            Diagnostic(
                .inputOutput, "\(path): expected a pushfunnel database, found another file",
                hint: "\(selectsDatabase) the database")
        case .locked(let path, let holder):
            Diagnostic(
                .busy,
                "\(path): another pushfunnel is writing"
                    + (holder.map { " (process \($0))" } ?? ""),
                hint: "wait until it ends, then run the same command again")
        case .brokenLink(let path):
            Diagnostic(
                .inputOutput, "\(path): a link to a file that does not exist",
                hint: "create the database where the link leads, or remove the link")
        case .cannotLock(let path, let number):
            Diagnostic("\(path): cannot be created or locked", SystemError(number: number))
        case .windowDiffers(let path, let hours, let asked):
            Diagnostic(
                .usage, "\(path): expected a window of \(asked) h, found one of \(hours) h",
                hint: "the window of a database never changes: omit --window, or use another --db")
        case .keepsHours(let path, let zone, let horizon):
            Diagnostic(
                .usage,
                "\(path): counts by hours of \(zone), and messages from before \(horizon) were "
                    + "pruned",
                hint: "their hours cannot be counted again: ingest the logs into a new database")
        case .conversionWindowDiffers(let path, let hours, let asked):
            Diagnostic(
                .usage,
                "\(path): expected a conversion window of \(asked) h, found one of \(hours) h",
                hint: "the window of a database never changes: omit --conversion-window, or use "
                    + "another --db")
        case .dimensionDiffers(let path, let known, let asked):
            Diagnostic(
                .usage,
                "\(path): expected the dimension \(known.name) at \(asked.place) of "
                    + "\(asked.source.rawValue), found it at \(known.place) of "
                    + "\(known.source.rawValue)",
                hint: "the place of a dimension never changes: choose another name")
        case .tooManyDimensions(let path, let names):
            Diagnostic(
                .usage,
                "\(path): expected at most \(OwnDimension.most) dimensions, found "
                    + names.joined(separator: ", "),
                hint: "omit some of them, or use another --db")
        case .tooManyJoins(let path, let places):
            Diagnostic(
                .usage,
                "\(path): expected at most \(JoinPlaces.most) places of IDs of your own, found "
                    + places.joined(separator: ", "),
                hint: "omit some of them, or use another --db")
        case .keepsTargets(let path):
            Diagnostic(
                .usage, "\(path): the database stores hashes of tokens, despite --no-token-hash",
                hint: "pushfunnel rotate --no-token-hash deletes them and stores no new ones")
        case .tooNew(let path):
            Diagnostic(
                .configuration, "\(path): a newer version of pushfunnel made it",
                hint: "update pushfunnel")
        case .tooOld(let path):
            Diagnostic(
                .configuration, "\(path): an earlier version of pushfunnel made it",
                hint: "run pushfunnel upgrade --db \(path)")
        case .unknownShape(let path, let object):
            Diagnostic(
                .configuration,
                "\(path): its tables differ from all versions of pushfunnel: \(object)",
                hint: "ingest the logs into a new database; this one is unchanged")
        case .pruned(let path, let horizon):
            Diagnostic(
                .usage, "\(path): messages from before \(horizon) were pruned",
                hint: "choose a later time")
        case .ofLake(let path):
            Diagnostic(
                .usage, "\(path): the database has the counts of a lake, not its messages",
                hint: "ingest the logs into another database; Documentation/Lake.md shows how to "
                    + "delete days of a lake")
        case .holdsOther(let path, let lake):
            Diagnostic(
                .usage, "\(path): the database is not of the lake \(lake)",
                hint: "choose another --db: the counts of a lake need their own database")
        }
    }

    static func lake(_ error: LakeError) -> Diagnostic {
        switch error {
        case .notFound(let path):
            Diagnostic(
                .inputOutput, "\(path): the lake does not exist",
                hint: "pushfunnel lake export PATH... LAKE makes it")
        case .notALake(let path):
            Diagnostic(
                .inputOutput, "\(path): expected a lake or an empty folder, found other files",
                hint: "the last argument is the folder of the lake")
        case .tooNew(let path):
            Diagnostic(
                .configuration, "\(path): a newer version of pushfunnel made it",
                hint: "update pushfunnel")
        case .damaged(let path):
            Diagnostic(
                .configuration, "\(path): the file is damaged",
                hint: "restore it from a copy of the lake, or export the logs into a new lake")
        case .windowDiffers(let path, let hours, let asked):
            Diagnostic(
                .usage, "\(path): expected a window of \(asked) h, found one of \(hours) h",
                hint: "the window of a lake never changes: omit --window, or use another lake")
        case .hoursDiffer(let path, let zone, let asked):
            Diagnostic(
                .usage, "\(path): expected hours of \(asked), found those of \(zone)",
                hint: "the hours of a lake never change: omit --tz, or use another lake")
        case .conversionWindowDiffers(let path, let hours, let asked):
            Diagnostic(
                .usage,
                "\(path): expected a conversion window of \(asked) h, found one of \(hours) h",
                hint: "the window of a lake never changes: omit --conversion-window, or use "
                    + "another lake")
        case .dimensionMissing(let path, let name):
            Diagnostic(
                .usage, "\(path): the lake was made without the dimension \(name) at this place",
                hint: "the dimensions of a lake never change: use another lake")
        case .keysDiffer(let path, let other):
            Diagnostic(
                .usage, "\(path): the lake has other hash keys than \(other)",
                hint: "records with other hash keys cannot be merged: use another lake")
        case .keepsTargets(let path):
            Diagnostic(
                .usage, "\(path): the lake stores hashes of tokens, despite --no-token-hash",
                hint: "this setting of a lake never changes: use another lake")
        case .system(let path, let number):
            Diagnostic(SafeText.visible(path), SystemError(number: number))
        case .changed(let path):
            Diagnostic(
                .inputOutput, "\(SafeText.visible(path)): the file changed during the export",
                hint: "export finished logs only; run the same command again")
        case .notAFile(let path):
            Diagnostic(
                .inputOutput, "\(SafeText.visible(path)): expected a file, found a pipe or device",
                hint: "export reads each log twice: write the data to a file first")
        }
    }

    private static func backup(_ error: StoreBackup.Failure) -> Diagnostic? {
        switch error {
        case .notSound(let path, let finding):
            Diagnostic(
                .internalError, "\(path): no backup was made, the copy does not add up: \(finding)",
                hint: "run pushfunnel verify to check the database itself")
        case .cannotWrite(let path, let number):
            Diagnostic(
                .inputOutput, "\(path): cannot be written: \(String(cString: strerror(number)))",
                hint: "check the folder, its permissions and the free disk space")
        case .stopped: nil
        }
    }
}
