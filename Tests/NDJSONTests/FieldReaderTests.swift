import NDJSON
import Testing

@Suite("Fields by their paths")
struct FieldReaderTests {
    @Test("a value is found under its path, and only there")
    func paths() throws {
        #expect(try readValue(#"{"a":{"b":{"c":1}}}"#, at: "a", "b", "c") { $0.integer } == 1)
        for text in [#"{"c":1}"#, #"{"a":{"c":1}}"#, #"{"a":{"b":[{"c":1}]}}"#, #"{"a":null}"#] {
            #expect(try readValue(text, at: "a", "b", "c") { !$0.isGiven })
        }
    }

    @Test(
        "keys differ up to the last byte",
        arguments: ["", "a", "1234567", "12345678", "123456789", "ü", "a.b/c"])
    func keys(name: String) throws {
        #expect(try readValue(#"{"\#(name)":1}"#, at: name) { $0.integer } == 1)
        #expect(try readValue(#"{"x\#(name)":1,"\#(name)x":2}"#, at: name) { !$0.isGiven })
        let near = String(name.dropLast()) + "_"
        #expect(try readValue(#"{"\#(near)":1}"#, at: name) { !$0.isGiven })
    }

    @Test("keys are matched after their escapes")
    func escapedKeys() throws {
        #expect(try readValue(#"{"\u0061\u002Fb":1}"#, at: "a/b") { $0.integer } == 1)
        #expect(try readValue(#"{"a\/b":1}"#, at: "a/b") { $0.integer } == 1)
        #expect(try readValue(#"{"\uD83D\uDE00":1}"#, at: "😀") { $0.integer } == 1)
        #expect(try readValue(#"{"a\\b":1}"#, at: #"a\b"#) { $0.integer } == 1)
    }

    @Test("of a repeated key the last value counts, whatever its kind")
    func repeatedKeys() throws {
        #expect(try readValue(#"{"a":1,"a":2}"#, at: "a") { $0.integer } == 2)
        #expect(try readValue(#"{"a":1,"a":null}"#, at: "a") { !$0.isGiven })
        #expect(try readValue(#"{"a":{"b":1},"a":{"b":2}}"#, at: "a", "b") { $0.integer } == 2)
        for second in [#"{"c":2}"#, "{}", "null", "7", #""text""#, "[]"] {
            let text = #"{"a":{"b":1},"a":\#(second)}"#
            #expect(try readValue(text, at: "a", "b") { !$0.isGiven })
        }
        let deep = #"{"a":{"b":{"c":1},"b":{}}}"#
        #expect(try readValue(deep, at: "a", "b", "c") { !$0.isGiven })
    }

    @Test("two keys that hold one described object do not undo each other")
    func sharedNodes() throws {
        var tree = PathTree()
        let node = tree.addNode()
        tree.add("x", in: node, slot: 0)
        tree.add("y", in: node, slot: 1)
        tree.add("a", in: tree.root, child: node)
        tree.add("b", in: tree.root, child: node)
        let line = ReadLine(bytes(#"{"a":{"x":1},"b":{"y":2}}"#), tree)
        try line.read()
        #expect(line[0].integer == 1)
        #expect(line[1].integer == 2)
    }

    @Test("a grafted node has the keys of both")
    func graft() throws {
        var tree = PathTree()
        let other = tree.addNode()
        tree.add("x", in: other, slot: 0)
        tree.add("z", in: tree.child("y", in: other), slot: 1)
        tree.add("own", in: tree.root, slot: 2)
        tree.graft(other, onto: tree.root)
        let line = ReadLine(bytes(#"{"x":1,"y":{"z":2},"own":3}"#), tree)
        try line.read()
        #expect([0, 1, 2].map { line[$0].integer } == [1, 2, 3])
    }

    @Test("a node may describe 255 keys")
    func manyKeys() throws {
        var tree = PathTree()
        for number in 0..<255 { tree.add("key \(number)", in: tree.root, slot: number) }
        let members = (0..<255).map { #""key \#($0)":\#($0)"# }
        let line = ReadLine(bytes("{\(members.joined(separator: ","))}"), tree)
        try line.read()
        #expect((0..<255).allSatisfy { line[$0].integer == Int64($0) })
    }

    /// `a` before `b`, each before what is deeper; of the objects `x` before `y`.
    private static let spellings: PathTree = {
        var tree = PathTree()
        let inner = tree.addNode()
        tree.add("a", in: tree.root, slot: 0)
        tree.add("b", in: tree.root, slot: 0)
        tree.add("x", in: tree.root, child: inner)
        tree.add("y", in: tree.root, child: inner)
        tree.add("c", in: inner, slot: 0)
        tree.add("d", in: inner, slot: 0)
        return tree
    }()

    @Test(
        "of several places the first in the tree's order counts, whatever the order in the line",
        arguments: [
            ([#""a":1"#, #""b":2"#], 1), ([#""a":null"#, #""b":2"#], 2),
            ([#""a":"""#, #""b":2"#], 2), ([#""b":2"#, #""x":{"c":3}"#], 2),
            ([#""x":{"d":4}"#, #""y":{"c":5}"#], 4), ([#""x":{"d":null}"#, #""y":{"c":5}"#], 5),
            ([#""x":{"d":4,"c":3}"#, #""y":{"c":5}"#, #""b":null"#], 3),
            ([#""x":null"#, #""y":{"d":6}"#], 6), ([#""x":"{\"d\":7}""#, #""y":{"d":6}"#], 7),
        ] as [([String], Int64)])
    func preference(members: [String], value: Int64) throws {
        for members in [members, members.reversed()] {
            let line = ReadLine(
                bytes("{\(members.joined(separator: ","))}"), FieldReaderTests.spellings)
            try line.read()
            #expect(line[0].integer == value)
        }
    }

    @Test(
        "of a key that stands twice the last counts, and nothing is left of the first",
        arguments: [
            (#"{"a":1,"a":2}"#, 2), (#"{"a":1,"a":null}"#, nil), (#"{"a":1,"b":2,"a":3}"#, 3),
            (#"{"x":{"c":1},"x":{}}"#, nil), (#"{"x":{"c":1},"y":{"c":2},"x":{}}"#, nil),
            (#"{"x":{"c":1},"x":{"d":2}}"#, 2), (#"{"y":{"c":1},"x":{"c":2},"y":{}}"#, 2),
        ] as [(String, Int64?)])
    func repeated(text: String, value: Int64?) throws {
        let line = ReadLine(bytes(text), FieldReaderTests.spellings)
        try line.read()
        #expect(line[0].integer == value)
    }

    @Test("places may be preferred by number, and then their order in the tree counts nothing")
    func numbered() throws {
        var tree = PathTree()
        let deep = tree.child("deep", in: tree.root)
        tree.add("near", in: tree.root, slot: 0, preference: 1)
        tree.add("far", in: deep, slot: 0)
        for text in [#"{"near":1,"deep":{"far":2}}"#, #"{"deep":{"far":2},"near":1}"#] {
            let line = ReadLine(bytes(text), tree)
            try line.read()
            #expect(line[0].integer == 2)
        }
    }

    @Test("values of the line before are gone")
    func nextLine() throws {
        var tree = PathTree()
        tree.add("a", in: tree.root, slot: 0)
        let reader = FieldReader(tree)
        for (text, kind) in [
            (#"{"a":1}"#, JSONValue.Kind.number), ("{}", .absent), (#"{"a":1"#, .number),
            ("{}", .absent),
        ] {
            let padded = bytes(text) + Array(repeating: 0, count: FieldReader.padding)
            padded.withUnsafeBufferPointer {
                try? reader.read(UnsafeBufferPointer(rebasing: $0[..<text.utf8.count]))
                #expect(reader[0].kind == kind)
            }
        }
    }

    @Test("elements and members are given in order, of any kind")
    func elements() throws {
        try readValue(json: #"[1, "b" ,{"c":[2]},[],null]"#) { array in
            var kinds: [JSONValue.Kind] = []
            FieldReader.forEachElement(of: array) { kinds.append($0.kind) }
            #expect(kinds == [.number, .string, .object, .array, .null])
            FieldReader.forEachMember(of: array) { _, _ in Issue.record("an array has none") }
        }
        try readValue(json: #"{ "x" : 1 , "\u0079":"z"}"#) { object in
            var members: [String] = []
            FieldReader.forEachMember(of: object) { name, value in
                members.append("\(name.string ?? "") \(value.text ?? "")")
            }
            #expect(members == ["x 1", "y z"])
            FieldReader.forEachElement(of: object) { _ in Issue.record("an object has none") }
        }
    }
}

@Suite("JSON inside strings")
struct UnwrappingTests {
    private func quoted(_ text: String) -> String {
        "\""
            + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n") + "\""
    }

    @Test("an object that is described may stand as a string that holds it")
    func object() throws {
        for text in [
            #"{"b":"c"}"#, #"{ "b" : "c" }"#, "\n{\"b\":\"c\"}\n", #"{"\u0062":"\u0063"}"#,
        ] {
            let line = #"{"a":\#(quoted(text))}"#
            #expect(try readValue(line, at: "a", "b") { $0.string } == "c")
        }
    }

    @Test("several levels of it are read")
    func levels() throws {
        let inner = quoted(#"{"c":7}"#)
        let outer = quoted(#"{"b":\#(inner)}"#)
        #expect(try readValue(#"{"a":\#(outer)}"#, at: "a", "b", "c") { $0.integer } == 7)
    }

    @Test(
        "a string that holds anything else is a string, and gives no field",
        arguments: [
            #"{"b":"c""#, #"{"b":"c"} x"#, #"{"b":"c"}}"#, #"{"b":"c",}"#, #"[{"b":"c"}]"#, "{",
            "text", #"x{"b":"c"}"#, #"{"b":"c"}{"b":"d"}"#,
        ])
    func otherText(text: String) throws {
        var tree = PathTree()
        tree.add("a", in: tree.root, slot: 0)
        tree.add("b", in: tree.child("a", in: tree.root), slot: 1)
        let line = ReadLine(bytes(#"{"a":\#(quoted(text))}"#), tree)
        try line.read()
        #expect(line[0].isString)
        #expect(line[0].string == text)
        #expect(!line[1].isGiven)
    }

    @Test("a string where no object is described stays one")
    func undescribed() throws {
        #expect(try readValue(#"{"a":"{\"b\":1}"}"#, at: "a") { $0.string } == #"{"b":1}"#)
    }

    @Test("broken text inside a string does not break the line")
    func brokenInside() throws {
        #expect(try readValue(#"{"a":"{\"b\":","c":5}"#, at: "c") { $0.integer } == 5)
    }
}
