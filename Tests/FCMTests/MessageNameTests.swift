import FCM
import NDJSON
import Testing

@Suite("The message name in FCM's answer")
struct MessageNameTests {
    /// Node's `messageId`, Python's `message_id` and Go's `MessageID` all hold the full name
    /// (firebase-admin-node, messaging-api-request-internal.ts).
    @Test(
        "every Admin SDK's spelling of the answer names the same message",
        arguments: [
            #""response":{"name":"projects/demo/messages/1795165200298771"}"#,
            #""response":{"name":"projects/123456789012/messages/1795165200298771"}"#,
            #""response":{"messageId":"projects/demo/messages/1795165200298771"}"#,
            #""response":{"message_id":"projects/demo/messages/1795165200298771"}"#,
            #""response":{"MessageID":"projects/demo/messages/1795165200298771"}"#,
            #""response":"projects/demo/messages/1795165200298771""#,
            #""response":"1795165200298771""#,
            #""response":{"name":1795165200298771}"#,
            #""result":{"name":"projects/demo/messages/1795165200298771"}"#,
            #""message_id":"1795165200298771""#,
            #""messageId":1795165200298771"#,
        ])
    func spellings(answer: String) throws {
        let send = try decodeSend(
            #"{"ts":"2026-11-20T09:00:00Z","message":{"token":"t"},\#(answer)}"#)
        #expect(send.outcome == .sent)
        #expect(send.key.messageID == "1795165200298771")
    }

    @Test("an error of null next to a name is none")
    func nullError() throws {
        let send = try decodeSend(
            """
            {"ts":"2026-11-20T09:00:00Z","message":{"token":"t"},"error":null,
             "response":{"name":"projects/demo/messages/1795165200298771"}}
            """)
        #expect(send.outcome == .sent)
    }

    /// In firebase-admin-node#464 one app got both shapes: before 2019 Apple sends had the
    /// shape that is Android's today. The log's own word for the platform is surer.
    @Test("an Apple send of the years with Android-shaped IDs keeps the platform that it names")
    func oldAppleIDs() throws {
        let send = try decodeSend(
            """
            {"ts":"2026-11-20T09:00:00Z","platform":"ios","message":{"token":"t"},
             "response":{"name":"projects/demo/messages/\(ID.android)"}}
            """)
        #expect(send.profile.explicitPlatform == .ios)
        #expect(send.key.platform == .android)
    }
}
