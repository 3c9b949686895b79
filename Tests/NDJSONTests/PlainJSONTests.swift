import FuzzTargets
import NDJSON
import TestSupport
import Testing

/// The reader's fast paths (words of eight, sixteen and 64 bytes) against one byte at a time.
@Suite("JSON against a plain reader")
struct PlainJSONTests {
    /// What may stand in memory behind a line: other lines, or what would lengthen its last token.
    private static let behind: [[UInt8]] = [
        [], bytes("\n{\"a\":1}\n"), bytes("0123456789012345678901234567890123456789"),
        bytes("\"\"\"\"}}}}]]]]"), bytes("\\\\\\\\\\\\"), Array(repeating: 0xbf, count: 64),
        bytes("true,null}"), bytes("e5.5e+5"), Array(repeating: 0x20, count: 64),
    ]

    private func expectSame(_ line: [UInt8], _ tree: PathTree, behind: [UInt8]) {
        let expected = PlainJSON.problem(line)
        var found: JSONError?
        do throws(JSONError) {
            try ReadLine(line, tree, behind: behind).read()
        } catch {
            found = error
        }
        #expect(found == expected, "\(String(decoding: line, as: UTF8.self))")
    }

    /// Some keys of random documents are asked for, so that both ways of the walk are taken.
    private static let tree: PathTree = {
        var tree = PathTree()
        tree.add("a", in: tree.root, child: tree.root)
        tree.add("key", in: tree.root, slot: 0)
        tree.add("message_id", in: tree.root, child: tree.root)
        tree.add("google.c.a.e", in: tree.root, slot: 1)
        return tree
    }()

    @Test(
        "random documents, whole, cut and with bytes changed", arguments: 0..<200 as Range<UInt64>)
    func random(seed: UInt64) {
        var document = RandomDocument(seed: seed)
        var random = SeededRandom(seed: seed + 1)
        let line = bytes(document.object())
        let behind = random.pick(Self.behind)
        expectSame(line, Self.tree, behind: behind)
        for _ in 0..<30 {
            var changed = line
            for _ in 0...random.below(2) {
                let byte = random.pick(
                    Array("{}[]\",:01a -.+eE\\utfn\t".utf8) + [0x00, 0x80, 0xe2])
                changed[random.below(line.count)] = byte
            }
            expectSame(changed, Self.tree, behind: behind)
            expectSame(Array(line.prefix(random.below(line.count))), Self.tree, behind: behind)
        }
    }

    /// A stop at each offset from the start of a string, beyond the longest step.
    @Test(
        "what ends a run in a string is found wherever it stands", arguments: 0..<200 as Range<Int>)
    func stops(offset: Int) {
        let run = String(repeating: "x", count: offset)
        let texts = [
            #"""#, #"\"""#, #"\\"""#, #"\u00e9"""#, #"\ud83d\ude00\n\/"""#, #"é"""#, #"😀é€"""#,
            "\u{1}\"", #"\x""#, #"\u12g4""#, #"\"#, #"\u12"#, "", "\t",
        ]
        for text in texts {
            for behind in Self.behind {
                for key in ["key", "k"] {
                    expectSame(
                        bytes(#"{"\#(key)":"\#(run)\#(text)}"#), Self.tree, behind: behind)
                    expectSame(bytes(#"{"\#(key)":"\#(run)\#(text)"#), Self.tree, behind: behind)
                    expectSame(bytes(#"{"\#(run)\#(text):1}"#), Self.tree, behind: behind)
                }
            }
        }
    }

    /// As of JSON in text, in texts in one another.
    @Test(
        "strings of escapes, whole, cut and with bytes changed", arguments: 0..<200 as Range<UInt64>
    )
    func escapes(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let pieces = [
            #"\""#, #"\""#, #"\\"#, #"\/"#, "x", "{a:", "12345678", #"\n"#, #"\u00e9"#, "é",
        ]
        let kinds = random.once(in: 2) ? 7 : pieces.count
        let text = (0..<random.below(120)).map { _ in pieces[random.below(kinds)] }.joined()
        let line = bytes(#"{"key":"\#(text)"}"#)
        let behind = random.pick(Self.behind)
        expectSame(line, Self.tree, behind: behind)
        for _ in 0..<30 {
            var changed = line
            changed[random.below(line.count)] = random.pick(Array("\"\\x\t\u{7f}".utf8) + [0xc3])
            expectSame(changed, Self.tree, behind: behind)
            expectSame(Array(line.prefix(random.below(line.count))), Self.tree, behind: behind)
        }
    }

    @Test("numbers and words of every length", arguments: 0..<40 as Range<Int>)
    func scalars(length: Int) {
        let digits = String(repeating: "7", count: length)
        let values = [
            digits, "-\(digits)", "0\(digits)", "0.\(digits)", "-0.\(digits)e\(digits)",
            "\(digits).\(digits)", "1E+\(digits)", "1e-\(digits)x", "\(digits)a", "+\(digits)",
            "\(digits).", "\(digits)e", "tru", "true\(digits)", "falsefalse", "fals", "nul",
            "nulll",
        ]
        for value in values {
            for behind in Self.behind {
                for key in ["key", "k"] {
                    expectSame(bytes(#"{"\#(key)":\#(value)}"#), Self.tree, behind: behind)
                    expectSame(bytes(#"{"\#(key)":\#(value)"#), Self.tree, behind: behind)
                    expectSame(bytes(#"{"\#(key)":[1, \#(value),2]}"#), Self.tree, behind: behind)
                    expectSame(bytes(value), Self.tree, behind: behind)
                }
            }
        }
    }

    @Test(
        "every pair of bytes after a lead byte of UTF-8", arguments: 0x80...0xff as ClosedRange<Int>
    )
    func characters(lead: Int) {
        let edges: [UInt8] = [0x22, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff]
        for second in edges {
            for third in edges {
                let text = [UInt8(lead), second, third, 0x80]
                expectSame(bytes(#"{"k":""#) + text + bytes(#""}"#), Self.tree, behind: [])
            }
        }
    }
}
