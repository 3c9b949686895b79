import NDJSON
import TestSupport
import Testing

@Suite("Content hashes")
struct ContentHashTests {
    private func hash(_ json: String) throws -> UInt64 {
        try readValue(json: json) { value in
            var hash = SipHash(key: SipHashTests.key)
            hash.append(value)
            return hash.finish()
        }
    }

    /// What the hash is by definition, with a reader for each object: stored keys hold it.
    private func plain(_ value: JSONValue) -> UInt64 {
        var hash = SipHash(key: SipHash.Key(0x636f_6e74_656e_7431, 0x6a73_6f6e_7661_6c75))
        switch value.kind {
        case .absent: return 0
        case .string, .escapedString:
            hash.append(UInt64(1))
            hash.append(value.string ?? "")
        case .number, .true, .false, .null:
            hash.append(UInt64(value.kind.rawValue))
            hash.append(value.bytes)
        case .object:
            var sum: UInt64 = 0x6f62_6a65_6374
            FieldReader.forEachMember(of: value) { name, member in
                if member.kind == .null || member.string == "" { return }
                var part = hash
                part.append(plain(name))
                part.append(plain(member))
                sum &+= part.finish()
            }
            return sum
        case .array:
            FieldReader.forEachElement(of: value) { hash.append(plain($0)) }
        }
        return hash.finish()
    }

    @Test(
        "the hash of a random document is what it always was", arguments: 0..<200 as Range<UInt64>)
    func definition(seed: UInt64) throws {
        var document = RandomDocument(seed: seed)
        try readValue(json: document.object()) { value in
            var one = SipHash(key: SipHashTests.key)
            one.append(value)
            var other = SipHash(key: SipHashTests.key)
            other.append(plain(value))
            #expect(one.finish() == other.finish())
        }
    }

    @Test(
        "the order of keys, white space and escapes do not matter",
        arguments: [
            (#"{"x":1,"y":[2,3]}"#, #"{ "y" : [ 2 , 3 ] , "x" : 1 }"#),
            (#"{"x":{"a":1,"b":2}}"#, #"{"x":{"b":2,"a":1}}"#),
            (#""abc""#, #""\u0061b\u0063""#), (#""a/b""#, #""a\/b""#),
            (#""😀""#, #""\uD83D\ude00""#),
            (#"{"é":"\n"}"#, #"{"\u00e9":"\u000a"}"#), ("[]", "[ ]"), ("{}", "{ }"),
            ("{}", #"{"a":null,"b":"" }"#), (#"{"a":1}"#, #"{"b":"","a":1,"c" : null}"#),
            (#"[{"a":{"b":1}}]"#, #"[{"a":{"c":null,"b":1}}]"#),
        ])
    func same(one: String, other: String) throws {
        #expect(try hash(one) == hash(other))
    }

    static let different = [
        "1", "2", "1.0", "10e-1", "-1", #""1""#, "true", "false", "null", #""true""#, #""null""#,
        "{}", "[]", "[[]]", "[{}]", "[null]", "[1,2]", "[2,1]", "[[1],2]", "[1,[2]]",
        "[12]", #"["1","2"]"#, #"["12"]"#, #"{"a":1}"#, #"{"a":2}"#, #"{"b":1}"#, #"{"a":1,"b":1}"#,
        #"{"a":{"b":1}}"#, #"{"a":"b"}"#, #"{"b":"a"}"#, #"{"a":1,"b":2}"#, #"{"a":2,"b":1}"#,
        #"{"1":"a"}"#, #""{}""#, #""\\n""#, #""\n""#,
    ]

    @Test("other content has another hash, and so has another kind")
    func otherContent() throws {
        let hashes = try Self.different.map(hash)
        #expect(Set(hashes).count == Self.different.count)
    }

    @Test("members can be left out, whatever their order and spelling")
    func without() throws {
        func hash(_ json: String) throws -> UInt64 {
            try readValue(json: json) { value in
                var hash = SipHash(key: SipHashTests.key)
                hash.append(value, without: WordIndex([["token", "topic"]]))
                return hash.finish()
            }
        }
        let bare = try hash(#"{"data":{"token":"x"}}"#)
        #expect(try hash(#"{"token":"a","data":{"token":"x"}}"#) == bare)
        #expect(try hash(#"{"data":{"token":"x"},"tok\u0065n":7,"topic":{}}"#) == bare)
        #expect(try hash(#"{"data":{"token":"y"}}"#) != bare)
        #expect(try hash(#"{"token":"a"}"#) == hash("{}"))
    }

    @Test("random documents written twice have one hash", arguments: 0..<40 as Range<UInt64>)
    func random(seed: UInt64) throws {
        var document = RandomDocument(seed: seed)
        let text = document.object()
        #expect(try hash(text) == hash(Respelled.text(of: text)))
    }
}

/// A document with its keys in another order and every character of its strings escaped.
enum Respelled {
    static func text(of document: String) throws -> String {
        try readValue(json: document, body: text)
    }

    private static func text(_ value: JSONValue) -> String {
        switch value.kind {
        case .object:
            var members: [String] = []
            FieldReader.forEachMember(of: value) { members.append("\(text($0)) : \(text($1))") }
            return "{ " + members.reversed().joined(separator: " , ") + " }"
        case .array:
            var elements: [String] = []
            FieldReader.forEachElement(of: value) { elements.append(text($0)) }
            return "[ " + elements.joined(separator: " , ") + " ]"
        case .string, .escapedString:
            let units = (value.string ?? "").utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
            return "\"" + units.joined() + "\""
        default:
            return value.text ?? "\(value.kind)"
        }
    }
}
