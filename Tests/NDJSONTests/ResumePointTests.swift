import NDJSON
import TestSupport
import Testing

@Suite("Reading on from a resume point")
struct ResumePointTests {
    private func check(_ file: [UInt8]) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(file, to: "file")
        let whole = try ReadFile(path: path)
        for index in whole.lines.indices {
            for (point, first) in [(whole.before[index], index), (whole.after[index], index + 1)] {
                let rest = try ReadFile(path: path, from: point)
                #expect(rest.lines == Array(whole.lines[first...]))
                #expect(rest.numbers == Array(whole.numbers[first...]))
                #expect(rest.isEnded == Array(whole.isEnded[first...]))
                #expect(rest.after == Array(whole.after[first...]))
                #expect(rest.ending == whole.ending)
            }
        }
    }

    @Test(
        "plain text: from any point exactly the remaining lines",
        arguments: 1...12 as ClosedRange<UInt64>)
    func plain(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        try check(RandomLines.text(&random))
    }

    @Test(
        "gzip in any members: from any point exactly the remaining lines",
        arguments: 1...25 as ClosedRange<UInt64>)
    func packed(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        try check(RandomLines.packed(RandomLines.text(&random), &random))
    }

    @Test("a file without lines begins and ends at its start")
    func empty() throws {
        for file in [[], gzip([])] {
            let read = try ReadFile(file, from: .start)
            #expect(read.lines.isEmpty)
            #expect(read.ending == .complete)
        }
    }

    @Test("a plain file that has grown gives its new lines")
    func grownText() throws {
        let point = try #require(try ReadFile(bytes("a\nb\n")).after.last)
        let read = try ReadFile(bytes("a\nb\nc\nd"), from: point)
        #expect(read.texts == ["c", "d"])
        #expect(read.numbers == [3, 4])
    }

    @Test("a file that has grown by members gives its new lines")
    func grownMembers() throws {
        let file = gzip(bytes("a\n")) + gzip(bytes("b\n"))
        let point = try #require(try ReadFile(file).after.last)
        let read = try ReadFile(file + gzip(bytes("c\nd\n")), from: point)
        #expect(read.texts == ["c", "d"])
        #expect(read.numbers == [3, 4])
    }

    @Test("a file that was cut inside a member gives its new lines once it is whole")
    func completed() throws {
        let file = gzip(bytes("a\nb\n")) + gzip(bytes("c\nd\ne\n"), level: 0)
        for missing in 1..<30 {
            let early = try ReadFile(file.dropLast(missing))
            let point = try #require(early.after.last)
            let late = try ReadFile(file, from: point)
            #expect(early.texts + late.texts == ["a", "b", "c", "d", "e"])
            #expect(late.ending == .complete)
        }
    }

    @Test("the end that a last line lacked is no line of its own", arguments: ["\n", "\r\n"])
    func completedLine(end: String) throws {
        let point = try #require(try ReadFile(bytes("a\nb")).after.last)
        let read = try ReadFile(bytes("a\nb" + end + "c\n\n"), from: point)
        #expect(read.texts == ["c", ""])
        #expect(read.numbers == [3, 4])
        let packed = gzip(bytes("a\nb"))
        let packedPoint = try #require(try ReadFile(packed).after.last)
        let grown = try ReadFile(packed + gzip(bytes(end + "c\n")), from: packedPoint)
        #expect(grown.texts == ["c"])
    }

    @Test("a point is in the member that holds its line's end")
    func memberOffset() throws {
        let members = [gzip(bytes("a\nb")), gzip(bytes("c\nd\n")), gzip(bytes("e\n"))]
        let read = try ReadFile(Array(members.joined()))
        let second = Int64(members[0].count)
        let third = second + Int64(members[1].count)
        #expect(read.after[0] == ResumePoint(memberOffset: 0, inflatedOffset: 2, line: 1))
        #expect(read.after[1] == ResumePoint(memberOffset: second, inflatedOffset: 2, line: 2))
        #expect(read.after[3] == ResumePoint(memberOffset: third, inflatedOffset: 2, line: 4))
    }
}

/// Random text of lines, short and long, ended or not, and its divisions into gzip members.
enum RandomLines {
    static func text(_ random: inout SeededRandom) -> [UInt8] {
        var text: [UInt8] = random.once(in: 4) ? [0xef, 0xbb, 0xbf] : []
        for _ in 0..<(1 + random.below(12)) {
            let length = random.once(in: 20) ? random.below(300_000) : random.below(30)
            text += (0..<length).map { _ in 0x61 + UInt8(random.below(26)) }
            text += random.pick([[0x0a], [0x0a], [0x0d, 0x0a]])
        }
        if random.once(in: 2) { text += bytes("without end") }
        return text
    }

    static func packed(_ text: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var file: [UInt8] = []
        var rest = text[...]
        while !rest.isEmpty {
            let count = random.below(random.pick([2, 20, rest.count + 1]))
            file += gzip(Array(rest.prefix(count)), level: 1)
            rest = rest.dropFirst(count)
        }
        return random.once(in: 3) ? file + gzip([]) : file
    }
}
