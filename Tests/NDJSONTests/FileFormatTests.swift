import NDJSON
import TestSupport
import Testing

/// Content that is no lines of JSON or text is broken from its start; all other content is read.
@Suite("Other formats")
struct FileFormatTests {
    private func problem(_ content: [UInt8]) throws -> InputError.Problem? {
        let folder = try TemporaryFolder()
        let path = try folder.write(content, to: "file")
        let reader = try LineReader(ByteSource(path: path), refusesOtherFormats: true)
        var lines = 0
        while reader.next() != nil { lines += 1 }
        guard case .broken(let error) = reader.ending else { return nil }
        #expect(lines == 0)
        #expect(reader.resumePoint() == .start)
        return error.problem
    }

    private func format(_ content: [UInt8]) throws -> FileFormat? {
        let found = try [(content, false), (gzip(content), true)].map { content, isInGzip in
            guard case .otherFormat(let format, isInGzip)? = try problem(content) else {
                return nil as FileFormat?
            }
            return format
        }
        #expect(found[0] == found[1])
        return found[1]
    }

    @Test(
        "are recognised by their first bytes, inside gzip, too",
        arguments: [
            (.zstd, [0x28, 0xb5, 0x2f, 0xfd]), (.zstd, [0x5a, 0x2a, 0x4d, 0x18]),
            (.xz, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), (.lz4, [4, 0x22, 0x4d, 0x18]),
            (.bzip2, Array("BZh91AY&SY".utf8)), (.compress, [0x1f, 0x9d, 0x90]),
            (.zip, Array("PK\u{3}\u{4}".utf8)), (.sevenZip, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]),
            (.parquet, Array("PAR1\u{15}".utf8)), (.avro, Array("Obj\u{1}".utf8)),
            (.orc, Array("ORC\n\u{b}".utf8) + [0]), (.sqlite, Array("SQLite format 3\0".utf8)),
            (.pdf, Array("%PDF-1.7".utf8)), (.image, [0xff, 0xd8, 0xff, 0xe0]),
            (.utf32, [0xff, 0xfe, 0, 0]), (.utf16, [0xff, 0xfe, 0x7b, 0]),
            (.utf16BigEndian, Array("\0{\0\"\0a\0\"\0:\01\0}\0\n".utf8)),
            (
                .tar,
                Array("name".utf8) + Array(repeating: 0, count: 253) + Array("ustar".utf8) + [0]
            ),
            (.csv, Array("a,b\n1,2\n3,4\n".utf8)), (.binary, [0x7f, 0x45, 0x4c, 0x46]),
        ] as [(FileFormat, [UInt8])])
    func recognized(format: FileFormat, content: [UInt8]) throws {
        #expect(try self.format(content) == format)
    }

    @Test(
        "are none while a file may become text",
        arguments: ["", "B", "BZh", "PAR1", "a,b\n1,2\n"])
    func short(content: String) throws {
        #expect(try format(bytes(content)) == nil)
    }

    @Test("are none where a line of JSON comes first")
    func json() throws {
        #expect(try format(bytes("{}") + [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]) == nil)
        #expect(try format([0xef, 0xbb, 0xbf] + bytes("{}\n")) == nil)
    }

    @Test("are recognised in binary data, and not in text, seeded")
    func binary() throws {
        var random = SeededRandom(seed: 11)
        for length in [200, 5000, 100_000] {
            let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(try format(bytes("x") + noise) == .binary)
            let text = noise.map { 0x20 + $0 % 0x5f }
            #expect(try format(text) == nil)
            #expect(try format(Array(repeating: 0, count: 3000) + text) == nil)
        }
    }

    @Test(
        "name the command that converts them",
        arguments: [
            (.zstd, "a.zst", false, "zstd -dc a.zst"),
            (.zstd, "a.gz", true, "gzip -dc a.gz | zstd -dc -"),
            (.gzip, "a.gz", true, "gzip -dc a.gz"),
            (.xz, "-", false, "xz -dc -"),
            (.tar, "logs/a.tar.gz", true, "gzip -dc logs/a.tar.gz | tar -xOf -"),
            (.zip, "-", false, "unzip -p FILE"),
            (.utf16, "it's.log", false, "iconv -f UTF-16 -t UTF-8 FILE"),
            (
                .csv, "-", false,
                "duckdb -c \"copy (from read_csv('/dev/stdin')) to '/dev/stdout' (format json)\""
            ),
            (.pdf, "a.pdf", false, nil),
        ] as [(FileFormat, String, Bool, String?)])
    func conversion(format: FileFormat, path: String, isInGzip: Bool, command: String?) {
        #expect(format.conversion(of: path, isInGzip: isInGzip) == command)
    }
}
