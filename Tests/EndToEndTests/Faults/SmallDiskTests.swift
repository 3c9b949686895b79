import Foundation
import TestSupport
import Testing

/// A file system of less than a megabyte, full for real, and then read-only.
@Suite("A small disk")
struct SmallDiskTests {
    @Test("that is full costs nothing that was committed, and no report")
    func full() throws {
        guard let disk = try SmallDisk(kilobytes: 900) else { return }
        let sample = try Sample(["--sends", "3000", "--days", "1"])
        let ingest = [
            "ingest", "-q", "--db", disk.path + "/push.db", "--batch", "100", sample.folder,
        ]
        let whole = try Database()
        #expect(try whole.ingest(["--batch", "100", sample.folder]).code == 0)

        let full = try Program.run(ingest)
        #expect(full.code == 74)
        #expect(full.errors.hasPrefix("error: \(disk.path)/push.db: "))
        #expect(full.errors.contains("hint: free some disk space"))
        try disk.grow(kilobytes: 64_000)
        let database = Database(in: disk.folder)
        #expect(try database.run("verify", "-q") == Finished(output: "", errors: "", code: 0))
        #expect(database.number("select count(*) from messages") ?? 0 > 0)
        #expect(try Program.run(ingest) == Finished(output: "", errors: "", code: 0))
        #expect(try database.run("verify", "-q").code == 0)
        let differences = try Content(database).differences(from: Content(whole))
        #expect(differences == [])
        try reports(disk, database)
        try readOnly(disk, database, ingest)
    }

    /// An old report stays where there is no room for a new one.
    private func reports(_ disk: SmallDisk, _ database: Database) throws {
        try disk.folder.write(lines: ["old"], to: "report.html")
        try disk.fill()
        let full = try database.run("report", "-o", disk.path + "/report.html")
        #expect(full.code == 74)
        #expect(full.errors.hasPrefix("error: \(disk.path)/"))
        #expect(full.errors.contains("\n    hint: "))
        let report = FileManager.default.contents(atPath: disk.path + "/report.html")
        #expect(report == Data("old\n".utf8))
        let names = try FileManager.default.contentsOfDirectory(atPath: disk.path)
        #expect(names.filter { $0.hasPrefix(".") } == [])
        try disk.free()
        #expect(try database.run("report", "-o", disk.path + "/report.html").code == 0)
    }

    private func readOnly(_ disk: SmallDisk, _ database: Database, _ ingest: [String]) throws {
        try disk.remount("ro")
        for arguments in [ingest, ["alert", "--db", database.path]] {
            let refused = try Program.run(arguments)
            #expect(refused.code == 74)
            #expect(refused.errors.hasPrefix("error: \(disk.path)/push.db"), "\(refused)")
            #expect(refused.errors.contains("\n    hint: "))
        }
        let refused = try database.run("report", "-o", disk.path + "/report.html")
        #expect(refused.code == 74 && refused.errors.contains("Read-only"), "\(refused)")
        #expect(try database.run("report").code == 0)
        #expect(try database.run("verify", "-q").code == 0)
        try disk.remount("rw")
    }
}

/// A file system in memory, mounted in a folder of its own.
final class SmallDisk {
    let folder: TemporaryFolder
    var path: String { folder.path }

    /// Nil, and said why, where nothing may be mounted.
    init?(kilobytes: Int) throws {
        folder = try TemporaryFolder()
        let mounted = try SmallDisk.run(
            "mount -t tmpfs -o size=\(kilobytes)k pushfunnel-test \(folder.path)")
        guard mounted.code == 0 else {
            Skip.report("no small disk is tried: \(mounted.errors)")
            return nil
        }
    }

    deinit { _ = try? SmallDisk.run("umount \(folder.path)") }

    func remount(_ options: String) throws {
        let mounted = try SmallDisk.run("mount -o remount,\(options) \(folder.path)")
        guard mounted.code == 0 else { throw Failure(errors: mounted.errors) }
    }

    func grow(kilobytes: Int) throws { try remount("size=\(kilobytes)k") }

    /// Leaves not one block.
    func fill() throws { _ = try SmallDisk.run("cat /dev/zero > \(folder.path)/filler") }
    func free() throws { _ = try SmallDisk.run("rm \(folder.path)/filler") }

    private static func run(_ command: String) throws -> Finished {
        try Program.run(executable: "/bin/sh", ["-c", command])
    }

    struct Failure: Error { var errors: String }
}
