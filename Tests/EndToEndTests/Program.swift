import Foundation
import TestSupport

/// What a process left behind.
struct Finished: Equatable {
    var output: String
    var errors: String
    /// The exit code; 128 and the number of the signal for a process that a signal ended.
    var code: Int32

    /// What commands for two databases have in common: each names its own.
    func without(database path: String) -> Finished {
        var finished = self
        finished.output = output.replacing(" --db \(path)", with: "")
        return finished
    }
}

/// A process that runs, with its output going to files: a pipe that another child has inherited
/// would stay open for longer than the process lives.
final class RunningProgram {
    let process = Process()
    private let outputs: TemporaryFolder

    init(
        _ executable: String, _ arguments: [String], in folder: String? = nil,
        input: FileHandle = .nullDevice, environment: [String: String] = [:]
    ) throws {
        outputs = try TemporaryFolder()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        process.environment = Program.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = try RunningProgram.file(outputs.file("output"))
        process.standardError = try RunningProgram.file(outputs.file("errors"))
        try RunningProgram.takingSignals { try process.run() }
    }

    /// Threads that run tests block signals, and a child would inherit that.
    private static func takingSignals(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var usual = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &usual)
        defer { pthread_sigmask(SIG_SETMASK, &usual, nil) }
        try body()
    }

    private static func file(_ path: String) throws -> FileHandle {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    /// What it has printed by now.
    var outputSoFar: String { (try? text("output")) ?? "" }

    func send(_ signal: Int32) {
        if process.isRunning { kill(process.processIdentifier, signal) }
    }

    /// With `isWhole` nothing is left out of the errors: see `withoutShares`.
    func finish(isWhole: Bool = false) throws -> Finished {
        process.waitUntilExit()
        let errors = try text("errors")
        let isSignal = process.terminationReason == .uncaughtSignal
        return Finished(
            output: try text("output"),
            errors: isWhole ? errors : RunningProgram.withoutShares(errors),
            code: (isSignal ? 128 : 0) + process.terminationStatus)
    }

    /// A small file of a sample may have one rejected line among few others. That warning is shown
    /// by golden cases, and is no part of what other tests expect to be silent.
    private static func withoutShares(_ errors: String) -> String {
        let share = #/warning: .* lines that look like pushes were rejected .*\n(    hint: .*\n)*/#
        let more = #/warning: .* with more than 5 % of such lines rejected\n    hint: .*\n/#
        return errors.replacing(share, with: "").replacing(more, with: "")
    }

    private func text(_ name: String) throws -> String {
        let data = try Data(contentsOf: URL(fileURLWithPath: outputs.file(name)))
        return String(decoding: data, as: UTF8.self)
    }
}

/// The program as it was built, run as people run it.
enum Program {
    /// Beside the tests, where the build puts it; `PUSHFUNNEL_BINARY` names another.
    static let path: String =
        ProcessInfo.processInfo.environment["PUSHFUNNEL_BINARY"]
        ?? Bundle.main.bundleURL.appending(path: "pushfunnel").path

    /// Nothing of the user's own settings but those of sanitizers, so that every machine gives the
    /// same bytes.
    static let environment: [String: String] = {
        let names: Set = [
            "PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS",
            "PUSHFUNNEL_SANITIZER",
        ]
        let kept = ProcessInfo.processInfo.environment.filter { names.contains($0.key) }
        // A sample's last day is the day before 20 November 2025.
        let epoch = ["SOURCE_DATE_EPOCH": "1763596800"]
        return kept.merging(["LC_ALL": "C", "TZ": "UTC", "PUSHFUNNEL": path]) { $1 }
            .merging(epoch) { $1 }
    }()

    /// Runs it to its end.
    static func run(_ arguments: String..., in folder: String? = nil) throws -> Finished {
        try run(arguments, in: folder)
    }

    static func run(_ arguments: [String], in folder: String? = nil) throws -> Finished {
        try run(executable: path, arguments, in: folder)
    }

    /// Runs it with variables of its own.
    static func run(
        _ arguments: [String], in folder: String? = nil, environment: [String: String]
    ) throws -> Finished {
        try RunningProgram(path, arguments, in: folder, environment: environment).finish()
    }

    /// Runs another program, with the same surroundings.
    static func run(
        executable: String, _ arguments: [String], in folder: String? = nil
    ) throws -> Finished {
        try RunningProgram(executable, arguments, in: folder).finish()
    }
}
