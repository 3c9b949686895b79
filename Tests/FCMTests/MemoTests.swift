import FCM
import NDJSON
import Testing

@Suite("Values made once for many records")
struct MemoTests {
    private func key(_ texts: String?...) -> MemoKey {
        var key = MemoKey()
        for text in texts { key.append(text) }
        return key
    }

    @Test("the same bytes give the same value, made once")
    func once() {
        var memo = Memo<String>()
        var made = 0
        func make(_ text: String) -> String {
            made += 1
            return text
        }
        #expect(memo.number(key("a")) { make("A") } == 1)
        #expect(memo.number(key("a")) { make("B") } == 1)
        #expect(made == 1)
        #expect(memo.number(key("b")) { make("C") } == 2)
        #expect(memo.takeFresh() == ["A", "C"])
        #expect(memo.takeFresh() == [])
        #expect(memo.number(key("a")) { make("D") } == 1)
        #expect(memo.number(key("c")) { make("E") } == 3)
        #expect(memo.takeFresh() == ["E"])
    }

    @Test("keys differ by the ends of their parts, and by missing parts")
    func parts() {
        var memo = Memo<Int>()
        let keys = [
            key("ab", "c"), key("a", "bc"), key("abc"), key("abc", nil), key("abc", ""),
            key(nil, "abc"), key(), key(nil), key(""),
        ]
        for (index, key) in keys.enumerated() {
            #expect(memo.number(key) { index } == Int32(index + 1))
        }
    }

    @Test("beyond its limit a memo forgets, and numbers go on growing")
    func forgetting() {
        var memo = Memo<Int>(limit: 4)
        let numbers = (0..<11).map { number in memo.number(key("\(number)")) { number } }
        #expect(numbers == Array(1...11))
        #expect(memo.takeFresh() == Array(0..<11))
        #expect(memo.number(key("10")) { -1 } == 11)
        #expect(memo.number(key("0")) { -1 } == 12)
        #expect(memo.number(key("0")) { -2 } == 12)
        #expect(memo.takeFresh() == [-1])
    }

    @Test("records are plain values")
    func plainRecords() {
        #expect(_isPOD(Record.self))
        #expect(MemoryLayout<Record>.stride <= 56)
    }
}

@Suite("Words by their bytes")
struct WordTableTests {
    static let table = WordTable<Int>([(1, ["ios", "apple"]), (2, ["", "didReceiveResponse"])])

    @Test(
        "a word is found as it is written",
        arguments: [
            ("ios", 1), ("apple", 1), ("didReceiveResponse", 2), ("", 2), ("iOS", nil),
            ("io", nil), ("ioss", nil), ("didReceiveResponsf", nil), ("didReceiveRespons", nil),
        ] as [(String, Int?)])
    func words(word: String, value: Int?) throws {
        #expect(Self.table.value(of: word) == value)
        guard !word.isEmpty else { return }
        #expect(try readValue(json: "\"\(word)\"") { Self.table.value(of: $0) } == value)
    }

    @Test("case may not matter, nor do escapes")
    func anyCase() throws {
        func value(_ json: String) throws -> Int? {
            try readValue(json: json) { Self.table.value(ofAnyCase: $0) }
        }
        #expect(try value(#""iOS""#) == 1)
        #expect(try value(#""APPLE""#) == 1)
        #expect(try value(#""\u0069\u004fs""#) == 1)
        #expect(try value("1") == nil)
        #expect(try value("null") == nil)
    }
}

/// A JSON value that stands alone in a line.
private func readValue<Result>(
    json: String, body: (JSONValue) throws -> Result
) throws -> Result {
    var tree = PathTree()
    tree.add("a", in: tree.root, slot: 0)
    let reader = FieldReader(tree)
    let line = Array(#"{"a":\#(json)}"#.utf8)
    let padded = line + Array(repeating: 0, count: FieldReader.padding)
    return try padded.withUnsafeBufferPointer { buffer in
        try reader.read(UnsafeBufferPointer(rebasing: buffer[..<line.count]))
        return try body(reader[0])
    }
}
