import Foundation
import NDJSON

/// A line is read as by a plain reader: the same problem at the same byte, whatever is asked for
/// and whatever stands behind it; and every field of a valid one is found where it stands, by
/// itself and inside a string. Foundation reads the same values.
///
/// The first byte chooses what stands in memory behind the line.
func fuzzJSON(_ bytes: [UInt8]) throws {
    var input = ChosenInput(bytes)
    let behind = behinds[input.choice(behinds.count)]
    let line = input.data(limit: 4096)
    let read = Result { () throws(JSONError) in try PlainJSON.read(line) }
    var problem: JSONError?
    if case .failure(let error) = read { problem = error }
    for tree in [PathTree(), recursiveTree] {
        let found = MemoryLine(line, tree, behind: behind).problem
        try expectEqual(found, problem, "what is wrong")
    }
    guard let value = try? read.get() else { return }
    try expectFields(of: value, line, behind)
    try expectFoundation(value, line)
}

private let behinds: [[UInt8]] = [
    "", "\n{\"a\":1}\n", "0123456789012345678901234567890", "\"\"\"\"}}}}]]]]", "\\\\\\\\\\\\",
    "true,null}", "e5.5e+5", "                ", "\u{e9}\u{20ac}", ",\"a\":1}",
].map { Array($0.utf8) }

/// Goes into objects of any depth, and into strings that hold some.
private let recursiveTree: PathTree = {
    var tree = PathTree()
    for key in ["a", "message", "data"] { tree.add(key, in: tree.root, child: tree.root) }
    for (slot, key) in ["b", "message_id", "a"].enumerated() {
        tree.add(key, in: tree.root, slot: slot)
    }
    return tree
}()

private func expectFields(of value: PlainValue, _ line: [UInt8], _ behind: [UInt8]) throws {
    var asked = AskedFields()
    asked.add(value)
    guard asked.isPlain else { return }
    let read = MemoryLine(line, asked.tree, behind: behind)
    try expectEqual(read.problem, nil, "what is wrong when all fields are asked for")
    for (slot, expected) in asked.expected.enumerated() {
        try expectEqual(read.text(slot), given(expected), "field \(slot)")
    }
    // Once more as senders log a body: as text. What is below the top is described once.
    guard asked.names.allSatisfy({ $0 != Array("body".utf8) }), value.depth < 250 else { return }
    asked.tree.add("body", in: asked.tree.root, child: asked.tree.root)
    let body = Array(#"{"body":"#.utf8) + PlainValue.quoted(line) + [UInt8(ascii: "}")]
    let inside = MemoryLine(body, asked.tree, behind: [])
    try expectEqual(inside.problem, nil, "what is wrong with a body in a string")
    for (slot, expected) in asked.expected.enumerated() {
        try expectEqual(inside.text(slot), given(expected), "field \(slot) in a string")
    }
}

/// Null and empty text are absent.
private func given(_ value: (some Sequence<UInt8>)?) -> [UInt8]? {
    guard let value = value.map({ Array($0) }) else { return nil }
    return [Array("null".utf8), Array("\"\"".utf8)].contains(value) ? nil : value
}

/// Foundation reads what it takes as the same values, but for lone surrogates, which it refuses.
private func expectFoundation(_ value: PlainValue, _ line: [UInt8]) throws {
    guard let found = try? JSONSerialization.jsonObject(with: Data(line)) else { return }
    try expect(agree(value, found), "Foundation reads other values")
}

private func agree(_ value: PlainValue, _ found: Any) -> Bool {
    switch value.form {
    case .word:
        switch value.bytes.first {
        case UInt8(ascii: "t"): return found as? Bool == true
        case UInt8(ascii: "f"): return found as? Bool == false
        default: return found is NSNull
        }
    case .string:
        return (found as? String).map(withoutMark) == withoutMark(value.characters)
    case .number:
        guard let number = Double(String(decoding: value.bytes, as: UTF8.self)),
            let found = (found as? NSNumber)?.doubleValue
        else { return false }
        // Foundation goes by way of decimal numbers, and rounds twice.
        return number == found || abs(number - found) <= abs(number) * 0x1p-48
    case .array(let elements):
        guard let found = found as? [Any], found.count == elements.count else { return false }
        return zip(elements, found).allSatisfy(agree)
    case .object(let members):
        guard let found = found as? [String: Any] else { return false }
        var last: [String: PlainValue] = [:]
        for member in members { last[withoutMark(member.name)] = member.value }
        // Names that differ in their normal form only are one to Foundation.
        guard last.count == Set(members.map(\.name)).count else { return true }
        guard found.count == last.count else { return false }
        return found.allSatisfy { name, found in
            last[withoutMark(name)].map { agree($0, found) } ?? false
        }
    }
}

/// Foundation takes byte order marks from the start of a string and from behind its escapes.
private func withoutMark(_ text: [UInt8]) -> String {
    withoutMark(String(decoding: text, as: UTF8.self))
}

private func withoutMark(_ text: String) -> String {
    String(text.unicodeScalars.filter { $0 != "\u{feff}" })
}
