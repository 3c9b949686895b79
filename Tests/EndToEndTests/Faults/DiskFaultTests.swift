import Foundation
import TestSupport
import Testing

/// A disk that is full or fails: the run ends with 74 and says where and what to do, or gets by
/// without the call; nothing committed is lost, and the next run goes on.
@Suite("A disk that is full or fails")
struct DiskFaultTests {
    private static let kinds: [Fault] = [
        Fault(how: .full), Fault(how: .errors, errno: EIO), Fault(how: .errors, errno: EDQUOT),
        Fault(how: .error, errno: EIO), Fault(how: .error, errno: ENOSPC),
        Fault(how: .errors, errno: EROFS), Fault(how: .errors, errno: EACCES),
    ]

    @Test("at any call that changes a file", arguments: FaultJob.names)
    func changes(name: String) throws {
        let job = try FaultJob.named(name)
        let count = 42 * FaultJob.factor
        let faults = zip(0..., job.calls.faults([.full], count: count, seed: 5)).map {
            var fault = $1
            fault.how = Self.kinds[$0 % Self.kinds.count].how
            fault.errno = Self.kinds[$0 % Self.kinds.count].errno
            return fault
        }
        let problems = try job.tryAll(faults, part: 0, of: 1) { trial, fault in
            try failed(trial.run(fault), trial) + trial.look() + trial.finish()
        }
        #expect(problems == [])
    }

    /// Signals interrupt calls, and some file systems give less than was asked for.
    @Test(
        "that takes a part of what it is given", arguments: FaultJob.names,
        [Fault.How.short, .interrupt])
    func parts(name: String, how: Fault.How) throws {
        let job = try FaultJob.named(name)
        let trial = try FaultTrial(job)
        // SQLite takes EINTR for an error of the disk where it does not write.
        let run = try trial.run(Fault(how: how))
        if how == .short { #expect(run == job.finished) }
        #expect(try trial.look() == [])
        #expect(try trial.finish() == [])
    }

    /// Whoever writes into the pipe goes on for ever, and says nothing more.
    @Test("is told at once, though a pipe is waited for", .timeLimit(.minutes(5)))
    func pipe() throws {
        let job = try FaultJob.firstIngest.get()
        let trial = try FaultTrial(job)
        let pipe = Pipe()
        let fault = Fault(how: .full, at: try callsToMakeAStore() + 3)
        let arguments = ["ingest", "-q", "--batch", "50", "--db", trial.database.path, "-"]
        let ingest = try RunningProgram(
            Program.path, arguments, input: pipe.fileHandleForReading,
            environment: fault.environment(root: trial.root))
        let logs = try FileManager.default.subpathsOfDirectory(atPath: job.inputs)
        var count = 0
        for name in logs.sorted() where name.hasPrefix("sends/") && name.hasSuffix(".gz") {
            let log = try #require(FileManager.default.contents(atPath: job.inputs + "/" + name))
            // No more than a pipe holds, so that this waits for nobody.
            count += log.count
            if count > 60_000 { break }
            try pipe.fileHandleForWriting.write(contentsOf: log)
        }
        let full = try ingest.finish()
        #expect(try failed(full, trial) == [])
        #expect(full.code == 74)
        #expect(try trial.database.isStore)
        withExtendedLifetime(pipe) {}
    }

    /// How many calls come before the first commit of messages.
    private func callsToMakeAStore() throws -> Int {
        let folder = try TemporaryFolder()
        let root = try TemporaryFolder(at: folder.file("root"))
        let empty = try folder.write(lines: [], to: "empty.log")
        let environment = Fault(how: .none).environment(root: root.path, log: folder.file("calls"))
        let made = try Program.run(
            ["ingest", "-q", "--db", root.file("push.db"), empty], environment: environment)
        #expect(made.code == 0)
        let calls = try FaultCall.all(in: folder.file("calls"))
        return try #require(calls.lastIndex { $0.path.hasSuffix("-wal") && $0.name == "pwrite" })
    }

    private func failed(_ run: Finished, _ trial: FaultTrial) throws -> [String] {
        if run.code == 0 { return try run.errors == "" ? trial.lookAtEnd() : ["\(run)"] }
        let lines = run.errors.split(separator: "\n")
        let isWorded =
            lines.count >= 2 && lines[0].hasPrefix("error: \(trial.root)/")
            && lines[1].hasPrefix("    hint: ")
        return run.code == 74 && isWorded && run.output == "" ? [] : ["\(run)"]
    }
}
