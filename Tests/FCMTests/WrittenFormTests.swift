import FCM
import NDJSON
import Testing

/// The same record in other JSON text.
@Suite("Ways to write a record")
struct WrittenFormTests {
    /// JSON text as a JSON string.
    private func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"" + escaped.replacing("\n", with: "\\n") + "\""
    }

    @Test("a request and a response may be logged as JSON inside a string")
    func bodiesAsText() throws {
        let request = #"{"message":\#(SpellingTests.snake)}"#
        let response = #"{"name":"projects/demo/messages/\#(ID.android)"}"#
        func record(_ request: String, _ response: String) throws -> DecodedSend {
            try decodeSend(
                """
                {"ts":"2026-11-20T09:00:00.120Z","request":\(request),"response":\(response)}
                """)
        }
        let plain = try sent(SpellingTests.snake)
        #expect(try record(quoted(request), quoted(response)) == plain)
        #expect(try record(quoted(request), response) == plain)
        #expect(try record(request, quoted(response)) == plain)
        #expect(try record(quoted(" " + request + "\n"), quoted(response + "\n")) == plain)
    }

    @Test("an error, a batch, a userInfo, a bundle and a payload may be text, too")
    func otherBodiesAsText() throws {
        let error = #"{"error":{"code":404,"status":"NOT_FOUND"}}"#
        #expect(try refusal(quoted(error)) == SendError(code: "NOT_FOUND", httpStatus: 404))
        let batch = try decodeBatch(
            """
            {"ts":1795165201,"tokens":["a"],
             "batch":\(quoted(#"{"responses":[{"messageId":"1795165200298771"}]}"#))}
            """)
        #expect(batch.sends.map(\.key.messageID) == [ID.apple])
        let events = [
            #""callback":"willPresent","#
                + #""user_info":\#(quoted(#"{"aps":{},"gcm.message_id":"1795165200298771"}"#))"#,
            #""event":"opened","bundle":\#(quoted(#"{"google.message_id":"1795165200298771"}"#))"#,
            #""event":"opened","payload":\#(quoted(#"{"messageId":"1795165200298771"}"#))"#,
        ]
        for event in events {
            let decoded = try decodeEvent(#"{"ts":1795165201,\#(event)}"#)
            #expect(decoded.key.messageID == ID.apple)
        }
    }

    @Test("nothing is taken from text that is not one whole JSON object")
    func brokenText() throws {
        for text in [
            #"{"message":{"topic":"news"}"#, #"{"message":{"topic":"news"}} x"#,
            #"{"message":{"topic":"news"},}"#,
        ] {
            let line = #"{"ts":1795165201,"request":\#(quoted(text)),"response":"#
            #expect(try decode(line + "{}}") == .foreign(.other))
            let send = try? decodeSend(line + #"{"name":"projects/p/messages/\#(ID.apple)"}}"#)
            #expect(send?.profile.target == .unknown)
        }
    }

    @Test("keys may be escaped")
    func escapedKeys() throws {
        let event = try decodeEvent(
            #"""
            {"\u0074s":"2026-11-20T09:00:01Z","callb\u0061ck":"willPresent",
             "user\u005finfo":{"gcm\u002Emessage_id":"1795165200298771"}}
            """#)
        #expect(event.kind == .foreground)
        #expect(event.key.messageID == ID.apple)
    }

    @Test("values may be escaped")
    func escapedValues() throws {
        let escaped = #"0:1795165200118034\u002531bd1c9631bd1c96"#
        #expect(try sent(#"{"token":"t"}"#, as: escaped).key == key(ID.android))
        #expect(try sent(#"{"token":"\u0074"}"#) == sent(#"{"token":"t"}"#))
    }

    @Test("of a key that stands twice the last one counts")
    func duplicateKeys() throws {
        let send = try decodeSend(
            """
            {"ts":"yesterday","ts":"2026-11-20T09:00:00.120Z",
             "message":{"token":"a","token":"t"},
             "response":{"name":"x","name":"projects/demo/messages/\(ID.android)"}}
            """)
        #expect(try send == sent(#"{"token":"t"}"#))
    }

    @Test("nothing is left of an object whose key stands again")
    func duplicateObjects() throws {
        let send = try decodeSend(
            """
            {"ts":"2026-11-20T09:00:00.120Z",
             "message":{"topic":"news","notification":{"title":"T"},
                        "fcm_options":{"analytics_label":"x"}},
             "message":{"token":"t"},
             "response":{"name":"projects/demo/messages/\(ID.android)"}}
            """)
        #expect(try send == sent(#"{"token":"t"}"#))
    }

    @Test("unknown fields of any form are passed over")
    func unknownFields() throws {
        let send = try decodeSend(
            """
            {"level":"info","deep":{"message":{"topic":"x"},"a":[[[{}]]]},"n":-1.5e+300,"z":null,
             "ts":"2026-11-20T09:00:00.120Z","message":{"token":"t","android":{"x":{}}},
             "response":{"name":"\(ID.android)","extra":[1,2]},"status":200}
            """)
        #expect(send.key.messageID == ID.android)
        #expect(send.profile.target == .token)
    }
}
