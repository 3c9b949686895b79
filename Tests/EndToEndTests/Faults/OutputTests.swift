import Foundation
import TestSupport
import Testing

@Suite("Outputs")
struct OutputTests {
    /// What one has not finished, another does not take for the rest of a killed run.
    @Test("of several runs into one folder at once are all whole")
    func together() throws {
        let job = try FaultJob.report.get()
        let trial = try FaultTrial(job)
        let report = try #require(job.aftermath.files["report.html"])
        let names = (0..<12).map { "report\($0 / 3).html" }
        let runs = try names.map { name in
            try RunningProgram(
                Program.path,
                ["report", "--db", trial.database.path, "-o", trial.root + "/" + name])
        }
        for run in runs { #expect(try run.finish() == job.finished) }
        for name in names {
            #expect(FileManager.default.contents(atPath: trial.root + "/" + name) == report)
        }
        let all = try FileManager.default.contentsOfDirectory(atPath: trial.root)
        #expect(all.filter { $0.hasPrefix(".") } == [])
    }

    /// One that is being made is locked by whoever makes it.
    @Test("sweep away what a killed run left, and nothing that is locked")
    func swept() throws {
        let job = try FaultJob.report.get()
        let trial = try FaultTrial(job)
        let left = trial.root + "/.pushfunnel-left"
        let held = trial.root + "/.pushfunnel-held"
        for path in [left, held] {
            #expect(FileManager.default.createFile(atPath: path, contents: Data("half".utf8)))
        }
        let descriptor = open(held, O_RDONLY)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        let run = try Program.run(job.arguments(trial.root))
        #expect(run == job.finished)
        #expect(!FileManager.default.fileExists(atPath: left))
        #expect(FileManager.default.contents(atPath: held) == Data("half".utf8))
    }
}
