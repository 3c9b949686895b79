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
    static func exit(_ error: any Error) -> Never {
        if let code = error as? ExitCode { Foundation.exit(code.rawValue) }
        guard let diagnostic = diagnostic(error) else {
            Pushfunnel.exit(withError: error)
        }
        Terminal.note(diagnostic.text)
        Foundation.exit(diagnostic.code.rawValue)
    }

    /// What the process ends with for an error.
    static func code(of error: any Error) -> Int32 {
        if let code = error as? ExitCode { return code.rawValue }
        return diagnostic(error)?.code.rawValue ?? ExitStatus.internalError.rawValue
    }

    /// Nil for what the argument parser words itself.
    private static func diagnostic(_ error: any Error) -> Diagnostic? {
        switch error {
        case let error as Diagnostic: error
        case let error as StoreError: store(error)
        case let error as InputError: input(error)
        case let error as QueryError: query(error)
        case let error as WebhookError: webhook(error)
        case let error as SampleError: Diagnostic(message: "\(error)", code: .usage)
        case let error as DatabaseError: database(error)
        default: nil
        }
    }

    static func input(_ error: InputError) -> Diagnostic {
        Diagnostic(message: "\(error.path): \(error)", hint: error.hint, code: .inputOutput)
    }

    private static func webhook(_ error: WebhookError) -> Diagnostic {
        Diagnostic(message: "\(error)", hint: error.hint, code: .inputOutput)
    }

    private static func query(_ error: QueryError) -> Diagnostic {
        // It has its own places and hints, a line for each problem.
        var text = error.description
        if text.hasPrefix("error: ") { text.removeFirst(7) }
        let isBusy = error.problems.contains { $0.code == "busy" }
        return Diagnostic(message: text, code: isBusy ? .busy : .usage)
    }

    private static func store(_ error: StoreError) -> Diagnostic {
        switch error {
        case .notFound(let path):
            Diagnostic(
                message: "\(path): there is no database",
                hint: "pushfunnel ingest PATH... makes one; --db names another",
                code: .inputOutput)
        case .notAStore(let path):
            Diagnostic(
                message: "\(path): expected a pushfunnel database, found another file",
                hint: "--db names the database", code: .inputOutput)
        case .locked(let path, let holder):
            Diagnostic(
                message: "\(path): another pushfunnel is writing"
                    + (holder.map { " (process \($0))" } ?? ""),
                hint: "run the same command again when it has ended", code: .busy)
        case .cannotLock(let path, let number):
            Diagnostic(
                message: "\(path): cannot be made: \(String(cString: strerror(number)))",
                hint: "check the folder and its permissions", code: .inputOutput)
        case .windowDiffers(let path, let hours, let asked):
            Diagnostic(
                message: "\(path): its window is \(hours) h, asked for \(asked) h",
                hint: "the window is set when a database is made: use another --db",
                code: .usage)
        case .tooNew(let path):
            Diagnostic(
                message: "\(path): made by a newer pushfunnel", hint: "update pushfunnel",
                code: .configuration)
        }
    }

    private static func database(_ error: DatabaseError) -> Diagnostic {
        let isBusy = [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
        return Diagnostic(
            message: "\(error)",
            hint: isBusy ? "run the same command again" : "what was committed before is kept",
            code: isBusy ? .busy : .inputOutput)
    }
}
