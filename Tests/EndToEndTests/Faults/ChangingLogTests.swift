import Foundation
import TestSupport
import Testing

/// Logs that are rotated, truncated, moved and written to while they are being read: what the run
/// misses, the next one reads.
@Suite("Logs that change while they are read")
struct ChangingLogTests {
    struct Change: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// Run in the folder of the logs, with the file's path in `$log`.
        var command: String
        /// Run there when the first ingest is over.
        var afterwards = ":"
        /// What it adds to, beside what the logs held before.
        var changes: Set<String> = []
    }

    private static let changes = [
        Change(testDescription: "rotated", command: "mv $log $log.1.gz; : > $log"),
        Change(testDescription: "rotated by a copy", command: "cp $log $log.1.gz; : > $log"),
        Change(
            testDescription: "replaced by another of the same size",
            command: "mv $log $log.1.gz; head -c $(wc -c < $log.1.gz) /dev/zero > $log",
            changes: ["report", "reject_reasons"]),
        Change(
            testDescription: "taken away and brought back", command: "mv $log $log.away",
            afterwards: "mv $log.away $log"),
        Change(testDescription: "its folder is moved", command: "mv ${log%/*} moved"),
        Change(
            testDescription: "its folder is taken away and brought back",
            command: "mv ${log%/*} ../away", afterwards: "mv ../away ${log%/*}"),
        Change(
            testDescription: "shrunk and written anew", command: "cp $log copy; : > $log",
            afterwards: "cat copy > $log; rm copy"),
        Change(testDescription: "grown", command: "cat rest >> $log", afterwards: "rm rest"),
    ]

    private static let sample = Result {
        try Sample(["--sends", "400", "--days", "1", "--duplicates", "0.05"])
    }

    @Test("and are read in full by the next run", arguments: changes)
    func change(_ change: Change) throws {
        let sample = try Self.sample.get()
        let whole = try Database()
        #expect(try whole.ingest([sample.folder]).code == 0)
        let wanted = try Content(whole)
        let isGrown = change.testDescription == "grown"
        let calls = try calls(sample, isGrown: isGrown)
        // When the folder is listed, the file looked at, opened, and read.
        #expect(calls.count >= 4)
        for at in calls {
            let folder = try TemporaryFolder()
            let logs = try logs(sample, in: folder, isGrown: isGrown)
            let database = Database(in: folder)
            let prologue = "cd \(logs.path); log=\(Self.log); "
            let fault = Fault(
                how: .command, at: at, calls: .reads, command: prologue + change.command)
            let first = try Program.run(
                ["ingest", "-q", "--db", database.path, logs.path],
                environment: fault.environment(root: logs.path))
            #expect([0, 65, 74].contains(first.code), "\(at): \(first)")
            #expect((first.code != 0) == first.errors.contains("error: "), "\(at): \(first)")
            if try database.isStore { #expect(try database.run("verify", "-q").code == 0) }
            let after = try Program.run(
                executable: "/bin/sh", ["-c", "set -e; " + prologue + change.afterwards])
            #expect(after.code == 0, "\(after)")
            let second = try database.ingest([logs.path])
            #expect([0, 65].contains(second.code), "\(at): \(second)")
            #expect(try database.run("verify", "-q").code == 0)
            let differences = try Content(database).differences(from: wanted)
            let left = differences.filter { !change.changes.contains($0) }
            #expect(Set(left).isSubset(of: Content.ofDelivery), "call \(at)")
        }
    }

    private static let log = "sends/2025-11-17T09.ndjson.gz"

    /// A copy of the logs; of the one that is to grow, a part, with the rest beside it.
    private func logs(
        _ sample: Sample, in folder: TemporaryFolder, isGrown: Bool
    ) throws -> TemporaryFolder {
        try FileManager.default.copyItem(atPath: sample.folder, toPath: folder.file("logs"))
        let logs = try TemporaryFolder(at: folder.file("logs"))
        guard isGrown else { return logs }
        let split = """
            set -e; cd \(logs.path); gzip -dc \(Self.log) > lines
            head -c 700 lines > \(Self.log); tail -c +701 lines > rest; rm lines
            """
        #expect(try Program.run(executable: "/bin/sh", ["-c", split]).code == 0)
        return logs
    }

    /// The calls of an undisturbed run that concern the file, and the first of all.
    private func calls(_ sample: Sample, isGrown: Bool) throws -> [Int] {
        let folder = try TemporaryFolder()
        let logs = try logs(sample, in: folder, isGrown: isGrown)
        let environment = Fault(how: .none, calls: .reads)
            .environment(root: logs.path, log: folder.file("calls"))
        let run = try Program.run(
            ["ingest", "-q", "--db", folder.file("push.db"), logs.path], environment: environment)
        #expect(run.code == 0, "\(run)")
        let all = try FaultCall.all(in: folder.file("calls"))
        return [1, 3] + all.indices.filter { all[$0].path.hasSuffix(Self.log) }.map { $0 + 1 }
    }
}
