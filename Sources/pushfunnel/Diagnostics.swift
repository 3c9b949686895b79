import ArgumentParser
import Delivery
import FCM
import Foundation
import GRDB
import NDJSON
import Reporting
import Sampling

/// What went wrong, for people and for the exit code.
struct Diagnostic: Error {
    var message: String
    var hint: String?
    var code: ExitStatus

    /// `error: …`, and the way out below it.
    var text: String {
        "error: \(message)\n" + (hint.map { "    hint: \($0)\n" } ?? "")
    }
}

/// sysexits.h's codes, and two of our own for alerts.
enum ExitStatus: Int32 {
    case usage = 64
    case badData = 65
    case internalError = 70
    case inputOutput = 74
    case busy = 75
    case configuration = 78
}

/// The only place that turns errors into text and ends the process.
enum Diagnostics {
    /// `database` is the one that the command was about.
    static func exit(_ error: any Error, database: String? = nil) -> Never {
        if let code = error as? ExitCode { Foundation.exit(code.rawValue) }
        guard let diagnostic = diagnostic(unwrapped(error), database) else { exitAsParser(error) }
        Terminal.note(withoutAddresses(diagnostic.text))
        Foundation.exit(diagnostic.code.rawValue)
    }

    /// Help, and what the argument parser found. An error that nothing here knows is internal.
    private static func exitAsParser(_ error: any Error) -> Never {
        let code = Pushfunnel.exitCode(for: error)
        if code.isSuccess { Pushfunnel.exit(withError: error) }
        let wording = ArgumentWording(
            message: Pushfunnel.message(for: error), usage: Pushfunnel.fullMessage(for: error),
            commands: Pushfunnel.configuration.subcommands.map { $0._commandName })
        Terminal.note(withoutAddresses(wording.diagnostic.text))
        let isUsage = code.rawValue == ExitStatus.usage.rawValue
        Foundation.exit((isUsage ? ExitStatus.usage : .internalError).rawValue)
    }

    /// An argument that is not understood may be a webhook's address, in the wrong place.
    private static func withoutAddresses(_ message: String) -> String {
        CommandLine.arguments.reduce(message) { message, argument in
            let value =
                argument.hasPrefix("-") ? argument.drop { $0 != "=" }.dropFirst() : argument[...]
            guard let start = value.firstRange(of: "://")?.upperBound else { return message }
            return message.replacing(value, with: value[..<start] + "…")
        }
    }

    /// The argument parser wraps what `validate()` throws in an error of its own, which has no
    /// public type.
    private static func unwrapped(_ error: any Error) -> any Error {
        let cause = Mirror(reflecting: error).descendant("parserError", "userValidationError")
        return cause as? any Error ?? error
    }

    /// What the process ends with for an error.
    static func code(of error: any Error) -> Int32 {
        if let code = error as? ExitCode { return code.rawValue }
        return diagnostic(error, nil)?.code.rawValue ?? ExitStatus.internalError.rawValue
    }

    /// Nil for what the argument parser throws.
    private static func diagnostic(_ error: any Error, _ database: String?) -> Diagnostic? {
        switch error {
        case let error as Diagnostic: error
        case let error as StoreError: store(error)
        case let error as LakeError: lake(error)
        case let error as StoreBackup.Failure: backup(error)
        case let error as InputError: input(error)
        case let error as QueryError: query(error)
        case let error as WebhookError: webhook(error)
        case let error as SampleError: Diagnostic(message: "\(error)", code: .usage)
        case let error as DatabaseError: DatabaseTrouble.diagnostic(error, path: database)
        default: nil
        }
    }

    static func input(_ error: InputError) -> Diagnostic {
        Diagnostic(
            message: "\(SafeText.visible(error.path)): \(error)", hint: error.hint,
            code: .inputOutput)
    }

    private static func webhook(_ error: WebhookError) -> Diagnostic {
        Diagnostic(message: "\(error)", hint: error.hint, code: .inputOutput)
    }

    private static func query(_ error: QueryError) -> Diagnostic {
        // It has its own places and hints, a line for each problem.
        var text = error.description
        if text.hasPrefix("error: ") { text.removeFirst(7) }
        let codes = Set(error.problems.map(\.code))
        return Diagnostic(
            message: text,
            code: codes.contains("busy") ? .busy : codes.contains("disk") ? .inputOutput : .usage)
    }

    private static var namesDatabase: String { "\(Defaults.place(of: "db", flag: "--db")) names" }

    private static func store(_ error: StoreError) -> Diagnostic {
        switch error {
        case .notFound(let path):
            Diagnostic(
                message: "\(path): there is no database",
                hint: "pushfunnel ingest PATH... makes one; \(namesDatabase) another",
                code: .inputOutput)
        case .unfinished(let path):
            Diagnostic(
                message: "\(path): making it was interrupted, and it holds nothing yet",
                hint: "pushfunnel ingest PATH... goes on", code: .inputOutput)
        case .notAStore(let path):
            Diagnostic(
                message: "\(path): expected a pushfunnel database, found another file",
                hint: "\(namesDatabase) the database", code: .inputOutput)
        case .locked(let path, let holder):
            Diagnostic(
                message: "\(path): another pushfunnel is writing"
                    + (holder.map { " (process \($0))" } ?? ""),
                hint: "run the same command again when it has ended", code: .busy)
        case .cannotLock(let path, let number):
            Diagnostic(
                message: "\(path): cannot be made or locked: \(SystemError(number: number))",
                hint: SystemError(number: number).hint, code: .inputOutput)
        case .windowDiffers(let path, let hours, let asked):
            Diagnostic(
                message: "\(path): its window is \(hours) h, asked for \(asked) h",
                hint: "the window is set when a database is made: use another --db",
                code: .usage)
        case .keepsTargets(let path):
            Diagnostic(
                message: "\(path): it keeps hashes of tokens, asked for without",
                hint: "pushfunnel rotate --no-token-hash takes them out, and makes no more",
                code: .usage)
        case .tooNew(let path):
            Diagnostic(
                message: "\(path): made by a newer pushfunnel", hint: "update pushfunnel",
                code: .configuration)
        case .tooOld(let path):
            Diagnostic(
                message: "\(path): made by an earlier pushfunnel",
                hint: "pushfunnel upgrade --db \(path) brings it up to date, and so does ingest",
                code: .configuration)
        case .unknownShape(let path, let object):
            Diagnostic(
                message: "\(path): not as any version of pushfunnel makes it: \(object)",
                hint: "ingest the logs into a new database; this one was left alone",
                code: .configuration)
        case .pruned(let path, let horizon):
            Diagnostic(
                message: "\(path): messages from before \(horizon) were pruned",
                hint: "ask for a time from then on", code: .usage)
        case .holdsOther(let path, let lake):
            Diagnostic(
                message: "\(path): holds other records than those of the lake \(lake)",
                hint: "a lake's counts need a database of their own: choose another --db",
                code: .usage)
        }
    }

    private static func backup(_ error: StoreBackup.Failure) -> Diagnostic? {
        switch error {
        case .notSound(let path, let finding):
            Diagnostic(
                message: "\(path): not made, the copy does not add up: \(finding)",
                hint: "pushfunnel verify tells whether the database itself is damaged",
                code: .internalError)
        case .cannotWrite(let path, let number):
            Diagnostic(
                message: "\(path): cannot be written: \(String(cString: strerror(number)))",
                hint: "check the folder, its permissions and the room on its disk",
                code: .inputOutput)
        case .stopped: nil
        }
    }
}
