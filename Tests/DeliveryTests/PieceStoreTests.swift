import Delivery
import NDJSON
import TestSupport
import Testing

/// A file of values over several lines says the same in whatever pieces it is read.
@Suite("Values over several lines, in a store")
struct PieceStoreTests {
    private func options(_ threads: Int) -> IngestOptions {
        var options = IngestOptions(
            latest: Timestamp(milliseconds: RandomLog.now + 2 * 86_400_000))
        options.batchSize = 40
        options.threads = threads
        return options
    }

    /// Objects on a line each.
    private func lines(_ seed: UInt64) -> [String] {
        RandomLog(seed: seed, messages: 30).bytes.split(separator: UInt8(ascii: "\n"))
            .map { String(decoding: $0, as: UTF8.self) }
            .filter {
                $0.hasPrefix("{") && $0.utf8.count < 4000
                    && ReadLine.isJSON($0)
            }
    }

    @Test(
        "are the same, however often reading is stopped", arguments: OverLines.allCases,
        1...5 as ClosedRange<UInt64>)
    func stopped(form: OverLines, seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let lines = lines(seed)
        let text = Array(form.text(of: lines).utf8)
        let (broken, whole) = (try folder.write(text, to: "b"), try folder.write(text, to: "a"))
        var random = SeededRandom(seed: seed)
        for _ in 0..<3 {
            let run = try IngestRun(
                Store(writing: folder.file("b.db")), options(1 + random.below(2)))
            var left = random.below(5)
            run.shouldStop = {
                left -= 1
                return left < 0
            }
            _ = try run.read([broken])
        }
        _ = try IngestRun(Store(writing: folder.file("b.db")), options(2)).read([broken])
        _ = try IngestRun(Store(writing: folder.file("a.db")), options(2)).read([whole])
        try expectSame(folder.file("b.db"), folder.file("a.db"))
    }

    @Test(
        "are the same, however the file grows", arguments: OverLines.allCases,
        1...3 as ClosedRange<UInt64>)
    func growing(form: OverLines, seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let lines = lines(seed)
        let text = Array(form.text(of: lines).utf8)
        let whole = try folder.write(text, to: "a")
        var random = SeededRandom(seed: seed)
        let store = try Store(writing: folder.file("b.db"))
        for size in (0..<6).map({ _ in random.below(text.count) }).sorted() {
            let grown = try folder.write(Array(text[..<size]), to: "b")
            _ = try IngestRun(store, options(2)).read([grown])
        }
        _ = try IngestRun(store, options(2)).read([folder.write(text, to: "b")])
        _ = try IngestRun(Store(writing: folder.file("a.db")), options(2)).read([whole])
        try expectSame(folder.file("b.db"), folder.file("a.db"))
    }

    private func expectSame(_ a: String, _ b: String) throws {
        let (a, b) = try (StoreContent(a), StoreContent(b))
        for (view, rows) in b.views { #expect(a.views[view] == rows, "\(view)") }
    }
}

/// Whether a text is JSON, as the program reads it.
private enum ReadLine {
    static func isJSON(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let padded = bytes + Array(repeating: 0, count: FieldReader.padding)
        return padded.withUnsafeBufferPointer { buffer in
            let reader = FieldReader(PathTree())
            return (try? reader.read(UnsafeBufferPointer(rebasing: buffer[..<bytes.count]))) != nil
        }
    }
}
