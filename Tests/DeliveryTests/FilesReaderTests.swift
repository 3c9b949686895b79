import Delivery
import Foundation
import NDJSON
import TestSupport
import Testing

/// Reading side by side is about cost alone, so what it decides is tested here; that nothing
/// depends on it, by the tests of order and by the oracle.
@Suite("Files of a run")
struct FilesReaderTests {
    /// A file with a record for each of these minutes.
    private func write(
        _ name: String, _ minutes: some Sequence<Int>, _ folder: TemporaryFolder
    ) throws -> String {
        let lines = minutes.map { minute in
            let time = String(format: "2026-11-20T%02d:%02d:00Z", minute / 60, minute % 60)
            return #"{"time":"\#(time)","event":"received","bundle":"#
                + #"{"google.message_id":"0:17636832\#(10_000_000 + minute)%31bd1c9631bd1c96"}}"#
        }
        return try folder.write(lines: lines, to: name)
    }

    /// The names of the files that blocks come from, in order.
    private func order(_ paths: [String]) throws -> [String] {
        var options = IngestOptions(latest: Timestamp(milliseconds: 1_800_000_000_000))
        options.batchSize = 10
        options.threads = 1
        let run = try IngestRun(Store.inMemory(), options)
        var order: [String] = []
        run.onProgress = { order.append(URL(filePath: $0.path).lastPathComponent) }
        _ = try run.read(paths)
        return order
    }

    @Test("are read in turns when their records are of one time")
    func inTurns() throws {
        let folder = try TemporaryFolder()
        let files = [
            try write("events.ndjson", 0..<40, folder),
            try write("sends.ndjson", 0..<40, folder),
        ]
        let order = try order(files)
        #expect(Set(order.prefix(3)).count == 2)
    }

    @Test("are read one after the other when one ends before the next begins")
    func oneByOne() throws {
        let folder = try TemporaryFolder()
        let files = [
            try write("1.ndjson", 0..<30, folder), try write("2.ndjson", 60..<90, folder),
            try write("3.ndjson", 120..<150, folder),
        ]
        let order = try order(files)
        #expect(order == order.sorted())
    }

    @Test("are read by their times, not by their names")
    func newestFirst() throws {
        let folder = try TemporaryFolder()
        let files = [
            try write("app.log.1", 120..<150, folder), try write("app.log.2", 0..<30, folder),
        ]
        #expect(try order(files).first == "app.log.2")
    }
}
