import NDJSON
import TestSupport
import Testing

/// A reader that compares lines with the shapes of earlier ones, and one that walks every line.
private final class ReaderPair {
    private static let tree: PathTree = {
        var tree = PathTree()
        for (slot, key) in ["a", "b", "c", "d", "aé", "ab", "longer than eight"].enumerated() {
            tree.add(key, in: tree.root, slot: slot)
        }
        let child = tree.child("c", in: tree.root)
        for (slot, key) in ["a", "b", "c"].enumerated() { tree.add(key, in: child, slot: slot + 7) }
        let other = tree.child("e", in: child)
        tree.add("a", in: other, slot: 0)
        tree.add("x", in: tree.child("d", in: tree.root), slot: 10)
        return tree
    }()

    private let byShape: FieldReader
    private let walking = FieldReader(ReaderPair.tree)
    /// Readers read no more than the padding behind a line.
    private let guarded = GuardedMemory()

    init(_ instructions: ShapeInstructions) {
        byShape = FieldReader(ReaderPair.tree, shapes: instructions)
    }

    /// Whether the line was read by its shape. `behind` is what stands in memory after it.
    @discardableResult
    func read(_ line: [UInt8], behind: UInt8 = 0x0a) -> Bool {
        let memory = guarded.holding(
            line + Array(repeating: behind, count: FieldReader.padding))
        let text = UnsafeBufferPointer(rebasing: memory[..<line.count])
        var shown: String { String(decoding: line.prefix(300), as: UTF8.self) }
        let found = Result { () throws(JSONError) in try byShape.read(text) }
        let expected = Result { () throws(JSONError) in try walking.read(text) }
        switch (found, expected) {
        case (.success, .success): compare(line)
        case (.failure(let error), .failure(let other)) where error == other: break
        default: Issue.record("\(found) is not \(expected): \(shown)")
        }
        return byShape.shape != 0
    }

    private func compare(_ line: [UInt8]) {
        let slots = (0..<ReaderPair.tree.slotCount).filter { !isSame(byShape[$0], walking[$0]) }
        let members = (0..<walking.nestedCount).filter {
            let (found, expected) = (byShape.nestedMember($0), walking.nestedMember($0))
            return !isSame(found.member.name, expected.member.name)
                || !isSame(found.member.value, expected.member.value)
        }
        if byShape.nestedCount == walking.nestedCount, slots + members == [] { return }
        let shown = String(decoding: line.prefix(300), as: UTF8.self)
        Issue.record("slots \(slots), members \(members) of \(shown)")
    }

    private func isSame(_ a: JSONValue, _ b: JSONValue) -> Bool {
        guard a.kind == b.kind, a.count == b.count else { return false }
        // Objects from inside strings are copies.
        return a.kind == .absent || a.start == b.start || a.bytes.elementsEqual(b.bytes)
    }
}

@Suite("Lines read by their shapes")
struct ShapeTests {
    static let lines = [
        #"{"a":"x","b":12,"c":{"a":"y","b":true,"c":null},"z":[1,"2",{"k":"v"}]}"#,
        #"{"a":"\u00e9\/","b":-0.5e+10,"c":"text","d":{"x":{}},"y":{"a":1},"q":"\"é\""}"#,
        #" { "a" : "" , "longer than eight" : "é" , "ab" : [ ] , "c" : { "e" : { "a" : "v" } } } "#,
        #"{"c":"{\"a\":\"inside\"}","a":"1"}"#, #"{"c":{"a":"1"},"c":{"b":"2"},"a":"","a":"3"}"#,
        #"{"c":" not an object","d":"a \"quote\"","o":{"a":{"b":["c"]}},"p":"\\"}"#,
        #"{}"#, #"{"a":0}"#, #"{"aé":"🛒","\u0061":"b","t":false}"#,
    ].map(bytes)

    @Test("a second line of a shape is read by it", arguments: ShapeInstructions.available)
    func found(instructions: ShapeInstructions) {
        let pair = ReaderPair(instructions)
        #expect(!pair.read(bytes(#"{"a":"x","n":1}"#)))
        #expect(pair.read(bytes(#"{"a":"another","n":-12.5e3}"#)))
        #expect(pair.read(bytes(#"{"a":"\u00e9 \\ é","n":0}"#)))
        #expect(!pair.read(bytes(#"{"a":"","n":0}"#)))
        #expect(pair.read(bytes(#"{"a":"","n":7}"#)))
        #expect(!pair.read(bytes(#"{"a":null,"n":7}"#)))
        #expect(pair.read(bytes(#"{"a":null,"n":8}"#)))
        for damaged in [#"{"a":"x","n":01}"#, #"{"a":"x","n":1"#, #"{"a":"x","n":1}}"#] {
            #expect(!pair.read(bytes(damaged)))
        }
    }

    @Test(
        "a line with a byte changed, added or removed is read as by a walk",
        arguments: ShapeInstructions.available)
    func changes(instructions: ShapeInstructions) {
        let pair = ReaderPair(instructions)
        let marks = Array(#""\{}[]:,0-.eEu x"#.utf8) + [0x00, 0x1f, 0x7f, 0x80, 0xc3, 0xa9, 0xff]
        for line in Self.lines {
            for place in line.indices {
                pair.read(line)
                pair.read(Array(line[..<place]))
                pair.read(Array(line[..<place] + line[(place + 1)...]))
                for mark in marks {
                    var changed = line
                    changed[place] = mark
                    pair.read(changed)
                    pair.read(line)
                    changed.insert(line[place], at: place + 1)
                    pair.read(changed)
                    pair.read(line)
                }
            }
        }
    }

    @Test(
        "strings and names of every length end where they end",
        arguments: ShapeInstructions.available)
    func lengths(instructions: ShapeInstructions) {
        for length in 1...130 {
            let pair = ReaderPair(instructions)
            let text = String(repeating: "x", count: length)
            pair.read(bytes(#"{"a":"\#(text)","\#(text)":"y","b":1}"#))
            for special in [#"\""#, #"\\"#, #"\n"#, #"\u0041"#, "é", "東", "🛒", "\u{01}", #"""#] {
                pair.read(bytes(#"{"a":"\#(text)\#(special)","\#(text)":"y","b":1}"#))
                pair.read(bytes(#"{"a":"\#(text)\#(special)z","\#(text)":"y\#(special)","b":1}"#))
            }
            #expect(pair.read(bytes(#"{"a":"\#(text)","\#(text)":"z","b":\#(length)}"#)))
            for behind in [UInt8(ascii: "\""), UInt8(ascii: "1"), UInt8(ascii: "}"), 0xa9] {
                pair.read(bytes(#"{"a":"\#(text)"#), behind: behind)
                pair.read(bytes(#"{"a":"\#(text)","\#(text)":"y","b":1"#), behind: behind)
                pair.read(bytes(#"{"a":"\#(text)","\#(text)":"y","b":1}"#), behind: behind)
            }
        }
    }

    @Test(
        "random documents, and those with a byte changed, are read as by a walk",
        arguments: 0..<40 as Range<UInt64>)
    func documents(seed: UInt64) {
        var document = RandomDocument(seed: seed)
        var random = SeededRandom(seed: seed)
        let pairs = ShapeInstructions.available.map(ReaderPair.init)
        for _ in 0..<20 {
            let line = bytes(document.object())
            for pair in pairs {
                pair.read(line)
                pair.read(line)
            }
            for _ in 0..<20 {
                var changed = line
                changed[random.below(line.count)] = random.pick(
                    Array(#"{}[]",:01a -.\"#.utf8) + [0x09, 0xc3])
                for pair in pairs { pair.read(changed) }
            }
        }
    }

    @Test("thousands of shapes do not hide the usual ones")
    func manyShapes() {
        let pair = ReaderPair(.best)
        let usual = bytes(#"{"a":"x","b":1}"#)
        var found = 0
        for number in 0..<20_000 {
            pair.read(bytes(#"{"a":"x","key \#(number)":{"k":"\#(number)"},"b":1}"#))
            if pair.read(usual) { found += 1 }
        }
        #expect(found > 19_990)
    }

    @Test("lines of a megabyte, and with thousands of values")
    func longLines() {
        let pair = ReaderPair(.best)
        for _ in 0..<3 {
            let text = String(repeating: #"x\"é"#, count: 250_000)
            pair.read(bytes(#"{"a":"\#(text)","b":1}"#))
            pair.read(bytes(#"{"\#(text)":"a","b":1}"#))
            let list = Array(repeating: #""x""#, count: 200_000).joined(separator: ",")
            pair.read(bytes(#"{"z":[\#(list)],"b":1}"#))
            for depth in [200, 255, 256, 257] {
                let open = String(repeating: #"{"a":"#, count: depth)
                pair.read(bytes(open + "1" + String(repeating: "}", count: depth)))
            }
        }
        #expect(pair.read(bytes(#"{"a":"x","b":2}"#)))
    }
}
