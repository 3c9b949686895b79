import NDJSON
import TestSupport
import Testing

@Suite("Gzip files cut short or damaged")
struct DamagedGzipTests {
    /// Three members; the second is empty, and a line crosses into the third.
    static let parts = ["first\nsecond line\nthi", "", "rd\n\nfifth, which is longer\nlast\n"]
    static let members = parts.map { gzip(bytes($0)) }
    static let stored = parts.map { gzip(bytes($0), level: 0) }
    static let lines = ["first", "second line", "third", "", "fifth, which is longer", "last"]

    @Test("cut at any byte, a file gives its whole lines and says that it is incomplete")
    func cutAnywhere() throws {
        for members in [Self.members, Self.stored] {
            let file = Array(members.joined())
            for count in 1..<file.count {
                let read = try ReadFile(Array(file.prefix(count)))
                let (whole, isBoundary) = Self.wholeMembers(members, in: count)
                if isBoundary {
                    #expect(read.texts == Self.lines(of: whole))
                    #expect(read.ending == .complete)
                    continue
                }
                let least = Self.lines(of: whole + "\n").dropLast()
                let isPrefix = read.texts == Array(Self.lines.prefix(read.lines.count))
                #expect(isPrefix, "cut at \(count)")
                #expect(read.lines.count >= least.count, "cut at \(count)")
                guard case .incomplete(let error) = read.ending,
                    case .truncated = error.problem
                else {
                    Issue.record("cut at \(count): \(String(describing: read.ending))")
                    continue
                }
            }
        }
    }

    @Test("cut inside stored data, no whole line is lost")
    func cutInsideStoredData() throws {
        let text = Self.parts.joined()
        let file = gzip(bytes(text), level: 0)
        let header = 15  // 10 of gzip, 5 of the stored block
        for count in 0...text.utf8.count {
            let read = try ReadFile(Array(file.prefix(header + count)))
            let whole = text.utf8.prefix(count).split(
                separator: 0x0a, omittingEmptySubsequences: false
            ).dropLast()
            #expect(read.lines == whole.map(Array.init))
        }
    }

    @Test("the trailer's eight bytes are waited for")
    func cutTrailer() throws {
        let file = Array(Self.members.joined())
        for missing in 1...8 {
            let read = try ReadFile(file.dropLast(missing))
            #expect(read.texts == Self.lines)
            #expect(read.problem == .truncated(member: 3))
        }
    }

    @Test("with any byte damaged, a file never gives a wrong line and calls itself complete")
    func damagedAnywhere() throws {
        let folder = try TemporaryFolder()
        let file = Array(Self.members.joined())
        for index in 2..<file.count {
            for flip in [0x01, 0x10, 0x80, 0xff] as [UInt8] {
                var damaged = file
                damaged[index] ^= flip
                let read = try ReadFile(path: folder.write(damaged, to: "damaged"))
                #expect(read.ending != nil)
                if read.ending == .complete { #expect(read.texts == Self.lines, "byte \(index)") }
            }
        }
    }

    /// Without its first two bytes gzip is read as text: its lines are no JSON.
    @Test("with its magic bytes damaged a file is plain text", arguments: [0, 1])
    func damagedMagic(index: Int) throws {
        var file = Array(Self.members.joined())
        file[index] ^= 0x40
        let read = try ReadFile(file)
        #expect(Array(read.lines.joined(separator: [0x0a])).starts(with: file.prefix(9)))
    }

    private static func wholeMembers(_ members: [[UInt8]], in count: Int) -> (String, Bool) {
        var end = 0
        var text = ""
        for (member, part) in zip(members, parts) {
            if end + member.count > count { return (text, end == count) }
            end += member.count
            text += part
        }
        return (text, end == count)
    }

    private static func lines(of text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}
