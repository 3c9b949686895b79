import Foundation
import NDJSON
import TestSupport
import Testing

/// Foundation's reader is another one: both must agree.
@Suite("JSON against Foundation")
struct FoundationJSONTests {
    @Test("every field of a random document is the same", arguments: 0..<300 as Range<UInt64>)
    func values(seed: UInt64) throws {
        var document = RandomDocument(seed: seed)
        let text = document.object()
        let expected = try #require(
            JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        var asked = AskedPaths()
        asked.add(expected, in: asked.tree.root)
        let line = ReadLine(bytes(text), asked.tree)
        try line.read()
        for (slot, value) in asked.values.enumerated() {
            #expect(
                agree(line[slot], value),
                "\(String(decoding: line[slot].bytes, as: UTF8.self)) is not \(value)")
        }
    }

    /// Long texts are unescaped 64 bytes at a time: escapes stand at each place of such a step.
    @Test("so are long texts with many escapes", arguments: 0..<200 as Range<UInt64>)
    func longTexts(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let pieces = [
            #"\""#, #"\""#, #"\\"#, #"\/"#, #"\n"#, #"\u00e9"#, #"\ud83d\ude00"#, "x", "12345678",
            "é", "{", String(repeating: "y", count: 40),
        ]
        let kinds = 3 + random.below(pieces.count - 2)
        let text = (0..<(20 + random.below(200))).map { _ in pieces[random.below(kinds)] }.joined()
        let json = #"{"a":"\#(text)"}"#
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String]
        let expected = try #require(object?["a"])
        #expect(try readValue(json, at: "a") { $0.string } == expected, "\(json)")
    }

    @Test(
        "a document with one byte changed is valid for both or for neither",
        arguments: 0..<60 as Range<UInt64>)
    func validity(seed: UInt64) throws {
        var document = RandomDocument(seed: seed, escapes: false)
        var random = SeededRandom(seed: seed + 1000)
        let line = bytes(document.object())
        for _ in 0..<20 {
            var changed = line
            changed[random.below(line.count)] = random.pick(Array(#"{}[]",:01a -."#.utf8) + [0x09])
            let object = try? JSONSerialization.jsonObject(with: Data(changed)) as? [String: Any]
            let isValid = (try? ReadLine(changed, PathTree()).read()) != nil
            if isValid == (object != nil) { continue }
            let text = String(decoding: changed, as: UTF8.self)
            #expect(!isValid && hasTrailingComma(text), "\(text)")
        }
    }

    /// Foundation lets a comma pass before a closing bracket.
    private func hasTrailingComma(_ text: String) -> Bool {
        let dense = text.filter { !$0.isWhitespace }
        return dense.contains(",}") || dense.contains(",]")
    }

    private func agree(_ value: JSONValue, _ expected: Any) -> Bool {
        switch value.kind {
        // Null and empty text are absent.
        case .absent: return expected is NSNull || expected as? String == ""
        case .null: return expected is NSNull
        case .true: return expected as? Bool == true
        case .false: return expected as? Bool == false
        case .string, .escapedString: return value.string == expected as? String
        case .number:
            guard let number = value.text.flatMap(Double.init),
                let expected = (expected as? NSNumber)?.doubleValue
            else { return false }
            // Foundation goes by way of decimal numbers, and rounds twice.
            return abs(number - expected) <= abs(number) * 0x1p-48
        case .object:
            var members: [String: Bool] = [:]
            let expected = expected as? [String: Any] ?? [:]
            FieldReader.forEachMember(of: value) { name, member in
                let name = name.string ?? ""
                members[name] = expected[name].map { agree(member, $0) } ?? false
            }
            return members.count == expected.count && members.values.allSatisfy { $0 }
        case .array:
            var elements: [JSONValue] = []
            FieldReader.forEachElement(of: value) { elements.append($0) }
            let expected = expected as? [Any] ?? []
            return elements.count == expected.count
                && zip(elements, expected).allSatisfy { agree($0, $1) }
        }
    }
}

/// A path for each field of a document.
private struct AskedPaths {
    var tree = PathTree()
    var values: [Any] = []

    mutating func add(_ object: [String: Any], in node: PathTree.Node) {
        for (name, value) in object {
            tree.add(name, in: node, slot: values.count)
            values.append(value)
            if let inner = value as? [String: Any] { add(inner, in: tree.child(name, in: node)) }
        }
    }
}
