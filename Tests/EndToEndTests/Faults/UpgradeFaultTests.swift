import Foundation
import TestSupport
import Testing

/// A migration is one transaction: whenever it ends, all of the database is as it was, to the row,
/// or all is of the new version and adds up; and the next run ends as one that nobody disturbed.
@Suite("An upgrade that is spoilt", .enabled(if: EarlierDatabase.canBeMade, "no sqlite3"))
struct UpgradeFaultTests {
    /// A database, and a job that upgrades it.
    private struct Upgrade {
        let job: FaultJob
        /// All rows and tables of before.
        let old: String

        init(_ file: String) throws {
            let before = try TemporaryFolder()
            try EarlierDatabase.make(file, at: before.file("push.db"))
            job = try FaultJob("upgrade of \(file)", inputs: EarlierDatabase.folder, before: before)
            { ["upgrade", "-q", "--db", $0 + "/push.db"] }
            old = try UpgradeFaultTests.rows(in: before.path)
        }
    }

    /// What the first version made of some records of every kind; what the second one left after
    /// some use.
    private static let upgrades = ["1.sql", "Used/2.sql"].map { file in
        Result { try Upgrade(file) }
    }

    /// All rows and tables of the database in a folder, asked of a copy, so that the next run finds
    /// what the last one left.
    private static func rows(in folder: String) throws -> String {
        let copies = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: folder, toPath: copies.file("root"))
        let dump = try Program.run(
            executable: "/usr/bin/sqlite3", [copies.file("root/push.db"), ".dump"])
        return dump.errors + dump.output
    }

    @Test("killed at any call that changes a file", arguments: upgrades.indices)
    func killed(place: Int) throws {
        try spoil(Fault.kills, 40, place) { run, job in
            [job.finished.code, 128 + SIGKILL].contains(run.code)
        }
    }

    @Test("cut off from power at any call that changes a file", arguments: upgrades.indices)
    func cut(place: Int) throws {
        try spoil([.power], 40, place) { run, _ in run.code == 128 + SIGKILL }
    }

    @Test("on a disk that is full, or fails", arguments: upgrades.indices)
    func full(place: Int) throws {
        try spoil([.full, .error, .errors], 24, place) { run, job in
            let isWorded = run.errors.hasPrefix("error: ") && run.errors.contains("\n    hint: ")
            return run == job.finished || run.code == 74 && isWorded
        }
    }

    private func spoil(
        _ hows: [Fault.How], _ count: Int, _ place: Int,
        _ isExpected: (Finished, FaultJob) -> Bool
    ) throws {
        let upgrade = try Self.upgrades[place].get()
        let job = upgrade.job
        let faults = job.calls.faults(hows, count: count * FaultJob.factor, seed: 17)
        let problems = try job.tryAll(faults) { trial, fault in
            let run = try trial.run(fault)
            var problems = isExpected(run, job) ? [] : ["\(run)"]
            let isOld = try Self.rows(in: trial.root) == upgrade.old
            let isNew = try trial.database.isStore
            if isOld == isNew { problems.append(isOld ? "old and new" : "neither old nor new") }
            return try problems + trial.look() + trial.finish()
        }
        #expect(problems == [])
    }
}
