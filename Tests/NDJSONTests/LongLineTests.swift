import NDJSON
import TestSupport
import Testing

@Suite("Lines that are too long")
struct LongLineTests {
    static let limit = LineReader.maximumLineLength

    private func file(_ length: Int) -> [UInt8] {
        bytes("before\n") + Array(repeating: 0x78, count: length) + bytes("\nafter\nend")
    }

    @Test("a line of the limit's length is whole", arguments: [false, true])
    func whole(packed: Bool) throws {
        let file = file(Self.limit)
        let read = try ReadFile(packed ? gzip(file, level: 1) : file)
        #expect(read.lines.map(\.count) == [6, Self.limit, 5, 3])
        #expect(read.isCut == [false, false, false, false])
    }

    /// Whether it is cut must not depend on where chunks end, so not on how the file is packed.
    @Test(
        "a longer one is given once, by its beginning, and skipped to its end",
        arguments: [1, 200_000, limit + 7], [false, true])
    func cut(excess: Int, packed: Bool) throws {
        let file = file(Self.limit + excess)
        let read = try ReadFile(packed ? gzip(file, level: 1) : file)
        #expect(read.isCut == [false, true, false, false])
        #expect(read.lines.map(\.count) == [6, 4096, 5, 3])
        #expect(read.lines[1].allSatisfy { $0 == 0x78 })
        #expect(read.numbers == [1, 2, 3, 4])
        #expect(read.texts[2...] == ["after", "end"])
        #expect(read.ending == .complete)
    }

    @Test("it may be the last line, without an end")
    func last() throws {
        let file = Array(repeating: 0x78 as UInt8, count: Self.limit + 1)
        let read = try ReadFile(file)
        #expect(read.isCut == [true])
        #expect(read.isEnded == [false])
        #expect(read.ending == .complete)
    }

    @Test("reading goes on behind it from the point that it gives", arguments: [false, true])
    func resuming(packed: Bool) throws {
        let file = file(Self.limit + 1)
        let bytes = packed ? gzip(file, level: 1) : file
        let read = try ReadFile(bytes)
        let behind = try ReadFile(bytes, from: read.after[1])
        #expect(behind.texts == ["after", "end"])
        #expect(behind.numbers == [3, 4])
        let again = try ReadFile(bytes, from: read.before[1])
        #expect(again.isCut == [true, false, false])
    }
}
