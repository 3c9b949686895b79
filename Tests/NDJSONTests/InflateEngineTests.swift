import NDJSON
import TestSupport
import Testing

/// `ReadFile` reads with every inflater and expects the same of each.
@Suite("Inflaters")
struct InflateEngineTests {
    static let text = bytes("first\nsecond line\n\nfourth, which is longer\nlast\n")
    static let lines = ["first", "second line", "", "fourth, which is longer", "last"]
    /// What is read at once: `ByteSource` gives chunks of this many bytes.
    static let chunk = 256 * 1024

    @Test("zlib is always there, and the best one is there")
    func available() {
        #expect(InflateEngine.available.contains(.zlib))
        #expect(InflateEngine.best.isAvailable)
    }

    @Test("a header may hold anything that RFC 1952 knows", arguments: GzipHeader.all)
    func headers(_ header: GzipHeader) throws {
        let member = gzip(Self.text, header: header)
        let read = try ReadFile(member + member)
        #expect(read.texts == Self.lines + Self.lines)
        #expect(read.ending == .complete)
    }

    /// A line that is stored as it is, so that what follows begins at a byte that can be chosen.
    private static func stored(_ count: Int) -> [UInt8] {
        gzip(Array(repeating: 0x78, count: count) + [0x0a], level: 0)
    }

    @Test("a header may lie across chunks", arguments: GzipHeader.all)
    func splitHeader(_ header: GzipHeader) throws {
        let member = gzip(Self.text, header: header)
        let first = Self.stored(Self.chunk - 200)
        let padding = Self.chunk - first.count
        for part in 1...min(member.count, 130) {
            let before = Self.stored(Self.chunk - 200 + padding - part)
            #expect(before.count + part == Self.chunk)
            let read = try ReadFile(before + member)
            #expect(Array(read.texts.dropFirst()) == Self.lines)
            #expect(read.ending == .complete)
        }
    }

    @Test("reserved flags of a header are refused", arguments: [0x20, 0x40, 0x80] as [UInt8])
    func reservedFlags(flag: UInt8) throws {
        var member = gzip(Self.text)
        member[3] |= flag
        let good = gzip(Self.text)
        #expect(try ReadFile(member).lines.isEmpty)
        let read = try ReadFile(good + member)
        #expect(read.texts == Self.lines)
        guard case .corrupt(member: 2, offset: _, detail: _) = read.problem else {
            Issue.record("not corrupt: \(String(describing: read.problem))")
            return
        }
    }

    /// Three members, each of which fills the buffer three times.
    private static let long: [UInt8] = {
        var random = SeededRandom(seed: 8)
        let tail = String(repeating: "what all lines have ", count: 20)
        return (0..<3).flatMap { _ in
            gzip((0..<7_000).flatMap { _ in bytes("\(random.next()) \(random.next())\(tail)\n") })
        }
    }()

    @Test(
        "long members, cut, damaged or both, give the same",
        arguments: 1...40 as ClosedRange<UInt64>)
    func longMembers(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var file = Self.long
        if random.once(in: 2) {
            file[2 + random.below(file.count - 2)] ^= 1 << UInt8(random.below(8))
        }
        if random.once(in: 2) { file.removeLast(random.below(file.count)) }
        #expect(try ReadFile(file).ending != nil)
    }

    @Test("from any point of a damaged file the rest is the same")
    func resumed() throws {
        var file = gzip(Self.text) + gzip(Self.text, level: 0) + gzip(Self.text)
        file[file.count - 5] ^= 1
        let folder = try TemporaryFolder()
        let path = try folder.write(file, to: "file")
        let whole = try ReadFile(path: path)
        #expect(whole.texts == Self.lines + Self.lines + Self.lines)
        for point in whole.after {
            guard case .broken = try ReadFile(path: path, from: point).ending else {
                Issue.record("from \(point): not broken")
                continue
            }
        }
    }
}
