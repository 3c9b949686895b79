import Foundation
import TestSupport

/// A command that is spoilt again and again, what it starts from, and what comes of it when nobody
/// spoils it.
final class FaultJob: Sendable {
    let name: String
    /// Folder of what it reads.
    let inputs: String
    /// A folder of what is there before. Immutable, though it does not say so.
    nonisolated(unsafe) let before: TemporaryFolder
    /// Whether it changes what the views of its database say.
    let changesContent: Bool
    let arguments: @Sendable (_ root: String) -> [String]
    /// How it ends.
    let finished: Finished
    /// What it calls.
    let calls: [FaultCall]
    /// What it leaves.
    let aftermath: Aftermath

    /// Runs it once, to know its end; `code` is how it is to end.
    init(
        _ name: String, inputs: String, before: TemporaryFolder, changesContent: Bool = true,
        code: Int32 = 0, arguments: @escaping @Sendable (_ root: String) -> [String]
    ) throws {
        self.name = name
        self.inputs = inputs
        self.before = before
        self.changesContent = changesContent
        self.arguments = arguments
        finished = Finished(output: "", errors: "", code: code)
        let folder = try TemporaryFolder()
        let inside = try before.copy(to: folder.file("root"))
        let log = folder.file("calls")
        let run = try Program.run(
            arguments(inside.path), in: folder.path,
            environment: Fault(how: .none).environment(root: inside.path, log: log))
        guard run == finished else { throw JobFailure(job: name, run: run) }
        calls = try FaultCall.all(in: log)
        aftermath = try Aftermath(inside, Database(in: inside), readsContent: changesContent)
    }

    struct JobFailure: Error {
        var job: String
        var run: Finished
    }

    /// How many points of each job are tried: `FAULTS=10` for ten times as many.
    static let factor =
        ProcessInfo.processInfo.environment["FAULTS"].flatMap { Int($0) } ?? 1

    /// One after another; gives what went wrong, with the fault that did it, and tells how many
    /// there were.
    func tryAll(
        _ faults: [Fault], part: Int = 0, of parts: Int = 1,
        _ body: (FaultTrial, Fault) throws -> [String]
    ) throws -> [String] {
        var problems: [String] = []
        let mine = faults.enumerated().filter { $0.offset % parts == part }.map(\.element)
        for fault in mine {
            let found = try body(FaultTrial(self), fault)
            problems += found.map { "\(name), \(fault): \($0)" }
        }
        print(
            "faults: \(name): \(mine.count) points of \(calls.count) calls, "
                + "\(problems.count) differences")
        return problems
    }
}
