import Foundation
import TestSupport
import Testing

private let manyCommits = ["--batch", "1500"]

@Suite(
    "A backup", .sample("--sends", "30000", "--days", "2", "--dirty", "0.01", ingest: manyCommits))
struct BackupTests {
    /// Taken one after the other for as long as it writes.
    @Test("of a database that is written to is one commit of it, and goes on as it")
    func whileWritten() throws {
        let whole = try #require(Undisturbed.current)
        let (database, copies) = (try Database(), try TemporaryFolder())
        let ingest = try RunningProgram(
            Program.path,
            ["ingest", "-q", "--db", database.path] + manyCommits + [whole.sample.folder])
        var backups: [String] = []
        while ingest.process.isRunning {
            let path = copies.file("\(backups.count).db")
            let made = try database.run("backup", path, "-q")
            // Before its tables are there, there is nothing to copy.
            if made.code == 0 { backups.append(path) } else { #expect(made.code == 74, "\(made)") }
        }
        #expect(try ingest.finish() == Finished(output: "", errors: "", code: 0))
        #expect(!backups.isEmpty)
        for path in backups { try check(path) }
        // The first has the most to catch up with.
        let first = try #require(backups.first)
        let restored = try Database(copying: first)
        #expect(try restored.ingest([whole.sample.folder]).code == 0)
        #expect(try restored.run("verify", "-q").code == 0)
        #expect(try Content(restored).differences(from: whole.content) == [])
    }

    private func check(_ path: String) throws {
        let verified = try Program.run("verify", "-q", "--db", path)
        #expect(verified == Finished(output: "", errors: "", code: 0))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test("that is interrupted leaves nothing")
    func interrupted() throws {
        let whole = try #require(Undisturbed.current)
        let copies = try TemporaryFolder()
        for milliseconds in [1, 5, 10, 20, 40] {
            let backup = try RunningProgram(
                Program.path,
                ["backup", "-q", "--db", whole.database.path, copies.file("copy.db")])
            usleep(UInt32(milliseconds) * 1000)
            backup.send(SIGTERM)
            let stopped = try backup.finish()
            #expect([0, 128 + SIGTERM].contains(stopped.code), "\(stopped)")
            let left = try FileManager.default.contentsOfDirectory(atPath: copies.path)
            #expect(left == (stopped.code == 0 ? ["copy.db"] : []))
            for name in left { try FileManager.default.removeItem(atPath: copies.file(name)) }
        }
    }
}

extension Database {
    /// A backup put back.
    fileprivate convenience init(copying path: String) throws {
        try self.init()
        try FileManager.default.copyItem(atPath: path, toPath: self.path)
    }
}
