import Foundation
import TestSupport
import Testing

/// How a follower begins and ends, and who else may write meanwhile.
@Suite("A follower")
struct FollowerEndTests {
    private func lines(_ count: Int) throws -> [Data] {
        try PlainLines(Sample(["--sends", "600", "--days", "1"]), first: count).lines
    }

    private func started() throws -> (FollowedFolder, [Data]) {
        let lines = try lines(300)
        let followed = try FollowedFolder()
        try RotatingLog(followed.logs, seed: 3).write(lines)
        #expect(followed.reaches(300))
        return (followed, lines)
    }

    @Test("ends by a signal, after what it has read is committed", arguments: [2, 15, 1])
    func signals(signal: Int32) throws {
        let (followed, _) = try started()
        followed.program.send(signal)
        let ended = try followed.program.finish()
        #expect(ended == Finished(output: "", errors: "", code: 128 + signal))
        // Its connection was closed in good order.
        #expect(!FileManager.default.fileExists(atPath: followed.database.path + "-wal"))
        #expect(try followed.database.run("verify", "-q").code == 0)
    }

    @Test("under nohup outlives its terminal")
    func hangUp() throws {
        let database = try Database()
        let folder = try TemporaryFolder()
        let program = try RunningProgram(
            "/usr/bin/nohup",
            [Program.path, "ingest", "--follow", "-q", "--db", database.path, folder.path])
        #expect(waits { database.number("select lines from ledger") != nil })
        program.send(SIGHUP)
        try folder.write(lines: ["{}"], to: "app.log")
        #expect(waits { database.number("select lines from ledger") == 1 })
        program.send(SIGTERM)
        #expect(try program.finish().code == 128 + SIGTERM)
    }

    private static func line(_ number: Int) -> String {
        let name = "projects/p/messages/176345640000000\(number)"
        return #"{"ts":"2025-11-18T09:00:00Z","response":{"name":"\#(name)"}}"#
    }

    private func waits(for condition: () -> Bool) -> Bool {
        for _ in 0..<600 {
            if condition() { return true }
            usleep(100_000)
        }
        return false
    }

    @Test("lets another ingest write between two looks, and goes on")
    func between() throws {
        let (followed, _) = try started()
        let other = try TemporaryFolder()
        try other.write(lines: [Self.line(1), ""], to: "other.ndjson")
        for _ in 1...5 {
            let read = try followed.database.ingest([other.path])
            #expect(read == Finished(output: "", errors: "", code: 0))
        }
        #expect(followed.database.number("select lines from ledger") == 302)
        try other.write(lines: [Self.line(2)], to: "more.ndjson")
        let more = try Data(contentsOf: URL(fileURLWithPath: other.file("more.ndjson")))
        try more.write(to: URL(fileURLWithPath: followed.logs + "/late.ndjson"))
        #expect(followed.reaches(303))
        #expect(try followed.end().code == 143)
    }

    /// The ingest waits for the end of a pipe.
    @Test("is not begun while an ingest writes: it ends with 75 and names the other")
    func busy() throws {
        let database = try Database()
        let folder = try OrderedFolder()
        let pipe = try folder.appendPipe()
        let ingest = try RunningProgram(
            Program.path, ["ingest", "-q", "--db", database.path, pipe])
        var writer: Int32 = -1
        #expect(
            waits {
                writer = open(pipe, O_WRONLY | O_NONBLOCK)
                return writer >= 0
            })
        defer { close(writer) }
        for arguments in [["--follow"], []] {
            let second = try Program.run(
                ["ingest", "-q", "--db", database.path] + arguments + [pipe])
            #expect(second.code == 75)
            #expect(second.errors.contains("(process \(ingest.process.processIdentifier))"))
        }
        ingest.send(SIGKILL)
        _ = try ingest.finish()
    }

    @Test("refuses what has an end of its own", arguments: [["-"], ["--dry-run", "x"]])
    func refused(arguments: [String]) throws {
        let told = try Program.run(["ingest", "--follow"] + arguments)
        #expect(told.code == 64)
    }
}
