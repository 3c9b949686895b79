import Foundation
import TestSupport
import Testing

/// A clock that jumps. Years, since the logs of tests are old.
@Suite("A clock that jumps")
struct ClockTests {
    private static let years = 31_557_600

    private func ingest(
        _ job: FaultJob, _ database: Database, clock: String, _ options: String...
    ) throws -> Finished {
        let environment = ["LD_PRELOAD": Fault.library, "FAULTS_CLOCK": clock]
        return try Program.run(job.arguments(database.folder) + options, environment: environment)
    }

    /// At a look of the program or of its libraries: one of them decides what is of the future.
    @Test("changes nothing, or is told", arguments: [-20, -1, 1, 20], [1, 2, 3, 5, 50])
    func jumps(years: Int, look: Int) throws {
        let job = try FaultJob.firstIngest.get()
        let trial = try FaultTrial(job)
        let run = try ingest(job, trial.database, clock: "\(look):\(years * Self.years)")
        if run.code == 78 {
            #expect(years == -20)
            #expect(run.errors.hasPrefix("error: the clock shows "), "\(run)")
            #expect(try trial.finish() == [])
        } else {
            #expect(run == job.finished)
            #expect(try trial.lookAtEnd() == [])
        }
    }

    @Test("back before a run stops it before anything is set aside as of the future")
    func back() throws {
        let job = try FaultJob.nextIngest.get()
        let trial = try FaultTrial(job)
        let run = try ingest(job, trial.database, clock: "1:\(-20 * Self.years)")
        #expect(run.code == 78)
        #expect(run.errors.hasPrefix("error: the clock shows "), "\(run)")
        #expect(run.errors.contains("\n    hint: set the clock"))
        #expect(try trial.finish() == [])
    }

    @Test("back is no matter where the time is given")
    func given() throws {
        let job = try FaultJob.nextIngest.get()
        let trial = try FaultTrial(job)
        let run = try ingest(
            job, trial.database, clock: "1:\(-20 * Self.years)", "--now", "2025-12-01")
        #expect(run == job.finished)
        #expect(try trial.lookAtEnd() == [])
    }
}
