import NDJSON
import TestSupport
import Testing

@Suite("Members of more than 4 GB")
struct LargeMemberTests {
    private static let mebibyte = 1 << 20

    private struct Reading: Equatable {
        var lines = 0
        var bytes = 0
        var cut = 0
        var ending: Ending?
    }

    private func read(_ file: [UInt8], _ engine: InflateEngine) throws -> Reading {
        let folder = try TemporaryFolder()
        let path = try folder.write(file, to: "file.gz")
        let reader = try LineReader(ByteSource(path: path), engine: engine)
        var reading = Reading()
        while let line = reader.next() {
            reading.lines += 1
            reading.bytes += line.bytes.count
            if line.isCut { reading.cut += 1 }
        }
        reading.ending = reader.ending
        return reading
    }

    /// gzip keeps the length modulo 4 GiB (RFC 1952, ISIZE).
    @Test("are read to their end", arguments: InflateEngine.available)
    func largeMember(engine: InflateEngine) throws {
        let line = Array(repeating: 0x78 as UInt8, count: Self.mebibyte - 1) + [0x0a]
        let count = 4096 + 3
        let file = gzip(repeating: line, count: count)
        let bytes = count * (Self.mebibyte - 1)
        #expect(
            try read(file, engine) == Reading(lines: count, bytes: bytes, ending: .complete))
    }

    /// A thousand times the bytes of the file. `LongLineTests` checks the kept part.
    @Test("may be one line that never ends", arguments: InflateEngine.available)
    func endlessLine(engine: InflateEngine) throws {
        let bytes = Array(repeating: 0x78 as UInt8, count: Self.mebibyte)
        let file = gzip(repeating: bytes, count: 1024)
        #expect(file.count < 2 * Self.mebibyte)
        let expected = Reading(lines: 1, bytes: 4096, cut: 1, ending: .complete)
        #expect(try read(file, engine) == expected)
    }
}
