import NDJSON
import TestSupport
import Testing

@Suite("Values as Node and Python print them")
struct PrintedValueTests {
    private func json(_ text: String) -> String? {
        let bytes = Array(text.utf8) + Array(repeating: 0, count: FieldReader.padding)
        return bytes.withUnsafeBufferPointer { buffer in
            PrintedValue.json(at: 0, of: UnsafeBufferPointer(rebasing: buffer[..<text.utf8.count]))
                .map { String(decoding: $0.bytes, as: UTF8.self) }
        }
    }

    @Test(
        "become JSON",
        arguments: [
            ("{ a: 1 }", #"{ "a": 1 }"#),
            ("{ 'a-b': 'c' }", #"{ "a-b": "c" }"#),
            (#"{ a: 'it\'s "b"' }"#, #"{ "a": "it's \"b\"" }"#),
            (#"{a: "it's"}"#, #"{"a": "it's"}"#),
            (#"{ a: `b\x1bc` }"#, #"{ "a": "b\u001bc" }"#),
            ("{'a': None, 'b': True, 'c': False}", #"{"a": null, "b": true, "c": false}"#),
            ("{ a: undefined, b: NaN, c: null }", #"{ "a": null, "b": null, "c": null }"#),
            ("{u'a': u'b', 'c': b'd'}", #"{"a": "b", "c": "d"}"#),
            ("[ (1, 2), [Error], -1.5e3 ]", #"[ [1, 2], ["Error"], -1.5e3 ]"#),
            ("[ { a: 1 }, ... 3 more items ]", #"[ { "a": 1 }]"#),
            (
                "{ at: 2025-11-18T09:00:00.000Z, 1: 2 }",
                #"{ "at": "2025-11-18T09:00:00.000Z", "1": 2 }"#
            ),
            ("{}", "{}"),
            ("{\n  a: 'b\\n' +\n    'c',\n}", "{\n  \"a\": \"b\\nc\"}"),
            ("{ a: Message { b: 1 }, c: Some [ 2 ] }", #"{ "a":  { "b": 1 }, "c":  [ 2 ] }"#),
            ("{ a: [Object: null prototype] { b: 1 } }", #"{ "a":  { "b": 1 } }"#),
            (#"{ "a": Object { "b": [ 1, ], }, }"#, #"{ "a":  { "b": [ 1]}}"#),
            ("{ f: [Function: send], [cause]: 1 }", #"{ "f": "Function: send", "cause": 1 }"#),
            ("[ [Error: no (such) \"a\"] ]", #"[ "Error: no (such) \"a\"" ]"#),
            (
                "[ [Error: a, b] { code: 1 }, 2 ]",
                #"[ {"message":"Error: a, b", "code": 1 }, 2 ]"#
            ),
        ])
    func printed(text: String, wanted: String) {
        #expect(json(text) == wanted)
    }

    @Test(
        "hold errors with their stack and properties",
        arguments: [
            (
                "{\n e: MyError: it's, so\n at f [as g] (/a.js:1:2)\n at h (b.js:3:4) {\n"
                    + "  code: 'x'\n }\n}",
                "{\n \"e\": {\"message\":\"MyError: it's, so\"\n \n ,\n  \"code\": \"x\"\n }\n}"
            ),
            (
                "[ TypeError [ERR_A]: b\n at c (d.js:1:2),\n 3 ]",
                "[ \"TypeError [ERR_A]: b\"\n ,\n 3 ]"
            ),
            ("{ e: Error: a\n at b (c:1:2)\n}", "{ \"e\": \"Error: a\"\n \n}"),
            ("{ e: Error: a {\n b: 1 } }", "{ \"e\": {\"message\":\"Error: a\",\n \"b\": 1 } }"),
        ])
    func errors(text: String, wanted: String) {
        #expect(json(text) == wanted)
    }

    @Test(
        "need their brackets, commas and colons",
        arguments: [
            "{ a: 1", "{ a 1 }", "{ a: 1 b: 2 }", "[ 1 ]]"[...].dropLast(2) + ")", "{ a: 'b }",
            "{ a = 1; }", #"[AnyHashable("a"): 1]"#, "{ a: Error: b }", "{ a: b Error: c\n }",
            "{ a: Foo: b }", "{ a: Error: b\n c: 1 }",
        ].map { String($0) })
    func none(text: String) {
        #expect(json(text) == nil)
    }

    @Test(
        "what begins as JSON does is JSON or damaged",
        arguments: [
            #"{"a": 1}"#, #"{"a": [1;2]}"#, #"[{"a": nul}]"#, #"{ "a": 'b' }"#, #"["a", b]"#,
        ])
    func damaged(text: String) {
        #expect(json(text) == nil)
    }
}
