import Delivery
import NDJSON
import TestSupport
import Testing

/// A file of values over several lines says the same in whatever pieces it is read.
@Suite("Values over several lines, in a store")
struct PieceStoreTests {
    /// A store of a file, read at once, is what one is that was read in parts.
    private func check(
        _ form: OverLines, _ seed: UInt64,
        inParts read: (_ text: [UInt8], TemporaryFolder, inout SeededRandom) throws -> Void
    ) throws {
        let folder = try TemporaryFolder()
        let lines = RandomLog(seed: seed, messages: 30).bytes.split(separator: UInt8(ascii: "\n"))
            .map { String(decoding: $0, as: UTF8.self) }
            .filter { $0.hasPrefix("{") && $0.utf8.count < 4000 }
        let text = Array(form.text(of: lines).utf8)
        var random = SeededRandom(seed: seed)
        try read(text, folder, &random)
        let whole = try folder.write(text, to: "whole")
        try Ingesting(batchSize: 40).read([whole], into: folder.file("whole.db"))
        try expectSame(folder.file("parts.db"), folder.file("whole.db"))
    }

    @Test(
        "are the same, however often reading is stopped", arguments: OverLines.allCases,
        1...5 as ClosedRange<UInt64>)
    func stopped(form: OverLines, seed: UInt64) throws {
        try check(form, seed) { text, folder, random in
            let path = try folder.write(text, to: "parts")
            for _ in 0..<3 {
                let threads = random.pick(Ingesting.threadCounts)
                try Ingesting(batchSize: 40, threads: threads).read(
                    [path], into: folder.file("parts.db"), stopAfter: random.below(5))
            }
            try Ingesting(batchSize: 40).read([path], into: folder.file("parts.db"))
        }
    }

    @Test(
        "are the same, however the file grows", arguments: OverLines.allCases,
        1...3 as ClosedRange<UInt64>)
    func growing(form: OverLines, seed: UInt64) throws {
        try check(form, seed) { text, folder, random in
            let sizes = (0..<6).map { _ in random.below(text.count) }.sorted() + [text.count]
            for size in sizes {
                let path = try folder.write(Array(text[..<size]), to: "parts")
                try Ingesting(batchSize: 40).read([path], into: folder.file("parts.db"))
            }
        }
    }

    private func expectSame(_ a: String, _ b: String) throws {
        let (a, b) = try (StoreContent(a), StoreContent(b))
        for (view, rows) in b.views { #expect(a.views[view] == rows, "\(view)") }
    }
}
