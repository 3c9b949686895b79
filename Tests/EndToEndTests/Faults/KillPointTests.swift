import Foundation
import TestSupport
import Testing

/// Killed before, amid and after the calls that change files: inside of transactions and between
/// them, while the database is made, while the write-ahead log is brought into it, while outputs
/// are written and renamed, while a database is copied.
@Suite("Killed at any call that changes a file")
struct KillPointTests {
    private static let parts = 2

    @Test("the first ingest goes on", arguments: 0..<parts)
    func first(part: Int) throws {
        try killed(FaultJob.firstIngest.get(), 90, part)
    }

    @Test("an ingest into a store goes on", arguments: 0..<parts)
    func next(part: Int) throws {
        try killed(FaultJob.nextIngest.get(), 60, part)
    }

    @Test("an ingest that writes much goes on", arguments: 0..<parts)
    func long(part: Int) throws {
        try killed(FaultJob.longIngest.get(), 16, part)
    }

    @Test("a report leaves the old one or the new", arguments: 0..<parts)
    func report(part: Int) throws {
        try killed(FaultJob.report.get(), 30, part)
    }

    @Test("a folder of reports holds old pages and new, each whole", arguments: 0..<parts)
    func folder(part: Int) throws {
        try killed(FaultJob.reportFolder.get(), 40, part)
    }

    @Test(
        "a backup leaves the old copy or the new, and the next one nothing else",
        arguments: 0..<parts)
    func backup(part: Int) throws {
        try killed(FaultJob.backup.get(), 40, part)
    }

    /// The second half of the points is killed once more, at a point of its own.
    private func killed(_ job: FaultJob, _ count: Int, _ part: Int) throws {
        let count = count * FaultJob.factor
        let faults = job.calls.faults(Fault.kills, count: count, seed: 1)
        let again = job.calls.faults(Fault.kills, count: count, seed: 2)
        let seconds = Dictionary(uniqueKeysWithValues: zip(faults.map(\.seed), again))
        let problems = try job.tryAll(faults, part: part, of: Self.parts) { trial, fault in
            var problems = try kill(trial, fault)
            if fault.seed % 2 == 0, let second = seconds[fault.seed] {
                problems += try kill(trial, second)
            }
            return try problems + trial.finish()
        }
        #expect(problems == [])
    }

    private func kill(_ trial: FaultTrial, _ fault: Fault) throws -> [String] {
        let killed = try trial.run(fault)
        // A run that goes on where another stopped makes fewer calls, and may reach its end.
        let isKilled = [trial.job.finished.code, 128 + SIGKILL].contains(killed.code)
        return try (isKilled ? [] : ["killed: \(killed)"]) + trial.look()
    }
}
