import FCM
import NDJSON
import Testing

/// Results of `sendEach` and `sendEachForMulticast`: elements hold no token of their own
/// (firebase-admin-dotnet#364, firebase-admin-python#640).
@Suite("Multicast batches")
struct BatchTests {
    static let error = #"{"code":"messaging/registration-token-not-registered","message":"m"}"#
    static let name = "projects/demo/messages/\(ID.android)"

    private func batch(
        _ outcome: String, targets: String = #""tokens":["tokA","tokDead"]"#,
        message: String = #"{"notification":{"title":"T"}}"#
    ) throws -> (identity: MessageKey, sends: [DecodedSend]) {
        try decodeBatch(
            #"{"ts":"2026-11-20T09:00:04Z",\#(targets),"message":\#(message),\#(outcome)}"#)
    }

    static let responses = """
        [{"success":true,"messageId":"\(name)"},{"success":false,"error":\(error)}]
        """

    @Test("element i belongs to target i")
    func attribution() throws {
        let batch = try batch(#""batch":{"responses":\#(BatchTests.responses)}"#)
        #expect(batch.sends.count == 2)
        #expect(batch.sends[0].outcome == .sent)
        #expect(batch.sends[0].key.messageID == ID.android)
        #expect(batch.sends[0].targetHash == targetHash("tokA"))
        #expect(batch.sends[1].outcome == .failed(SendError(code: "UNREGISTERED")))
        #expect(batch.sends[1].key.shape == .content)
        #expect(batch.sends[1].targetHash == targetHash("tokDead"))
        #expect(batch.sends.allSatisfy { $0.profile.displays.android == .shown })
        #expect(batch.identity.shape == .content)
    }

    @Test("tokens come before installation IDs, whichever is written first")
    func tokensFirst() throws {
        let batch = try batch(
            #""batch":{"responses":\#(BatchTests.responses)}"#,
            targets: #""fids":["f1"],"tokens":["t1"]"#)
        #expect(batch.sends.map(\.profile.target) == [.token, .fid])
        #expect(batch.sends.map(\.targetHash) == [targetHash("t1"), targetHash("f1")])
    }

    @Test(
        "the result may stand in several places, and the targets in the message",
        arguments: [
            #""tokens":["tokA","tokDead"],"message":{},"batch":{"responses":▲}"#,
            #""tokens":["tokA","tokDead"],"message":{},"response":{"responses":▲}"#,
            #""tokens":["tokA","tokDead"],"message":{},"result":{"Responses":▲}"#,
            #""tokens":["tokA","tokDead"],"message":{},"responses":▲"#,
            #""message":{"tokens":["tokA","tokDead"]},"batch":{"responses":▲,"failureCount":1}"#,
            #""request":{"message":{"tokens":["tokA","tokDead"]}},"batch":{"responses":▲}"#,
        ])
    func places(text: String) throws {
        let line = #"{"ts":"2026-11-20T09:00:04Z","# + text + "}"
        let batch = try decodeBatch(line.replacing("▲", with: BatchTests.responses))
        #expect(batch.sends.map(\.targetHash) == [targetHash("tokA"), targetHash("tokDead")])
        #expect(batch.sends[0].key.messageID == ID.android)
    }

    @Test(
        "every Admin SDK's elements are read",
        arguments: [
            #"[{"success":true,"messageId":"▲"},{"success":false,"error":\#(error)}]"#,
            #"[{"success":true,"message_id":"▲"},{"success":false,"exception":"UNREGISTERED"}]"#,
            #"[{"Success":true,"MessageID":"▲"},{"Success":false,"Error":"UNREGISTERED"}]"#,
            #"[{"name":"▲"},{"error":{"code":404,"details":[{"errorCode":"UNREGISTERED"}]}}]"#,
            #"[{"messageId":"▲","error":null},{"messageId":"","error":\#(error)}]"#,
        ])
    func elements(responses: String) throws {
        let responses = responses.replacing("▲", with: BatchTests.name)
        let batch = try batch(#""batch":{"responses":\#(responses)}"#)
        #expect(batch.sends[0].outcome == .sent)
        guard case .failed(let error) = batch.sends[1].outcome else { throw UnexpectedRecord() }
        #expect(error.code == "UNREGISTERED")
    }

    @Test("without targets each failed element is still a send of its own")
    func withoutTargets() throws {
        let failures = Array(
            repeating: #"{"success":false,"error":\#(BatchTests.error)}"#, count: 3)
        let responses = "[\(failures.joined(separator: ","))]"
        let batch = try decodeBatch(
            """
            {"ts":"2026-11-20T09:00:04Z","message":{"data":{"k":"v"}},
             "batch":{"responses":\(responses)}}
            """)
        #expect(Set(batch.sends.map(\.key)).count == 3)
        #expect(batch.sends.allSatisfy { $0.targetHash == 0 && $0.profile.target == .unknown })
    }

    @Test("a batch has an identity: the same for the same content, another for another")
    func identity() throws {
        let outcome = #""batch":{"responses":\#(BatchTests.responses)}"#
        let same = #""batch":{"failureCount":1, "responses": \#(BatchTests.responses)}"#
        let one = try batch(outcome).identity
        #expect(try batch(same).identity == one)
        #expect(try batch(outcome, targets: #""tokens":["tokA","other"]"#).identity != one)
        #expect(try batch(outcome, message: #"{"data":{"k":"v"}}"#).identity != one)
    }

    static let messages = """
        [{"token":"tokA","notification":{"title":"T","image":"https://a.example/i.png"},
          "fcmOptions":{"analyticsLabel":"news"}},
         {"topic":"sport","data":{"k":"v"},"fcmOptions":{"analyticsLabel":"games"}}]
        """

    @Test(
        "messages of a list have their own targets, images and labels",
        arguments: [
            #""messages":▲,"response":{"responses":▼}"#, #""responses":▼,"messages":▲"#,
            #""request":{"messages":▲},"batch":{"responses":▼}"#,
        ])
    func messages(text: String) throws {
        let text = text.replacing("▲", with: BatchTests.messages)
            .replacing("▼", with: BatchTests.responses)
        let sends = try decodeBatch(
            #"{"ts":"2026-11-20T09:00:04Z","campaign":"all","# + text + "}"
        ).sends
        #expect(sends.map(\.profile.target) == [.token, .topic])
        #expect(sends.map(\.targetHash) == [targetHash("tokA"), 0])
        #expect(sends.map(\.profile.images.android) == [.ok, .noImage])
        #expect(sends.map(\.profile.labels.unknown) == ["news", "games"])
        #expect(sends[1].profile.topic == "sport")
        #expect(sends.allSatisfy { $0.profile.campaign == "all" })
        #expect(sends[1].outcome == .failed(SendError(code: "UNREGISTERED")))
    }

    @Test("a list of other messages is none for FCM")
    func otherMessages() throws {
        let chat = """
            {"ts":"2026-11-20T09:00:04Z","messages":[{"role":"user","content":"Hi"}],
             "responses":[{"success":false,"error":"E"}]}
            """
        #expect(try decode(chat) == .foreign(.other))
    }

    @Test("a dry run's elements are validated, not sent")
    func dryRun() throws {
        let fake = #"{"success":true,"messageId":"projects/demo/messages/fake_message_id"}"#
        let batch = try batch(#""batch":{"responses":[\#(fake),\#(fake)]}"#)
        #expect(batch.sends.map(\.outcome) == [.validated(nil), .validated(nil)])
        #expect(batch.sends[0].key != batch.sends[1].key)
    }

    @Test(
        "what does not fit together is set aside at the byte at fault",
        arguments: [
            #"{"ts":1795165204,"tokens":["a","b"],"batch":{"responses":"#
                + #"▲[{"name":"projects/demo/messages/1795165200298771"}]}}"#,
            #"{"ts":1795165204,"tokens":["a"],"message":{"data":{}},"batch":{"responses":▲[]}}"#,
            #"{"ts":1795165204,"tokens":["a"],"message":{"data":{}},"#
                + #""batch":{"responses":[▲{"success":true}]}}"#,
            #"{"ts":1795165204,"tokens":["a"],"message":{"data":{}},"#
                + #""batch":{"responses":[▲{"success":false}]}}"#,
            #"{"ts":1795165204,"tokens":["a"],"message":{"data":{}},"batch":{"responses":[▲7]}}"#,
            #"▲{"ts":1795165204,"tokens":["a"],"message":{"data":{}},"batch":{"successCount":1}}"#,
            #"{"ts":1795165204,"messages":[{"token":"a"},{"token":"b"}],"responses":"#
                + #"▲[{"name":"projects/demo/messages/1795165200298771"}]}"#,
            #"{"ts":1795165204,"messages":[▲7],"responses":"#
                + #"[{"name":"projects/demo/messages/1795165200298771"}]}"#,
        ])
    func badBatches(line: String) {
        expectReject(line, .badBatch)
    }
}
