import Delivery
import NDJSON
import TestSupport
import Testing

@Suite("Blocks of decoded lines")
struct LineBlockTests {
    @Test("lines are plain values, and small")
    func plain() {
        #expect(_isPOD(DecodedLine.self))
        #expect(MemoryLayout<DecodedLine>.stride <= 48)
    }

    /// What is read ahead is a number of blocks, so that each needs a bound of its own.
    @Test("end early where lines tell of many sends each")
    func multicast() throws {
        let targets = 500
        let tokens = (0..<targets).map { "\"t\($0)\"" }.joined(separator: ",")
        let lines = (0..<40).map { line in
            let name = "projects/p/messages/m\(line)-0123456789"
            let answers = (0..<targets).map { #"{"messageId":"\#(name)\#($0)"}"# }
            return #"{"ts":"2026-11-12T09:00:00Z","tokens":[\#(tokens)],"#
                + #""batch":{"responses":[\#(answers.joined(separator: ","))]}}"#
        }
        let folder = try TemporaryFolder()
        let path = try folder.write(lines: lines, to: "multicast.ndjson")
        var options = IngestOptions(latest: Timestamp(milliseconds: RandomLog.now))
        options.threads = 1
        let run = try IngestRun(Store.inMemory(), options)
        var read: [Int64] = []
        run.onProgress = { read.append($0.lines) }
        _ = try run.read([path])
        #expect(read.last == 40)
        for (before, after) in zip([0] + read, read) {
            #expect(after - before <= 4096 / Int64(targets) + 1)
        }
    }
}
