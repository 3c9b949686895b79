import NDJSON
import Testing

@Suite("Values of fields")
struct JSONValueTests {
    @Test(
        "a string's text has its escapes decoded",
        arguments: [
            (#""""#, ""), (#""abc""#, "abc"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
            (#""\u0041\u00fc\u20AC""#, "Aü€"), (#""\uD83D\uDE00""#, "😀"), (#""x\u0000y""#, "x\0y"),
            (#""\uD800""#, "\u{fffd}"), (#""\uD800x""#, "\u{fffd}x"),
            (#""\uD800\u0041""#, "\u{fffd}A"), (#""\uDE00\uD83D""#, "\u{fffd}\u{fffd}"),
            (#""\uD83D\uD83D\uDE00""#, "\u{fffd}😀"), (#""ü\u00fc""#, "üü"),
        ])
    func strings(json: String, text: String) throws {
        try readValue(json: json) { value in
            #expect(value.string == (text.isEmpty ? nil : text))
            #expect(value.text == (text.isEmpty ? nil : text))
            #expect(value.isGiven == !text.isEmpty)
        }
    }

    @Test(
        "whole numbers are read from numbers and from text",
        arguments: [
            ("0", 0), ("-0", 0), ("7", 7), (#""7""#, 7), (#""007""#, 7), ("-12", -12),
            ("9007199254740993", 9_007_199_254_740_993), ("9223372036854775807", .max),
            (#""-9223372036854775807""#, -.max), (#""\u0037""#, 7),
            ("9223372036854775808", nil), ("99999999999999999999", nil), ("1.0", nil),
            ("1e3", nil), (#""""#, nil), (#""-""#, nil), (#""+7""#, nil), (#"" 7""#, nil),
            (#""7 ""#, nil), (#""0x7""#, nil), ("true", nil), ("null", nil), ("[7]", nil),
        ] as [(String, Int64?)])
    func integers(json: String, number: Int64?) throws {
        #expect(try readValue(json: json) { $0.integer } == number)
    }

    @Test(
        "yes is true, 1 and their text",
        arguments: ["true", "1", #""1""#, #""true""#, #""\u0031""#])
    func yes(json: String) throws {
        #expect(try readValue(json: json) { $0.isTrue })
    }

    @Test(
        "nothing else is yes",
        arguments: ["false", "0", "null", "10", "1.0", #""yes""#, #""""#, "[1]", "{}"])
    func no(json: String) throws {
        #expect(try readValue(json: json) { !$0.isTrue })
    }

    @Test(
        "null and empty text are absent; what is given may be empty",
        arguments: [
            ("{}", false, false), (#"{"a":null}"#, false, false), (#"{"a":""}"#, false, false),
            (#"{"a":"x"}"#, true, true), (#"{"a":{}}"#, true, false),
            (#"{"a":[ ]}"#, true, false), (#"{"a":{"b":1}}"#, true, true),
            (#"{"a":{"b":null}}"#, true, false), (#"{"a":{"\"b" : "" , "c":null }}"#, true, false),
            (#"{"a":{"b":"","c":false}}"#, true, true), (#"{"a":{"b":{}}}"#, true, true),
            (#"{"a":[0]}"#, true, true), (#"{"a":[null]}"#, true, true),
            (#"{"a":false}"#, true, false), (#"{"a":0}"#, true, false),
        ])
    func presence(text: String, isGiven: Bool, isNonEmpty: Bool) throws {
        try readValue(text, at: "a") { value in
            #expect(value.isGiven == isGiven)
            #expect(value.isNonEmpty == isNonEmpty)
        }
    }
}
