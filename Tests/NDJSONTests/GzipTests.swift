import NDJSON
import TestSupport
import Testing

@Suite("Gzip members")
struct GzipTests {
    static let text = "first\nsecond line\n\nfourth, which is longer\nlast\n"
    static let lines = ["first", "second line", "", "fourth, which is longer", "last"]

    @Test(
        "any division into members gives the same lines", arguments: 1...20 as ClosedRange<UInt64>)
    func members(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var file: [UInt8] = []
        var rest = bytes(Self.text)[...]
        while !rest.isEmpty {
            let count = random.below(min(rest.count, 20) + 1)
            file += gzip(Array(rest.prefix(count)), level: Int32(random.below(10)))
            rest = rest.dropFirst(count)
        }
        let read = try ReadFile(file)
        #expect(read.texts == Self.lines)
        #expect(read.ending == .complete)
    }

    @Test("empty members give nothing, before, between and behind others")
    func emptyMembers() throws {
        let empty = gzip([])
        #expect(try ReadFile(empty).lines.isEmpty)
        #expect(try ReadFile(empty).ending == .complete)
        #expect(try ReadFile(empty + empty).ending == .complete)
        let read = try ReadFile(empty + gzip(bytes("a\nb")) + empty + gzip(bytes("c\n")) + empty)
        #expect(read.texts == ["a", "bc"])
        #expect(read.ending == .complete)
    }

    @Test("a member may be longer than any buffer")
    func large() throws {
        var random = SeededRandom(seed: 5)
        let lines = (0..<40_000).map { _ in "\(random.next())\(random.next())" }
        let text = lines.joined(separator: "\n")
        let read = try ReadFile(gzip(bytes(text), level: 1))
        #expect(read.texts == lines)
    }

    @Test("zero padding behind the last member is part of the file", arguments: [1, 511, 600_000])
    func zeroPadding(count: Int) throws {
        let read = try ReadFile(gzip(bytes(Self.text)) + Array(repeating: 0, count: count))
        #expect(read.texts == Self.lines)
        #expect(read.ending == .complete)
    }

    @Test(
        "anything else behind the last member breaks the file at its byte",
        arguments: [[0x78], [0x0a], [0x1e, 0x8b], bytes("plain text\n"), [0, 0, 7]] as [[UInt8]])
    func garbage(behind: [UInt8]) throws {
        let file = gzip(bytes(Self.text))
        let read = try ReadFile(file + behind)
        #expect(read.texts == Self.lines)
        #expect(read.problem == .trailingGarbage(offset: Int64(file.count)))
    }

    @Test("garbage behind long padding breaks the file, too")
    func garbageBehindPadding() throws {
        let file = gzip(bytes(Self.text))
        let read = try ReadFile(file + Array(repeating: 0, count: 600_000) + [7])
        #expect(read.texts == Self.lines)
        #expect(read.problem == .trailingGarbage(offset: Int64(file.count)))
    }

    @Test("a second member with a broken header is reported with its number and byte")
    func brokenHeader() throws {
        let first = gzip(bytes(Self.text))
        let read = try ReadFile(first + [0x1f, 0x8c] + gzip(bytes("more\n")).dropFirst(2))
        #expect(read.texts == Self.lines)
        guard case .corrupt(let member, let offset, _) = read.problem else {
            Issue.record("not corrupt: \(String(describing: read.problem))")
            return
        }
        #expect(member == 2)
        // Behind the two bytes that are wrong.
        #expect(offset == Int64(first.count) + 2)
    }
}
