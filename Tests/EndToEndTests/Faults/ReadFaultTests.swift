import Foundation
import TestSupport
import Testing

/// Logs that cannot be read, or change under the reader's hands.
@Suite("Logs that cannot be read")
struct ReadFaultTests {
    /// What is read once more is complete.
    @Test("at any call, by an error that goes away", arguments: 0..<2)
    func errors(part: Int) throws {
        let job = try FaultJob.firstIngest.get()
        let calls = try Self.reads(job)
        let faults = calls.faults([.error, .errors], count: 60 * FaultJob.factor, seed: 7)
        let problems = try job.tryAll(faults, part: part, of: 2) { trial, fault in
            var fault = fault
            fault.calls = .reads
            fault.errno = [EIO, EACCES, ESTALE, EMFILE][Int(fault.seed % 4)]
            let run = try trial.run(fault)
            return try failed(run, trial) + trial.look() + trial.finish(inOrder: false)
        }
        #expect(problems == [])
    }

    @Test(
        "in one go, but in parts and with interruptions", arguments: [Fault.How.short, .interrupt])
    func parts(how: Fault.How) throws {
        let job = try FaultJob.firstIngest.get()
        let trial = try FaultTrial(job)
        #expect(try trial.run(Fault(how: how, calls: .reads)) == job.finished)
        #expect(try trial.lookAtEnd() == [])
    }

    /// The calls of an undisturbed run that read logs.
    private static func reads(_ job: FaultJob) throws -> [FaultCall] {
        let folder = try TemporaryFolder()
        let database = Database(in: try TemporaryFolder(at: folder.file("root")))
        let environment = Fault(how: .none, calls: .reads)
            .environment(root: job.inputs, log: folder.file("calls"))
        let arguments = ["ingest", "-q", "--db", database.path, job.inputs]
        let run = try Program.run(arguments, environment: environment)
        #expect(run == job.finished)
        return try FaultCall.all(in: folder.file("calls"))
    }

    /// It says which file, or had no need of it.
    private func failed(_ run: Finished, _ trial: FaultTrial) throws -> [String] {
        if run.code == 0 { return try run.errors == "" ? trial.lookAtEnd() : ["\(run)"] }
        let lines = run.errors.split(separator: "\n")
        let isWorded =
            lines.count >= 2 && lines.count % 2 == 0
            && lines.enumerated().allSatisfy {
                $0.offset % 2 == 0
                    ? $0.element.contains("error: ") && $0.element.contains(trial.job.inputs)
                    : $0.element.hasPrefix("    hint: ")
            }
        return run.code == 74 && isWorded ? [] : ["\(run)"]
    }
}
