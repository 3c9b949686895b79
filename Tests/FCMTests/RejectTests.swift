import FCM
import NDJSON
import Testing

@Suite("Rejected lines")
struct RejectTests {
    static let lines: [(RejectReason, String)] = [
        (.invalidJSON, #"{"ts":1795165201,▲}"#),
        (.invalidJSON, #"{"ts":▲"#),
        (.invalidJSON, #"{"a":1}▲x{"b":2}"#),
        (.notRead, #"▲Nov 20 09:00:01 push: sent projects/p/messages/[Filtered]"#),
        (.notRead, #"▲2026-11-20T09:00:01Z opened projects/p/messages/\#(ID.apple)"#),
        (.swiftPrint, #"▲userInfo: [AnyHashable("gcm.message_id"): \#(ID.apple)]"#),
        (.swiftPrint, #"▲{"msg":"[AnyHashable(\"gcm.message_id\"): \#(ID.apple)]"}"#),
        (.dictionaryPrint, #"▲Userinfo { "gcm.message_id" = \#(ID.apple); }"#),
        (.dictionaryPrint, #"▲{ "gcm.message_id" = \#(ID.apple); }"#),
        (.bundlePrint, #"▲D/Push: Bundle[{google.message_id=\#(ID.android), from=1}]"#),
        (.javaPrint, #"▲{from=481516234207, google.message_id=\#(ID.android)}"#),
        (.javaPrint, #"▲I/Push: Push(messageId=\#(ID.android), ttl=3)"#),
        (.dartPrint, #"▲flutter: {aps: {alert: Order 61}, gcm.message_id: \#(ID.android)}"#),
        (.phpPrint, #"▲{ ["multicast_id"]=> int(7259146718001170672) }"#),
        (.phpPrint, #"▲( [results] => Array ( [message_id] => \#(ID.android) ) )"#),
        (.phpPrint, #"▲#errors: array:1 ["errorCode" => "SENDER_ID_MISMATCH"]"#),
        (.rubyPrint, #"▲{:body=>"{\"multicast_id\":5854176239302907674}"}"#),
        (.elixirPrint, #"▲[error] %{"errorCode" => "UNREGISTERED"}"#),
        (.notRead, #"▲level=info msg="not read" message_id=\#(ID.android)"#),
        (.noTime, #"▲Successfully sent message: projects/p/messages/\#(ID.web)"#),
        (.noTime, #"▲[{"name":"projects/p/messages/\#(ID.web)"}]"#),
        (.notRead, #"▲{"ts":1795165201,"log":"sent projects\/p\/messages\/1"}"#),
        (.noTime, #"▲{"message":{"token":"t"},"response":{"name":"projects/p/messages/x"}}"#),
        (.noTime, #"▲{"ts":null,"event":"opened","payload":{"messageId":"\#(ID.android)"}}"#),
        (.timeInFuture, #"{"ts":▲99999999999,"response":{"name":"projects/p/messages/x"}}"#),
        (.badTime, #"{"ts":"▲soon","response":{"name":"projects/p/messages/x"}}"#),
        (.timeOutOfRange, #"{"ts":▲12,"response":{"name":"projects/p/messages/x"}}"#),
        (.noMessageID, #"▲{"ts":1795165201,"event":"opened","bundle":{"google.c.a.c_id":"1"}}"#),
        (.badMessageID, #"{"ts":1795165201,"event":"opened","payload":{"fcmMessageId":▲{}}}"#),
        (
            .badMessageID,
            #"{"ts":1795165201,"callback":"willPresent","user_info":{"gcm.message_id":"▲a b"}}"#
        ),
        (
            .badMessageID,
            #"{"ts":1795165201,"callback":"willPresent","#
                + #""user_info":{"gcm.message_id":"▲REDACTED"}}"#
        ),
        (
            .badMessageID,
            #"{"ts":1795165201,"event":"opened","bundle":{"google.message_id":"▲0:1699%abc"}}"#
        ),
        (
            .badMessageID,
            #"{"ts":1795165201,"request":{"message":{"token":"t"}},"response":{"name":▲["x"]}}"#
        ),
        (
            .badMessageID,
            #"{"ts":1795165201,"response":{"name":"▲projects/p/messages/[Filtered]"}}"#
        ),
        (.noEvent, #"▲{"ts":1795165201,"user_info":{"gcm.message_id":"\#(ID.apple)"}}"#),
        (
            .noEvent,
            #"▲{"ts":1795165201,"messageId":"\#(ID.android)","from":"123456789012","data":{}}"#
        ),
        (
            .unknownEvent,
            #"{"ts":1795165201,"event":"▲smelled","payload":{"messageId":"\#(ID.android)"}}"#
        ),
        (
            .unknownEvent,
            #"{"ts":1795165201,"callback":"▲x","user_info":{"gcm.message_id":"\#(ID.apple)"}}"#
        ),
        (
            .noEvent,
            #"▲{"ts":1795165201,"event":7,"bundle":{"google.message_id":"\#(ID.android)"}}"#
        ),
        (
            .badValue,
            #"{"ts":1795165201,"event":"converted","messageId":"\#(ID.android)","value":"▲9,99"}"#
        ),
        (
            .badValue,
            #"{"ts":1795165201,"event":"converted","messageId":"\#(ID.android)","value":9,"#
                + #""currency":"▲€"}"#
        ),
        (.noOutcome, #"▲{"ts":1795165201,"message":{"token":"d:APA91bH","data":{"k":"v"}}}"#),
        (
            .noOutcome,
            #"▲{"ts":1795165201,"request":{"message":{"token":"t"}},"status":200,"response":{}}"#
        ),
        (
            .badBatch,
            #"{"ts":1795165201,"tokens":["a"],"message":{"data":{}},"batch":{"responses":▲[]}}"#
        ),
    ]

    @Test("each has its reason and the byte at fault", arguments: lines)
    func reasons(reason: RejectReason, line: String) {
        expectReject(line, reason)
    }

    @Test("text that is not UTF-8 has another reason than other broken JSON")
    func notUTF8() {
        let line = Array(#"{"ts":1795165201,"message":{"token":"a"#.utf8)
        let rest = Array(#"b"},"response":{"name":"x"}}"#.utf8)
        expectReject(line + [0xff] + rest, .invalidUTF8, .badUTF8, byte: line.count + 1)
        expectReject(line + [0xc3] + rest, .invalidUTF8, .badUTF8, byte: line.count + 1)
    }

    @Test("too deep nesting has another reason than other broken JSON")
    func nestedTooDeep() {
        let opening = #"{"data":"# + String(repeating: "[", count: 256)
        let line = opening + String(repeating: "]", count: 256) + "}"
        expectReject(Array(line.utf8), .nestedTooDeep, .nestedTooDeep, byte: opening.utf8.count + 1)
    }

    /// Examples in the wild have trailing commas and a key without a colon.
    @Test(
        "the usual mistakes of copied examples have different reasons",
        arguments: [
            (#"{"notification":{"title":"T",▲}}"#, JSONError.Problem.expectedKey),
            (#"{"headers":{"apns-priority":"5",▲}}"#, .expectedKey),
            (#"{"notification"▲{"title":"T"}}"#, .expectedColon),
            (#"{▲'notification':{}}"#, .expectedKey),
            (#"{"a":▲undefined}"#, .expectedValue),
            (#"{"a":1 ▲"b":2}"#, .expectedCommaOrEnd),
            (#"{"a":"b▲"#, .unendedString),
            (#"{"a":"▲\x"}"#, .badEscape),
        ])
    func commonMistakes(line: String, problem: JSONError.Problem) {
        expectReject(line, .invalidJSON, problem)
    }

    @Test("every reason but the reader's own has a line here")
    func completeness() {
        let tested = Set(RejectTests.lines.map(\.0)).union([.invalidUTF8, .nestedTooDeep])
        #expect(Set(RejectReason.allCases).subtracting(tested) == [.lineTooLong, .pastRetention])
    }

    @Test("every reason says what was expected", arguments: RejectReason.allCases)
    func wording(reason: RejectReason) {
        #expect(reason.expectation.contains("expected "))
    }
}
