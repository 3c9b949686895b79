import NDJSON
import TestSupport
import Testing

@Suite("Lines of a file")
struct LineTests {
    @Test(
        "lines end in LF or CRLF, and the last one may not end",
        arguments: [
            ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]),
            ("a\r\nb\r\n", ["a", "b"]), ("a\nb\r\nc", ["a", "b", "c"]), ("\n", [""]),
            ("\r\n", [""]), ("\n\na\n\n", ["", "", "a", ""]), ("  \n", ["  "]),
            ("a\rb\n", ["a\rb"]), ("a\r\r\n", ["a\r"]), ("a\0b\n\0\n", ["a\0b", "\0"]),
        ] as [(String, [String])])
    func ends(text: String, lines: [String]) throws {
        for file in [bytes(text), gzip(bytes(text))] {
            let read = try ReadFile(file)
            #expect(read.texts == lines)
            #expect(read.numbers == lines.indices.map { Int64($0 + 1) })
            #expect(read.ending == .complete)
        }
    }

    @Test("only the last line can be without its end")
    func isEnded() throws {
        #expect(try ReadFile(bytes("a\nb")).isEnded == [true, false])
        #expect(try ReadFile(bytes("a\nb\n")).isEnded == [true, true])
        #expect(try ReadFile(gzip(bytes("a\nb"))).isEnded == [true, false])
    }

    @Test("a byte order mark at the start belongs to no line, elsewhere to its line")
    func byteOrderMark() throws {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let file = mark + bytes("a\n") + mark + bytes("b\n")
        for file in [file, gzip(file)] {
            #expect(try ReadFile(file).lines == [bytes("a"), mark + bytes("b")])
        }
        #expect(try ReadFile(mark).lines == [[]])
        #expect(try ReadFile(mark.dropLast()).lines == [mark.dropLast()])
    }

    @Test("gzip is recognised by its first bytes, not by the name")
    func magicBytes() throws {
        let folder = try TemporaryFolder()
        let plain = try folder.write(bytes("a\nb\n"), to: "plain.gz")
        let packed = try folder.write(gzip(bytes("a\nb\n")), to: "packed.ndjson")
        #expect(try ReadFile(path: plain).texts == ["a", "b"])
        #expect(try ReadFile(path: packed).texts == ["a", "b"])
    }

    @Test("a file that is not there is an error with its path")
    func missing() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("missing")
        let error = #expect(throws: InputError.self) { try ReadFile(path: path) }
        #expect(error?.path == path)
        #expect(error?.problem == .cannotOpen(errno: 2))
    }

    @Test("a folder cannot be read as a file")
    func folder() throws {
        let folder = try TemporaryFolder()
        let read = try ReadFile(path: folder.path)
        #expect(read.lines.isEmpty)
        #expect(read.problem == .cannotRead(errno: 21))
    }

    /// Chunks are 256 KiB: lines begin and end anywhere in them.
    @Test("lines cross chunks", arguments: 1...4 as ClosedRange<UInt64>)
    func chunks(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let lines = (0..<12).map { number in
            Array(repeating: UInt8(0x61 + number), count: random.below(600_000) >> random.below(12))
        }
        let file = Array(lines.joined(separator: [0x0a]))
        #expect(try ReadFile(file).lines == lines)
        #expect(try ReadFile(gzip(file, level: 1)).lines == lines)
    }

    @Test("a line is searched for bytes")
    func contains() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(bytes("abcabd\n\n"), to: "a")
        let reader = try LineReader(ByteSource(path: path))
        let line = try #require(reader.next())
        #expect(line.contains(bytes("abd")))
        #expect(line.contains(bytes("abcabd")))
        #expect(!line.contains(bytes("abcabdx")))
        #expect(!line.contains(bytes("bb")))
        let blank = try #require(reader.next())
        #expect(!blank.contains(bytes("a")))
    }
}
