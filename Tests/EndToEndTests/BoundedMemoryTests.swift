import Foundation
import TestSupport
import Testing

/// Files that inflate to a thousand times their size, and lines of any length: the program is
/// given 200 MB of memory to write to (`ulimit -d`, setrlimit(2) RLIMIT_DATA), and no more. A
/// single line that is all bodies or targets may take twice that.
///
/// A sanitizer takes more for itself.
@Suite(
    "Memory that is bounded",
    .enabled(
        if: ProcessInfo.processInfo.environment["PUSHFUNNEL_SANITIZER"] == nil,
        "a sanitizer needs memory of its own"))
struct BoundedMemoryTests {
    private static let mebibyte = 1 << 20

    /// What `ingest` says of the lines of a file.
    private func ingest(
        _ file: [UInt8], _ name: String, megabytes: Int = 200
    ) throws -> String {
        let folder = try TemporaryFolder()
        try folder.write(file, to: name)
        let ingest = "exec \"$PUSHFUNNEL\" ingest -v --db a.db \(name)"
        let script = "ulimit -d \(megabytes * 1000); \(ingest)"
        let run = try Program.run(executable: "/bin/sh", ["-c", script], in: folder.path)
        let told = run.errors.split(separator: "\n").first { $0.hasPrefix(name) }
        return told.map { String($0.dropFirst(name.count + 2)) } ?? "\(run)"
    }

    private func record(_ id: Int, padding: Int = 0) -> [UInt8] {
        let before = #"{"ts":"2025-11-18T09:00:00Z","message":{"token":"t"},"padding":""#
        let behind = #"","response":{"name":"projects/p/messages/m\#(id)-0123456789"}}"# + "\n"
        return Array(before.utf8) + Array(repeating: 0x78, count: padding) + Array(behind.utf8)
    }

    @Test("one line of a gigabyte is rejected, once")
    func endlessLine() throws {
        let line = Array(repeating: 0x78 as UInt8, count: Self.mebibyte)
        let told = try ingest(gzip(repeating: line, count: 1024), "endless.gz")
        #expect(told == "1 lines = 0 new + 0 duplicate + 1 rejected + 0 foreign + 0 blank")
    }

    @Test("millions of blank lines are counted")
    func blankLines() throws {
        let lines = Array(repeating: 0x0a as UInt8, count: Self.mebibyte)
        let told = try ingest(gzip(repeating: lines, count: 8), "blank.gz")
        let counts = "0 new + 0 duplicate + 0 rejected + 0 foreign + 8,388,608 blank"
        #expect(told == "8,388,608 lines = " + counts)
    }

    @Test(
        "a million of lines that are no records are counted",
        arguments: [
            ("{\n{]\n", "1,048,576 rejected + 0 foreign"),
            ("{}\n[]\n", "0 rejected + 1,048,576 foreign"),
        ])
    func otherLines(pair: String, counts: String) throws {
        let lines = Array(repeating: Array(pair.utf8), count: 1 << 10).flatMap { $0 }
        let told = try ingest(gzip(repeating: lines, count: 1 << 9), "other.gz")
        #expect(told == "1,048,576 lines = 0 new + 0 duplicate + \(counts) + 0 blank")
    }

    @Test("a line of 1 MB is read, one of 100 MB is rejected, and those around it are read")
    func longLines() throws {
        let million = 1_000_000
        let file =
            record(1, padding: million) + record(2, padding: 100 * million) + record(3)
            + record(4, padding: 15 * million)
        let told = try ingest(file, "long.ndjson")
        #expect(told == "4 lines = 3 new + 0 duplicate + 1 rejected + 0 foreign + 0 blank")
    }

    /// Each is read a piece at a time, in turn with the others, and has a buffer of its own.
    @Test("a dozen logs of one time, each with lines of 15 MB, are read side by side")
    func longLinesSideBySide() throws {
        let long = record(1, padding: 15_000_000) + record(2, padding: 15_000_000)
        let log = gzip(long + (3...600).flatMap { record($0) })
        let folder = try TemporaryFolder()
        for number in 1...12 { try folder.write(log, to: "\(number).ndjson.gz") }
        let script = "ulimit -d 200000; exec \"$PUSHFUNNEL\" ingest --db a.db *.gz"
        let run = try Program.run(executable: "/bin/sh", ["-c", script], in: folder.path)
        #expect(run.code == 0, "\(run)")
        let counts = "7,200 lines = 600 new + 6,600 duplicate + 0 rejected + 0 foreign + 0 blank"
        #expect(run.errors.contains(counts), "\(run)")
    }

    /// Each object of a key that stands again is forgotten, each text with one taken apart.
    @Test(
        "a line of 15 MB of one key, over and over, is one line",
        arguments: [#""message":{},"#, #""request":"{}","#, #""error":"{\"error\":{}}","#])
    func repeatedKey(member: String) throws {
        let count = 15 * Self.mebibyte / member.utf8.count
        let members = Array(repeating: Array(member.utf8), count: count).flatMap { $0 }
        let line = Array("{".utf8) + members + record(1).dropFirst()
        let told = try ingest(line, "keys.ndjson", megabytes: 400)
        #expect(told.hasPrefix("1 lines = "), "\(told)")
    }

    @Test("a multicast of hundreds of thousands of targets on one line is read")
    func multicast() throws {
        let targets = 600_000
        let token = Array(#""t","#.utf8)
        let answer = Array(#"{"name":1234567890},"#.utf8)
        let message = #""message":{"notification":{"title":"T"}},"#
        func list(_ element: [UInt8]) -> [UInt8] {
            Array(Array(repeating: element, count: targets).flatMap { $0 }.dropLast())
        }
        let line =
            Array((#"{"ts":"2025-11-18T09:00:00Z",\#(message)"tokens":["#).utf8) + list(token)
            + Array(#"],"batch":{"responses":["#.utf8) + list(answer) + Array("]}}\n".utf8)
        let told = try ingest(line, "multicast.ndjson", megabytes: 400)
        #expect(told.hasPrefix("1 lines = 1 new"), "\(told)")
    }
}
