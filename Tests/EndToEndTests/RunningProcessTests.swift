import Foundation
import TestSupport
import Testing

/// What others on the machine can see and do while the program runs.
@Suite("A process that runs")
struct RunningProcessTests {
    private static let line =
        #"{"ts":"2025-11-18T09:00:00Z","event":"opened","bundle":{"google.message_id":"#
        + #""0:1763456400000001%1a1a1a1a1a1a1a1a"}}"#

    /// `umask 000`, the most that a system allows.
    @Test("has its database, log and lock to itself, and leaves no core")
    func ingest() throws {
        let database = try Database()
        let folder = try OrderedFolder()
        let pipe = try folder.appendPipe()
        let script = #"umask 000; exec "$PUSHFUNNEL" ingest -q --db "$1" "$2""#
        let ingest = try RunningProgram("/bin/sh", ["-c", script, "sh", database.path, pipe])
        let writer = try #require(openWhenRead(pipe, ingest))
        for suffix in ["", "-wal", "-shm", "-lock"] {
            #expect(try mode(database.path + suffix) == 0o600, "\(suffix)")
        }
        let limits = try String(
            contentsOfFile: "/proc/\(ingest.process.processIdentifier)/limits", encoding: .utf8)
        let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
        #expect(core?.wholeMatch(of: /Max core file size +0 +0 +bytes */) != nil)
        let record = Array((Self.line + "\n").utf8)
        #expect(write(writer, record, record.count) == record.count)
        close(writer)
        #expect(try ingest.finish() == Finished(output: "", errors: "", code: 0))
        #expect(database.number("select count(*) from messages") == 1)
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    private func openWhenRead(_ pipe: String, _ ingest: RunningProgram) -> Int32? {
        while ingest.process.isRunning {
            let descriptor = open(pipe, O_WRONLY | O_NONBLOCK)
            if descriptor >= 0 { return descriptor }
            usleep(1000)
        }
        return nil
    }

    @Test("ends when it is interrupted in a query", arguments: [SIGINT, SIGTERM])
    func query(signal: Int32) throws {
        let database = try Database()
        let log = try TemporaryFolder()
        let file = try log.write(lines: [Self.line], to: "a.ndjson")
        #expect(try database.ingest([file]).code == 0)
        let endless = """
            with recursive a(n) as (select 1 union all select n + 1 from a) select count(*) from a
            """
        let query = try RunningProgram(
            Program.path, ["sql", "--timeout", "0", "--db", database.path, endless])
        while query.process.isRunning, try ticks(query) < 5 { usleep(1000) }
        query.send(signal)
        #expect(try query.finish() == Finished(output: "", errors: "", code: 128 + signal))
    }

    @Test("ends when one function goes on after the time of a query")
    func function() throws {
        let database = try Database()
        let log = try TemporaryFolder()
        let file = try log.write(lines: [Self.line], to: "a.ndjson")
        #expect(try database.ingest([file]).code == 0)
        let query = try RunningProgram(
            Program.path,
            [
                "sql", "--timeout", "1", "--db", database.path,
                "select instr(hex(zeroblob(4000000)), hex(zeroblob(2000000)) || '1')",
            ])
        let finished = try query.finish()
        #expect(finished.code == 64)
        #expect(finished.errors.hasPrefix("error: SQL: stopped after the time limit of 1 s\n"))
    }

    /// Hundredths of a second that the process has computed for.
    private func ticks(_ program: RunningProgram) throws -> Int {
        let path = "/proc/\(program.process.processIdentifier)/stat"
        let fields = try String(contentsOfFile: path, encoding: .utf8).split(separator: " ")
        return try #require(Int(fields[13]))
    }
}
