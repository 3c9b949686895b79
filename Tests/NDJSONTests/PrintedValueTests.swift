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
        ])
    func printed(text: String, wanted: String) {
        #expect(json(text) == wanted)
    }

    @Test(
        "need their brackets, commas and colons",
        arguments: [
            "{ a: 1", "{ a 1 }", "{ a: 1 b: 2 }", "[ 1 ]]"[...].dropLast(2) + ")", "{ a: 'b }",
            "{ a = 1; }", #"[AnyHashable("a"): 1]"#,
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
