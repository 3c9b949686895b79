import Foundation
import TestSupport
import Testing

@Suite(
    "A prune that is killed",
    .sample("--sends", "30000", "--days", "8", "--tail-hours", "48", "--duplicates", "0.02"))
struct PruneKillTests {
    private static let arguments = ["--before", "2025-11-21", "-q"]

    @Test("or interrupted leaves a database that verifies, and goes on", arguments: [1, 2, 3])
    func killed(seed: UInt64) throws {
        let whole = try #require(Undisturbed.current)
        let (pruned, killed) = (try Database(copying: whole), try Database(copying: whole))
        let start = ProcessInfo.processInfo.systemUptime
        #expect(try pruned.prune(PruneKillTests.arguments).code == 0)
        let seconds = ProcessInfo.processInfo.systemUptime - start
        var random = SeededRandom(seed: seed)
        for _ in 0..<6 {
            let prune = try RunningProgram(
                Program.path, ["prune", "--db", killed.path] + PruneKillTests.arguments)
            usleep(UInt32(seconds * Double(random.below(1000)) * 1000))
            let signal = random.once(in: 2) ? SIGKILL : SIGTERM
            prune.send(signal)
            #expect([0, 128 + signal].contains(try prune.finish().code))
            #expect(try killed.run("verify", "-q") == Finished(output: "", errors: "", code: 0))
        }
        #expect(try killed.prune(PruneKillTests.arguments).code == 0)
        #expect(try killed.run("verify", "-q").code == 0)
        #expect(try Content(killed).differences(from: Content(pruned)) == [])
        // Reports were as they are.
        #expect(try pruned.report() == whole.database.report())
        #expect(pruned.size < whole.database.size)
    }
}

extension Database {
    fileprivate convenience init(copying whole: Undisturbed) throws {
        try self.init()
        try FileManager.default.copyItem(atPath: whole.database.path, toPath: path)
    }

    fileprivate func prune(_ arguments: [String]) throws -> Finished {
        try Program.run(["prune", "--db", path] + arguments)
    }
}
