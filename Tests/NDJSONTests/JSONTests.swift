import NDJSON
import Testing

/// RFC 8259, strictly.
@Suite("JSON on a line")
struct JSONTests {
    static let valid = [
        "{}", " { } ", "\t{\r\n}\r", #"{"":""}"#, #"{"a":1,"a":2}"#,
        #"{"a":0}"#, #"{"a":-0}"#, #"{"a":10}"#, #"{"a":0.0}"#, #"{"a":-1.5e+10}"#,
        #"{"a":1E400}"#, #"{"a":0e0}"#, #"{"a":123456789012345678901234567890}"#,
        #"{"a":true,"b":false,"c":null}"#, #"{"a":[]}"#, #"{"a":[ ]}"#, #"{"a":[1,"b",{},[[]]]}"#,
        #"{"a":"\"\\\/\b\f\n\r\t\u0041\uD83D\uDE00"}"#, #"{"a":"\u0000"}"#,
        #"{"a":"\uD800"}"#, #"{"a":"\uDC00\uD800"}"#, "{\"a\":\"\u{7f}\"}",
        "{\"a\":\"\u{2028}\u{2029}\u{feff}\u{fffe}\u{10ffff}\"}", #"{"\u0061":1}"#,
        #"{"sixteen bytes  ":"exactly sixteen!"}"#, #"{"a" : 1 , "b" : [ 1 , 2 ] }"#,
    ]

    @Test("a valid object is read", arguments: valid)
    func accepted(text: String) {
        #expect(throws: Never.self) { try ReadLine(bytes(text), PathTree()).read() }
    }

    typealias Problem = JSONError.Problem
    static let invalid: [(String, Problem)] = [
        ("▲", .expectedValue), ("   ▲", .expectedValue), ("▲x", .expectedValue),
        ("▲[1]", .expectedObject), ("▲[] ", .expectedObject), (" ▲12", .expectedObject),
        (#"▲"a" "#, .expectedObject), ("▲true", .expectedObject), ("▲null", .expectedObject),
        ("[1▲", .expectedCommaOrEnd), ("[1]▲]", .expectedEndOfLine), ("▲nul", .expectedValue),
        ("{▲", .expectedKey), ("{▲a:1}", .expectedKey), ("{▲'a':1}", .expectedKey),
        ("{▲1:1}", .expectedKey), ("{▲,}", .expectedKey), ("{▲/**/}", .expectedKey),
        (#"{"a":1,▲}"#, .expectedKey), (#"{"a":1,▲,"b":1}"#, .expectedKey),
        (#"{"a"▲}"#, .expectedColon), (#"{"a" ▲1}"#, .expectedColon), (#"{"a"▲"#, .expectedColon),
        (#"{"a":▲}"#, .expectedValue), (#"{"a":▲"#, .expectedValue), (#"{"a":▲,}"#, .expectedValue),
        (#"{"a":▲:1}"#, .expectedValue), (#"{"a":[▲,1]}"#, .expectedValue),
        (#"{"a":[1,▲]}"#, .expectedValue), (#"{"a":[▲}"#, .expectedValue),
        (#"{"a":[1▲}"#, .expectedCommaOrEnd), (#"{"a":[1 ▲2]}"#, .expectedCommaOrEnd),
        (#"{"a":1▲"#, .expectedCommaOrEnd), (#"{"a":1▲;"b":2}"#, .expectedCommaOrEnd),
        (#"{"a":{}▲]"#, .expectedCommaOrEnd), (#"{"a":1▲"b":2}"#, .expectedCommaOrEnd),
        (#"{"a":1}▲x"#, .expectedEndOfLine), (#"{"a":1} ▲{}"#, .expectedEndOfLine),
        (#"{"a":1}▲,"#, .expectedEndOfLine), ("{}▲\0", .expectedEndOfLine),
        (#"{"a":▲True}"#, .expectedValue), (#"{"a":▲tru}"#, .expectedValue),
        (#"{"a":▲nan}"#, .expectedValue), (#"{"a":▲NaN}"#, .expectedValue),
        (#"{"a":▲undefined}"#, .expectedValue), (#"{"a":▲'b'}"#, .expectedValue),
        (#"{"a":true▲d}"#, .expectedCommaOrEnd),
        (#"{"a":▲+1}"#, .expectedValue), (#"{"a":▲.5}"#, .expectedValue),
        (#"{"a":-▲}"#, .badNumber), (#"{"a":-▲Infinity}"#, .badNumber),
        (#"{"a":-▲-1}"#, .badNumber),
        (#"{"a":1.▲}"#, .badNumber), (#"{"a":1.▲e5}"#, .badNumber), (#"{"a":1e▲}"#, .badNumber),
        (#"{"a":1e+▲}"#, .badNumber), (#"{"a":1e-▲x}"#, .badNumber),
        (#"{"a":0▲1}"#, .expectedCommaOrEnd), (#"{"a":-0▲1}"#, .expectedCommaOrEnd),
        (#"{"a":0▲x1F}"#, .expectedCommaOrEnd), (#"{"a":1▲_000}"#, .expectedCommaOrEnd),
        (#"{"a":1.5▲.5}"#, .expectedCommaOrEnd), (#"{"a":1e5▲.5}"#, .expectedCommaOrEnd),
        (#"{"a":▲１}"#, .expectedValue),
        (#"{"a":"b▲"#, .unendedString), (#"{"▲"#, .unendedString), (#"{"a":"\▲"#, .unendedString),
        (#"{"a":"\"}▲"#, .unendedString), (#"{"a":"a string of sixteen and more▲"#, .unendedString),
        (#"{"a":"▲\x41"}"#, .badEscape), (#"{"a":"▲\'"}"#, .badEscape),
        (#"{"a":"▲\u12"}"#, .badEscape),
        (#"{"a":"▲\u12G4"}"#, .badEscape), (#"{"a":"b▲\U0041"}"#, .badEscape),
        (#"{"a▲\0":1}"#, .badEscape),
        (#"{"a":"▲\u12"#, .badEscape),
        ("{\"a\":\"b▲\tc\"}", .controlCharacterInString),
        ("{\"a\":\"▲\0\"}", .controlCharacterInString),
        ("{\"a\":\"▲\u{1f}\"}", .controlCharacterInString),
        ("{\"▲\n\":1}", .controlCharacterInString),
        ("▲\u{feff}{}", .expectedValue), ("{▲\u{a0}}", .expectedKey),
        ("{}▲\u{c}", .expectedEndOfLine),
    ]

    @Test("an invalid line reports the expected token and its place", arguments: invalid)
    func refused(marked: String, problem: Problem) throws {
        let mark = try #require(marked.firstIndex(of: "▲"))
        let byte = marked[..<mark].utf8.count + 1
        let line = bytes(marked.replacing("▲", with: ""))
        let error = #expect(throws: JSONError.self) { try ReadLine(line, PathTree()).read() }
        #expect(error == JSONError(problem, byte: byte))
    }

    @Test("what stands behind a line is no part of it")
    func behindTheLine() {
        for (line, behind) in [
            (#"{"a":"b"#, #""}"#), (#"{"a":tru"#, "e}"), (#"{"a":1"#, "}"), (#"{"a":"\"#, #"n"}"#),
            (#"{"a":"\u00"#, #"41"}"#), ("{", "}"), ("", "{}"),
        ] {
            #expect(throws: JSONError.self) {
                try ReadLine(bytes(line), PathTree(), behind: bytes(behind)).read()
            }
        }
        let lead = ReadLine(bytes(#"{"a":"ü"#).dropLast(), PathTree(), behind: [0xbc, 0x22, 0x7d])
        #expect(throws: JSONError(.badUTF8, byte: 7)) { try lead.read() }
    }

    @Test("every beginning of a line is invalid")
    func beginnings() {
        let line = bytes(
            #"{"a":[-1.5e+3,"ü\n\u00fc",{"b":true}],"c":null,"long":"0123456789abcdefg"}"#)
        #expect(throws: Never.self) { try ReadLine(line, PathTree()).read() }
        for count in 0..<line.count {
            let error = #expect(throws: JSONError.self) {
                try ReadLine(Array(line.prefix(count)), PathTree()).read()
            }
            #expect((1...(count + 1)).contains(error?.byte ?? 0))
        }
    }

    @Test("objects and arrays may be nested 256 deep and no deeper")
    func nesting() {
        func objects(_ depth: Int) -> [UInt8] {
            bytes(
                String(repeating: #"{"a":"#, count: depth - 1) + "{"
                    + String(repeating: "}", count: depth))
        }
        func arrays(_ depth: Int) -> [UInt8] {
            bytes(
                #"{"a":"# + String(repeating: "[", count: depth - 1)
                    + String(repeating: "]", count: depth - 1) + "}")
        }
        #expect(throws: Never.self) { try ReadLine(objects(256), PathTree()).read() }
        #expect(throws: Never.self) { try ReadLine(arrays(256), PathTree()).read() }
        #expect(throws: JSONError(.nestedTooDeep, byte: 256 * 5 + 2)) {
            try ReadLine(objects(257), PathTree()).read()
        }
        #expect(throws: JSONError(.nestedTooDeep, byte: 5 + 256 + 1)) {
            try ReadLine(arrays(257), PathTree()).read()
        }
        #expect(throws: JSONError.self) { try ReadLine(arrays(100_000), PathTree()).read() }
    }
}
