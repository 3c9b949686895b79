import NDJSON
import TestSupport
import Testing

@Suite("Numbers for sets of fields")
struct FieldMemoTests {
    private static let tree: PathTree = {
        var tree = PathTree()
        for (slot, key) in ["a", "b", "present", "word", "ignored"].enumerated() {
            tree.add(key, in: tree.root, slot: slot)
        }
        return tree
    }()

    private static let roles: [MemoRole] = [.text, .text, .presence, .word, .ignored]

    /// A memo, and the numbers that it has given.
    private final class Numbers {
        let memo: FieldMemo
        var made: Int32 = 0

        init(_ roles: [MemoRole] = roles, parts: Set<Int> = [], limit: Int = 16) {
            memo = FieldMemo(roles, parts: parts, limit: limit)
        }

        func number(_ text: String, salt: UInt64 = 0) throws -> Int32 {
            let line = ReadLine(bytes(text), tree)
            try line.read()
            return number(of: line.reader, salt: salt)
        }

        func number(of fields: FieldReader, salt: UInt64) -> Int32 {
            let number = memo.number(of: fields, salt: salt, next: made + 1)
            made = max(made, number)
            return number
        }
    }

    static let alike = [
        (#"{"a":"x","b":"y"}"#, #"{"b":"y", "a":"x"}"#),
        (#"{"a":"x","ignored":1}"#, #"{"a":"x","ignored":[2]}"#),
        (#"{"a":"x","ignored":1}"#, #"{"a":"x"}"#),
        (#"{"present":"x"}"#, #"{"present":"other"}"#),
        (#"{"present":{"x":1}}"#, #"{"present":{"y":[]}}"#),
        (#"{"present":{}}"#, #"{"present":{ }}"#),
        (#"{"word":{"x":1}}"#, #"{"word":{"y":"long, and other"}}"#),
        (#"{"a":"x","a":"y"}"#, #"{"a":"y"}"#),
        (#"{}"#, #"{"other":1}"#), (#"{}"#, #"{"a":""}"#), (#"{}"#, #"{"a":null}"#),
        (#"{}"#, #"{"present":""}"#), (#"{}"#, #"{"present":null}"#),
        (#"{"present":{}}"#, #"{"present":{"x":null}}"#),
    ]

    @Test("what does not count makes no other set", arguments: alike)
    func same(one: String, other: String) throws {
        let numbers = Numbers()
        #expect(try numbers.number(one) == numbers.number(other))
        #expect(numbers.made == 1)
    }

    static let different = [
        "{}", #"{"a":"x"}"#, #"{"b":"x"}"#, #"{"a":"y"}"#,
        #"{"a":1}"#, #"{"a":"1"}"#, #"{"a":"x","b":"x"}"#, #"{"a":"xx"}"#,
        #"{"a":"0123456789abcde"}"#, #"{"a":"0123456789abcdef"}"#, #"{"a":"0123456789abcdefg"}"#,
        #"{"a":"0123456789abcdeg"}"#, #"{"a":"0123456789abcdefh"}"#, #"{"a":"01234567"}"#,
        #"{"present":"x"}"#, #"{"present":{}}"#, #"{"present":{"x":1}}"#,
        #"{"present":[]}"#, #"{"present":[{}]}"#, #"{"present":1}"#,
        #"{"word":"x"}"#, #"{"word":"y"}"#, #"{"word":{"x":1}}"#, #"{"word":{}}"#, #"{"word":1}"#,
    ]

    @Test("whatever counts does")
    func others() throws {
        let numbers = Numbers(limit: 64)
        for _ in 1...2 {
            for (index, text) in Self.different.enumerated() {
                #expect(try numbers.number(text) == Int32(index + 1), "\(text)")
            }
        }
        #expect(try numbers.number("{}", salt: 1) == Int32(Self.different.count + 1))
        #expect(try numbers.number("{}") == 1)
    }

    @Test(
        "fields that combine with all others count as those do",
        arguments: [nil, ShapeInstructions.best])
    func parts(shapes: ShapeInstructions?) throws {
        let parts = Numbers(
            [.presence, .text, .presence, .ignored, .ignored], parts: [0, 3], limit: 4096)
        let whole = Numbers([.text, .text, .presence, .text, .ignored], limit: 4096)
        #expect((0..<5).filter(parts.memo.compares) == [0, 1, 2, 3])
        let reader = FieldReader(Self.tree, shapes: shapes)
        var random = SeededRandom(seed: 1)
        for _ in 0..<4000 {
            let line = bytes(Self.object(&random)) + Array(repeating: 0, count: FieldReader.padding)
            let salt = UInt64(random.below(2))
            try line.withUnsafeBufferPointer { line in
                try reader.read(UnsafeBufferPointer(rebasing: line.dropLast(FieldReader.padding)))
                let number = whole.number(of: reader, salt: salt)
                #expect(parts.number(of: reader, salt: salt) == number)
            }
        }
        #expect(whole.made > 500)
    }

    /// Some of the members, in any order.
    private static func object(_ random: inout SeededRandom) -> String {
        var members = ["a", "b", "present", "word", "ignored"].compactMap { name in
            let value = random.pick(["", #""x""#, #""y""#, #""a longer text""#, "1", "{}"])
            return value.isEmpty ? nil : #""\#(name)":\#(value)"#
        }
        members.shuffle(using: &random)
        return "{\(members.joined(separator: ","))}"
    }

    @Test("of combinations, a memo keeps eight times as many")
    func combinations() throws {
        let numbers = Numbers(
            [.ignored, .text, .ignored, .ignored, .ignored], parts: [0], limit: 4)
        let texts = (0..<33).map { #"{"b":"x","a":\#($0)}"# }
        for (index, text) in texts.enumerated() {
            #expect(try numbers.number(text) == Int32(index + 1))
        }
        #expect(try numbers.number(texts[32]) == 33)
        #expect(try numbers.number(texts[0]) == 34)
    }

    @Test("beyond its limit a memo forgets, and numbers go on growing")
    func forgetting() throws {
        let numbers = Numbers(limit: 4)
        for number in 1...11 as ClosedRange<Int32> {
            #expect(try numbers.number(#"{"a":\#(number)}"#) == number)
        }
        #expect(try numbers.number(#"{"a":11}"#) == 11)
        #expect(try numbers.number(#"{"a":1}"#) == 12)
    }

    @Test("a set that is larger than all that is kept is new each time, and does no harm")
    func large() throws {
        let numbers = Numbers()
        let text = #"{"a":"\#(String(repeating: "x", count: 9_000_000))"}"#
        #expect(try numbers.number(text) == 1)
        #expect(try numbers.number(text) == 2)
        #expect(try numbers.number(#"{"a":"x"}"#) == 3)
        #expect(try numbers.number(#"{"a":"x"}"#) == 3)
    }

    @Test("a set is found among many by what it holds", arguments: 1...4 as ClosedRange<UInt64>)
    func many(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let numbers = Numbers(limit: 4096)
        var known: [String: Int32] = [:]
        for _ in 0..<4000 {
            let length = random.below(40)
            let text = String(repeating: "x", count: length) + String(random.below(40))
            let number = try numbers.number(#"{"b":"\#(text)","a":1}"#)
            #expect(known[text, default: number] == number)
            known[text] = number
        }
        #expect(Set(known.values).count == known.count)
    }
}
