import FCM
import Foundation
import NDJSON
import Testing

@Suite("Targets of a send")
struct TargetTests {
    @Test(
        "a request has one of four targets",
        arguments: [
            (#"{"token":"tokA"}"#, TargetKind.token, nil),
            (#"{"fid":"f7Wfr_yqG00Gt6B9O7qI13"}"#, .fid, nil),
            (#"{"topic":"news"}"#, .topic, "news"),
            (
                #"{"condition":"'a' in topics && !('b' in topics)"}"#, .condition,
                "'a' in topics && !('b' in topics)"
            ),
            (#"{"notification":{"title":"T"}}"#, .unknown, nil),
        ])
    func kinds(message: String, kind: TargetKind, topic: String?) throws {
        let send = try sent(message)
        #expect(send.profile.target == kind)
        #expect(send.profile.topic == topic)
        #expect(send.profile.target.isFanOut == (kind == .topic || kind == .condition))
    }

    @Test("of a token or installation ID only a keyed hash is kept")
    func hashes() throws {
        #expect(try sent(#"{"token":"tokA"}"#).targetHash == targetHash("tokA"))
        #expect(try sent(#"{"fid":"tokA"}"#).targetHash == targetHash("tokA"))
        #expect(try sent(#"{"topic":"news"}"#).targetHash == 0)
    }

    @Test(
        "the target may be next to the message",
        arguments: [
            #""token":"tokA","message":{"notification":{"title":"T"}}"#,
            #""request":{"token":"tokA","message":{"notification":{"title":"T"}}}"#,
            #""request":{"token":"tokA","notification":{"title":"T"}}"#,
            #""request":{"message":{"token":"tokA","notification":{"title":"T"}}}"#,
            #""message":{"token":"tokA","notification":{"title":"T"}}"#,
        ])
    func places(request: String) throws {
        let send = try decodeSend(
            """
            {"ts":"2026-11-20T09:00:00Z",\(request),"response":{"name":"\(ID.android)"}}
            """)
        #expect(send.profile.target == .token)
        #expect(send.targetHash == targetHash("tokA"))
        #expect(send.profile.displays.android == .shown)
    }

    /// Admin SDKs strip `/topics/` before the wire, but a log may be older than that.
    @Test("a topic has no /topics/ before its name")
    func topicPrefix() throws {
        #expect(try sent(#"{"topic":"/topics/news"}"#).profile.topic == "news")
    }

    @Test("a topic send's ID is a number without a platform, and no device's ID")
    func topicID() throws {
        let send = try sent(#"{"topic":"news"}"#, as: ID.topic)
        #expect(send.messageID == ID.topic)
        #expect(send.key.platform == nil)
    }

    @Test(
        "where the log holds no request, the ID shows that it was for a topic",
        arguments: [
            (#"{"ts":1795165200,"topic":"news","messageId":"$"}"#, "news"),
            (#"{"ts":1795165200,"topic":"/topics/news","response":{"name":"$"}}"#, "news"),
            (#"{"ts":1795165200,"messageId":"$","sentData":{"topic":"news"}}"#, nil),
            ("2026-11-20 09:00:00 Successfully sent message to topic news: $", nil),
        ])
    func toldByID(line: String, topic: String?) throws {
        for id in [ID.topic, "757376859954639368", "75737685995463936"] {
            let name = "projects/p/messages/\(id)"
            let send = try decodeSend(line.replacingOccurrences(of: "$", with: name))
            #expect(send.profile.target == .topic && send.profile.topic == topic)
            #expect(send.messageID == id)
        }
        for id in [ID.apple, ID.android] {
            let name = "projects/p/messages/\(id)"
            let send = try decodeSend(line.replacingOccurrences(of: "$", with: name))
            #expect(send.profile.target == .unknown && send.profile.topic == nil)
        }
    }

    @Test("a token in the log is the target, whatever the ID")
    func tokenFirst() throws {
        #expect(try sent(#"{"token":"tokA"}"#, as: ID.topic).profile.target == .token)
    }

    @Test("a refused send to the topic beside its notification is one to it, others name a queue")
    func refusedFlat() throws {
        let error = #""error":{"code":"messaging/message-rate-exceeded","message":"T"}"#
        let flat = #"{"ts":1795165200,"topic":"news","notification":{"title":"T"},\#(error)}"#
        let send = try decodeSend(flat)
        #expect(send.profile.target == .topic && send.profile.topic == "news")
        let queue = try decodeSend(#"{"ts":1795165200,"topic":"pushes","level":"error",\#(error)}"#)
        #expect(queue.profile.target == .unknown)
    }
}

@Suite("Validate-only requests")
struct ValidationTests {
    private func validated(_ request: String) throws -> DecodedSend {
        try decodeSend(
            """
            {"ts":"2026-11-20T09:00:03Z","request":\(request),
             "response":{"name":"projects/demo/messages/fake_message_id"}}
            """)
    }

    @Test(
        "the made-up ID of a validated request is no message's",
        arguments: [
            #"{"validate_only":true,"message":{"token":"tokA"}}"#,
            #"{"validateOnly":true,"message":{"token":"tokA"}}"#,
            #"{"dryRun":true,"message":{"token":"tokA"}}"#,
            #"{"message":{"token":"tokA"}}"#,
        ])
    func madeUpID(request: String) throws {
        let send = try validated(request)
        #expect(send.outcome == .validated(nil))
        #expect(send.key.shape == .content)
    }

    @Test("two validated requests of one moment are two, a repeated line is one")
    func identity() throws {
        let one = try validated(#"{"validate_only":true,"message":{"token":"tokA"}}"#)
        let two = try validated(#"{"validate_only":true,"message":{"token":"tokB"}}"#)
        let again = try validated(#"{"message":{"token":"tokA"},"validate_only":true}"#)
        #expect(one.key != two.key)
        #expect(one == again)
    }

    @Test("a validated request may be refused, and is still no send")
    func refused() throws {
        let send = try decodeSend(
            """
            {"ts":"2026-11-20T09:00:03Z","request":{"validate_only":true,
             "message":{"token":"tokA"}},"error":{"code":400,"status":"INVALID_ARGUMENT"}}
            """)
        #expect(send.outcome == .validated(SendError(code: "INVALID_ARGUMENT", httpStatus: 400)))
    }
}
