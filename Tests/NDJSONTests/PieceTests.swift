import NDJSON
import TestSupport
import Testing

@Suite("Values over several lines")
struct PieceTests {
    /// Lines and values as they are given, with their first and last line.
    private func read(
        _ text: String, mayGoOn: Bool = false, from point: ResumePoint = .start
    ) throws -> (given: [String], points: [ResumePoint], open: Int64?) {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(text.utf8), to: "a.log")
        let reader = PieceReader(try LineReader(ByteSource(path: path), from: point))
        var given: [String] = []
        var points: [ResumePoint] = []
        while let line = reader.next(mayGoOn: mayGoOn) {
            let last = line.last.map { "-\($0)" } ?? ""
            given.append("\(line.number)\(last) \(String(decoding: line.bytes, as: UTF8.self))")
            points.append(reader.canRest ? reader.resumePoint() : .start)
        }
        return (given, points, reader.openValue)
    }

    @Test(
        "are one, alone or behind text",
        arguments: [
            ("{\n  \"a\": 1\n}\n", [#"1-3 {   "a": 1 }"#]),
            ("{\n}\n{\n\"a\": [\n1,\n2\n]}\nx\n", ["1-2 { }", #"3-7 { "a": [ 1, 2 ]}"#, "8 x"]),
            (
                "[\n  {\n    \"a\": 1\n  },\n  {}\n]\n",
                ["1 [", #"2-4   {   "a": 1 }"#, "5   {}", "6 ]"]
            ),
            ("sent {\n  a: 'b',\n\n}\nx", ["1-4 sent {   a: 'b', }", "5 x"]),
            ("r { a: [ 1,\n 2 ], b: [Error] } end\n", ["1-2 r { a: [ 1,  2 ], b: [Error] } end"]),
            (
                "{ a:\n   [ { b: 1 },\n  ... 3 more items ] }\n",
                ["1-3 { a:    [ { b: 1 },   ... 3 more items ] }"]
            ),
            ("{'a': u'b',\n 'c': None}\n", ["1-2 {'a': u'b',  'c': None}"]),
            (
                "t failed: AnError: b\n  at c (d.js:1:2)\n  at e (f.js:3:4) {\n  g: 1\n}\nx\n",
                [
                    "1-5 t failed: AnError: b\n  at c (d.js:1:2)\n  at e (f.js:3:4) {\n  g: 1\n}",
                    "6 x",
                ]
            ),
            ("{\n a: Error: b {\n c: 1 }\n}\n", ["1-4 {  a: Error: b {\n c: 1 }\n}"]),
            (
                "t| r {\nt|   e: Error: b\nt|       at c (d.js:1:2) {\nt|     g: 1\nt|   }\nt| }\n",
                ["1-6 t| r {   e: Error: b\n      at c (d.js:1:2) {\n    g: 1\n  }\n}"]
            ),
        ])
    func values(text: String, given: [String]) throws {
        #expect(try read(text).given == given)
    }

    /// Records of Docker's json-file with these texts; those of the error stream begin with `!`.
    private func docker(_ texts: [String]) -> [String] {
        texts.enumerated().map { index, text in
            let stream = text.hasPrefix("!") ? "stderr" : "stdout"
            let log = text.drop { $0 == "!" }.replacing("\"", with: "\\\"")
            return #"{"log":"\#(log)\n","stream":"\#(stream)","time":"\#(index + 1)"}"#
        }
    }

    typealias Value = (first: Int, last: Int, text: String)

    private static let dockerCases: [(texts: [String], values: [Value])] = [
        (["{", "  \"a\": 1", "}", "x"], [(1, 3, #"{   \"a\": 1 }"#), (4, 4, "x")]),
        (
            [#"\u001b[32msent\u001b[39m {"#, #"\ta: 'b\\n'"#, "}"],
            [(1, 3, #"\u001b[32msent\u001b[39m { \u0009a: 'b\\n' }"#)]
        ),
        (["a| {", "a|   b: 1", "a| }"], [(1, 3, "a| {   b: 1 }")]),
        (
            ["!Error: a", "!  at b (c.js:1:2) {", "!  d: 1", "!}", "{", "}"],
            [
                (1, 4, #"Error: a\u000a  at b (c.js:1:2) {\u000a  d: 1\u000a}"#),
                (5, 6, "{ }"),
            ]
        ),
        (["{", "!a", "}"], [(1, 1, "{"), (2, 2, "a"), (3, 3, "}")]),
        (["{", "a"], [(1, 1, "{"), (2, 2, "a")]),
        (["{}", "", "{"], [(1, 1, "{}"), (2, 2, ""), (3, 3, "{")]),
    ]

    @Test(
        "are one over several records of Docker's, with the time of the first",
        arguments: dockerCases)
    func dockerRecords(texts: [String], values: [Value]) throws {
        let records = docker(texts)
        let given = try read(records.joined(separator: "\n") + "\n").given
        let expected = values.map { value in
            guard value.first < value.last else {
                return "\(value.first) \(records[value.first - 1])"
            }
            let stream = texts[value.first - 1].hasPrefix("!") ? "stderr" : "stdout"
            return "\(value.first)-\(value.last) "
                + #"{"log":"\#(value.text)\n","stream":"\#(stream)","time":"\#(value.first)"}"#
        }
        #expect(given == expected)
    }

    @Test("are one however Docker's line ends are escaped")
    func dockerLineEnds() throws {
        let end = #"","stream":"stdout"}"#
        let lines = [#"{"log":"{\n"# + end, #"{"log":"}\u000a"# + end]
        let given = try read(lines.joined(separator: "\n") + "\n").given
        #expect(given == [#"1-2 {"log":"{ }\n"# + end])
    }

    @Test(
        "are no errors without properties",
        arguments: [
            "Error: a\n    at b (c.js:1:2)\nx\n", "Error: a\nx\n", "Error: a\n", "aError: b\n{}\n",
            "Error: a\n    at b (c.js:1:2)\n",
        ])
    func errorsAlone(text: String) throws {
        let lines = text.split(separator: "\n").enumerated().map { "\($0 + 1) \($1)" }
        #expect(try read(text).given == lines)
        #expect(try read(text, mayGoOn: true).given == lines)
    }

    @Test(
        "are prints of other languages, too",
        arguments: [
            (
                "u {\n  a =  {\n b = \"; }\";\n };\n l = (\n Ann,\n \"a b\"\n);\n}\nx\n",
                ["1-9", "10"]
            ),
            (
                "[AnyHashable(\"a\"): b c, AnyHashable(\"d\"): {\n e = f;\n}, "
                    + "AnyHashable(\"g\"): h]\nx\n",
                ["1-3", "4"]
            ),
            ("[\n AnyHashable(\"a\"): 0:1%2,\n AnyHashable(\"b\"): c\n]\n", ["1", "2", "3", "4"]),
            ("m: [\n AnyHashable(\"a\"): 0:1%2,\n AnyHashable(\"b\"): c\n]\n", ["1-4"]),
            ("{\n a=0:1%2,\n b.c=d\n}\n", ["1-4"]),
            (
                "array(1) {\n [\"a\"]=>\n array(1) {\n [0]=>\n string(1) \"b c\"\n }\n}\n",
                ["1-7"]
            ),
            (
                "Array\n(\n [a] => b c\n [d] => Array\n (\n [0] => e\n\n )\n\n)\n",
                ["1", "2-10"]
            ),
            (" #a: array:1 [\n \"b\" => array:1 [\n 0 => 403\n ]\n ]\n", ["1-5"]),
            ("p {\"a\"=>1,\n \"b\"=>{\"c\"=>2}}\n", ["1-2"]),
            ("%{\n  \"a\" => \"b c\",\n  \"d\" => 4\n}\n", ["1-4"]),
        ])
    func prints(text: String, lines: [String]) throws {
        #expect(try read(text).given.map { String($0.prefix { $0 != " " }) } == lines)
    }

    @Test(
        "take no line with them that belongs to no print",
        arguments: [
            "config {\nlevel=info msg=\"a\" n=1\n}\n", "loads {\nsent a b\n}\n",
            "loads {\n{\"a\":1}\n}\n", "f (\nx = 1;\n)\n", "u {\n a = \"b;\n}\n",
        ])
    func noPrints(text: String) throws {
        #expect(try read(text).given.count == 3)
    }

    @Test(
        "may stand behind what a logger puts before each line",
        arguments: [
            ("web_1  | r: {\nweb_1  |   \"a\": 1\nweb_1  | }\n", #"1-3 web_1  | r: {   "a": 1 }"#),
            ("10:00:01 x[7]: {\n10:00:02 x[7]: \"a\": 1 }\n", #"1-2 10:00:01 x[7]: { "a": 1 }"#),
        ])
    func prefixes(text: String, given: String) throws {
        #expect(try read(text).given == [given])
    }

    private static let sixteenKiB: String = String(repeating: "x", count: 16 * 1024)

    @Test(
        "are lines that a container runtime has cut",
        arguments: [
            (
                "2025-11-18T09:00:00.118034567Z stdout P {\"a\":\n"
                    + "2025-11-18T09:00:00.2+01:00 stdout P \"\n"
                    + "2025-11-18T09:00:00.3Z stdout F  b\"} \nx\n",
                ["1-3 2025-11-18T09:00:00.118034567Z stdout P {\"a\":\" b\"} ", "4 x"]
            ),
            (
                "{\"log\":\"\(sixteenKiB)\",\"stream\":\"stdout\",\"time\":\"1\"}\n"
                    + #"{"log":"y\"\n","stream":"stdout","time":"2"}"# + "\n",
                ["1-2 {\"log\":\"\(sixteenKiB)" + #"y\"\n","stream":"stdout","time":"2"}"#]
            ),
            (
                // The first part ends with a backslash and an n, and not with a line end.
                "{\"log\":\"\(sixteenKiB)" + #"\\n","stream":"stdout","time":"1"}"# + "\n"
                    + #"{"log":"y\n","stream":"stdout","time":"2"}"# + "\n",
                ["1-2 {\"log\":\"\(sixteenKiB)" + #"\\ny\n","stream":"stdout","time":"2"}"#]
            ),
            (
                "2025-11-18T09:00:00.118034567Z stdout P one\n"
                    + "2025-11-18T09:00:00.118034568Z stderr F b\n",
                [
                    "1 2025-11-18T09:00:00.118034567Z stdout P one",
                    "2 2025-11-18T09:00:00.118034568Z stderr F b",
                ]
            ),
        ])
    func parts(text: String, given: [String]) throws {
        #expect(try read(text).given == given)
    }

    @Test(
        "what cannot be one is lines, and the next may begin one",
        arguments: [
            "Starting {\n{\"a\":1}\n{\"b\":2}\n",
            "Starting {\nlistening on 80\n",
            "{\"a\": \"cut\n{\"b\":2}\n",
            "{\n\"a\": 1\n]\n",
            "x {\n\"a\":\n\n",
            "{\"a\":\n{\"b\":2}\n{\"c\":3}\n",
        ])
    func lines(text: String) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let numbered = lines.enumerated().map { "\($0 + 1) \($1)" }
        #expect(try read(text).given == numbered)
    }

    @Test("behind what was none, one may begin")
    func after() throws {
        #expect(try read("Starting {\nx {\n a: 1}\n").given == ["1 Starting {", "2-3 x {  a: 1}"])
    }

    @Test("what begins in the lines of one that was none is read, too")
    func inside() throws {
        #expect(try read("x [\ny {\n a: 1}\n").given == ["1 x [", "2-3 y {  a: 1}"])
        #expect(try read("x [\n{\na: 1}\nz\n").given == ["1 x [", "2-3 { a: 1}", "4 z"])
        let many = String(repeating: "1,\n", count: 50)
        let list = "{\"a\": [\n\(many)1]}\n"
        #expect(
            try read("x [\n\(list)\(list)").given.map { $0.prefix(5) } == [
                "1 x [", "2-53 ", "54-10",
            ])
    }

    @Test("are of any length that a batch has")
    func long() throws {
        let many = String(repeating: "1,\n", count: 3000)
        #expect(try read("x {\"a\": [\n\(many)1]}\n").given.count == 1)
        let endless = String(repeating: "1,\n", count: 100_000)
        #expect(try read("x {\"a\": [\n\(endless)1]}\n").given.count == 100_002)
    }

    @Test("with which a file ends that may go on, wait")
    func open() throws {
        let (given, _, open) = try read("a\n{\n\"b\": 1\n", mayGoOn: true)
        #expect(given == ["1 a"])
        #expect(open == 2)
        #expect(try read("a\n{\n\"b\": 1\n").given == ["1 a", "2 {", "3 \"b\": 1"])
    }

    @Test(
        "reading goes on from every place that can be stored",
        arguments: 1...60 as ClosedRange<UInt64>)
    func resumed(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let parts = [
            "{", "}", "[", "]", "{\"a\": 1}", "\"a\": 1,", "\"b\": {", "},", "1,", "2", "text",
            "text {", "'c':", "", "x [", "1,", "1,", "1,", "1,", "1,", "1,",
            "2025-11-18T09:00:00.118034Z stdout P part 1",
            "2025-11-18T09:00:00Z stdout F last part",
            "2025-11-18T09:00:00.118034Z stderr P x {",
        ]
        let text = (0..<150).map { _ in random.pick(parts) + "\n" }.joined()
        let whole = try read(text)
        for (number, point) in whole.points.enumerated() where point != .start {
            let rest = try read(text, from: point).given
            #expect(rest == Array(whole.given[(number + 1)...]), "\(text)")
        }
    }
}
