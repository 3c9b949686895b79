import Foundation
import TestSupport
import Testing

/// A migration is one transaction: whenever it ends, all of the database is as it was, to the row,
/// or all is of the new version and adds up; and the next run ends as one that nobody disturbed.
@Suite(
    "An upgrade that is spoilt",
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3"), "no sqlite3"))
struct UpgradeFaultTests {
    private static let parts = 2

    /// What the first version made of some records of every kind.
    private static let job = Result {
        let schemas = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Schemas").standardized.path
        let before = try TemporaryFolder()
        // As the program of that time made it.
        let made = try Program.run(
            executable: "/usr/bin/sqlite3",
            [
                before.file("push.db"), "pragma page_size = 8192", "pragma journal_mode = wal",
                ".read '\(schemas)/1.sql'",
            ])
        #expect(made == Finished(output: "wal\n", errors: "", code: 0))
        return try FaultJob("upgrade", inputs: schemas, before: before) {
            ["upgrade", "-q", "--db", $0 + "/push.db"]
        }
    }

    private static let old = Result { try rows(in: job.get().before.path) }

    /// All rows and tables of the database in a folder, asked of a copy, so that the next run finds
    /// what the last one left.
    private static func rows(in folder: String) throws -> String {
        let copies = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: folder, toPath: copies.file("root"))
        let dump = try Program.run(
            executable: "/usr/bin/sqlite3", [copies.file("root/push.db"), ".dump"])
        return dump.errors + dump.output
    }

    @Test("killed at any call that changes a file", arguments: 0..<parts)
    func killed(part: Int) throws {
        try spoil(Fault.kills, 40, part) { run, job in
            [job.finished.code, 128 + SIGKILL].contains(run.code)
        }
    }

    @Test("cut off from power at any call that changes a file", arguments: 0..<parts)
    func cut(part: Int) throws {
        try spoil([.power], 40, part) { run, _ in run.code == 128 + SIGKILL }
    }

    @Test("on a disk that is full, or fails", arguments: 0..<parts)
    func full(part: Int) throws {
        try spoil([.full, .error, .errors], 24, part) { run, job in
            let isWorded = run.errors.hasPrefix("error: ") && run.errors.contains("\n    hint: ")
            return run == job.finished || run.code == 74 && isWorded
        }
    }

    private func spoil(
        _ hows: [Fault.How], _ count: Int, _ part: Int, _ isExpected: (Finished, FaultJob) -> Bool
    ) throws {
        let job = try Self.job.get()
        let old = try Self.old.get()
        let faults = job.calls.faults(hows, count: count * FaultJob.factor, seed: 17)
        let problems = try job.tryAll(faults, part: part, of: Self.parts) { trial, fault in
            let run = try trial.run(fault)
            var problems = isExpected(run, job) ? [] : ["\(run)"]
            let isOld = try Self.rows(in: trial.root) == old
            let isNew = try trial.database.isStore
            if isOld == isNew { problems.append(isOld ? "old and new" : "neither old nor new") }
            return try problems + trial.look() + trial.finish()
        }
        #expect(problems == [])
    }
}
