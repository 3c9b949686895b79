import Foundation
import TestSupport
import Testing

/// The machine stops, and what was not synchronised by then is lost, kept or torn, sector by
/// sector (`Tests/Faults/power.c`). What was committed before is there all the same.
@Suite("Cut off from power at any call that changes a file")
struct PowerCutTests {
    private static let parts = 2

    @Test("the first ingest goes on", arguments: 0..<parts)
    func first(part: Int) throws { try cut(FaultJob.firstIngest.get(), 80, part) }

    @Test("an ingest into a store goes on", arguments: 0..<parts)
    func next(part: Int) throws { try cut(FaultJob.nextIngest.get(), 60, part) }

    @Test("an ingest that writes much goes on", arguments: 0..<parts)
    func long(part: Int) throws { try cut(FaultJob.longIngest.get(), 12, part) }

    @Test("a report leaves the old one or the new", arguments: 0..<parts)
    func report(part: Int) throws { try cut(FaultJob.report.get(), 30, part) }

    @Test("a folder of reports holds old pages and new, each whole", arguments: 0..<parts)
    func folder(part: Int) throws { try cut(FaultJob.reportFolder.get(), 40, part) }

    @Test(
        "a backup leaves the old copy or the new, and the next one nothing else",
        arguments: 0..<parts)
    func backup(part: Int) throws { try cut(FaultJob.backup.get(), 40, part) }

    /// Runs that have ended well have lost nothing.
    @Test(
        "when it has just ended",
        arguments: FaultJob.names,
        1...6 as ClosedRange<UInt64>)
    func ended(name: String, seed: UInt64) throws {
        let job = try FaultJob.named(name)
        let trial = try FaultTrial(job)
        let ended = try trial.run(Fault(how: .power, at: 0, seed: seed))
        #expect(ended == job.finished)
        #expect(try trial.lookAtEnd() == [])
    }

    /// A log that is taken away as soon as its line was told is not missed.
    @Test("files that were told of are in the store", arguments: 1...8 as ClosedRange<UInt64>)
    func told(seed: UInt64) throws {
        let job = try FaultJob.firstIngest.get()
        for fault in job.calls.faults([.power], count: 4, seed: seed) {
            let trial = try FaultTrial(job)
            let cut = try trial.run(fault, isQuiet: false)
            let files = cut.errors.split(separator: "\n").compactMap {
                $0.wholeMatch(of: /(\/.*): ([\d,]+) lines = .*/)
            }
            let known =
                try trial.database.isStore
                ? trial.database.cells(
                    "select path, lines from files where state = 'complete'") : []
            for file in files {
                let row = [String(file.1), file.2.filter { $0 != "," }]
                #expect(known.contains(row), "\(fault): \(row)")
            }
        }
    }

    private func cut(_ job: FaultJob, _ count: Int, _ part: Int) throws {
        let faults = job.calls.faults([.power], count: count * FaultJob.factor, seed: 3)
        let problems = try job.tryAll(faults, part: part, of: Self.parts) { trial, fault in
            let cut = try trial.run(fault)
            let isCut = cut.code == 128 + SIGKILL
            return try (isCut ? [] : ["cut: \(cut)"]) + trial.look() + trial.finish()
        }
        #expect(problems == [])
    }
}
