import FCM
import NDJSON
import Testing

/// Sends, refusals and events are each known by what only FCM leaves; the rules are in
/// Documentation/Formats.md.
@Suite("Answers to subscriptions to topics")
struct SubscriptionAnswerTests {
    private static let error =
        #"{"index":0,"error":{"code":"messaging/registration-token-not-registered","message":"x"}}"#

    @Test(
        "are no sends, although they have codes of FCM",
        arguments: [
            #"{"ts":1795165200,"successCount":0,"failureCount":1,"errors":[\#(error)]}"#,
            #"{"ts":1795165200,"topic":"a","response":{"failureCount":1,"errors":[\#(error)]}}"#,
            "subscribed {\"failureCount\":1,\"errors\":[\(error)]}",
        ])
    func foreign(line: String) throws {
        let found = try decode(line)
        #expect(found == .foreign(.other))
    }

    @Test("in a list of answers to sends are read")
    func batch() throws {
        let line =
            #"{"ts":1795165200,"successCount":0,"failureCount":1,"responses":[{"success":false,"#
            + #""error":{"code":"messaging/registration-token-not-registered","message":"x"}}]}"#
        guard case .batch = try decode(line) else {
            Issue.record("no batch")
            return
        }
    }
}

@Suite("Evidence of a push")
struct EvidenceTests {
    private static let time = #""ts":1795165201"#
    private static let message = #""message":{"token":"t","notification":{"title":"T"}}"#
    private static let name = #""response":{"name":"projects/p/messages/\#(ID.android)"}"#

    @Test(
        "lines of other systems are foreign",
        arguments: [
            "Nov 20 09:00:01 host app[1]: started", "[]", "42", #""text""#, "null", #"{}"#,
            #"{"level":"error","time":1795165201,"error":"no node found","#
                + #""msg":"Reconciler error"}"#,
            #"{"ts":1795165201,"request":{"method":"GET","uri":"/"},"status":404,"response":{}}"#,
            #"{"ts":1795165201,"request":{"id":1},"error":{"code":503,"status":"UNAVAILABLE"}}"#,
            #"{"ts":1795165201,"event":"delivered","message_id":"<20251120.1.AB@mg.example>"}"#,
            #"{"ts":1795165201,"event":"opened","messageId":"18579"}"#,
            #"{"ts":1795165201,"message":{"data":"aGk=","messageId":"1179516520129877"},"#
                + #""subscription":"projects/p/subscriptions/s"}"#,
            #"{"ts":1795165201,"message":{"topic":"orders","data":{"k":1}},"error":"timeout"}"#,
            #"{"ts":1795165201,"token":"eyJhbGciOi","error":"invalid token","status":401}"#,
            #"{"ts":1795165201,"responses":[{"success":true,"messageId":"\#(ID.web)"}]}"#,
            #"{"ts":1795165201,"result":{"messageId":"\#(ID.web)"}}"#,
            #"{"ts":1795165201,"message_id":"\#(ID.web)","token":"t"}"#,
            #"{"ts":1795165201,"response":{"messageId":"1795165200298771"}}"#,
            #"{"event_timestamp":1795165201000000,"event_name":"screen_view","event_params":[]}"#,
            #"{"event_timestamp":1795165201000000,"event_name":"open","event_params":[]}"#,
            #"{"event_timestamp":1795165201000000,"event":"QUOTA_EXCEEDED","service":"maps"}"#,
            #"{"ts":1795165201,"message":{"token":"reset-1","data":{"a":1}},"status":500}"#,
            #"{"ts":1795165201,"topic":"t","message":{"token":"t","notification":{"title":"T"}}}"#,
            #"{"ts":1795165201,"message_id":1795165200298771,"level":"info"}"#,
            #"{"ts":1795165201,"event":"delivered","message_id":"1541184119468976"}"#,
            #"{"ts":1795165201,"event":"page_view","fcmMessageId":null,"gcm.message_id":""}"#,
            #"{"ts":1795165201,"url":"/api/projects/12/messages/345","status":404}"#,
        ])
    func foreign(line: String) throws {
        #expect(try decode(line) == .foreign(.other))
    }

    @Test("an event's word and a UUID may be a web push and prove nothing")
    func unproven() throws {
        for place in [#""messageId":"\#(ID.web)""#, #""payload":{"messageId":"\#(ID.web)"}"#] {
            #expect(
                try decode(#"{"ts":1795165201,"event":"opened",\#(place)}"#)
                    == .foreign(.unprovenEvent))
        }
        #expect(
            try decode(#"{"ts":1,"event":"login","messageId":"\#(ID.web)"}"#) == .foreign(.other))
    }

    @Test(
        "a UUID counts next to content of FCM's SDKs",
        arguments: [
            #""payload":{"messageId":"\#(ID.web)","fcmOptions":{}}"#,
            #""payload":{"messageId":"\#(ID.web)","from":"123456789012","data":{"k":"v"}}"#,
            #""payload":{"messageId":"\#(ID.web)","data":{"google.c.a.e":"1"}}"#,
            #""payload":{"fcmMessageId":"\#(ID.web)","messageId":"30"}"#,
            #""messageId":"\#(ID.web)","from":"123456789012","sentTime":1795165200000"#,
            #""messageId":"\#(ID.web)","from":"/topics/news""#, #""fcmMessageId":"\#(ID.web)""#,
            #""messageId":"\#(ID.web)","fcmOptions":{}"#,
        ])
    func besideMarks(members: String) throws {
        let event = try decodeEvent(#"{"ts":1795165201,"event":"received",\#(members)}"#)
        #expect(event.messageID == ID.web)
    }

    @Test("an SMS that is delivered has a sender's number and is no push")
    func textMessage() throws {
        #expect(
            try decode(
                #"{"ts":1795165201,"event":"delivered","messageId":"\#(ID.web)","#
                    + #""from":"447700900000"}"#
            ) == .foreign(.unprovenEvent))
    }

    @Test(
        "an event's word next to a request and its answer is no event",
        arguments: [
            #""event":"received""#, #""event":"push_sent""#, #""event":{"action":"opened"}"#,
            #""callback":"willPresent""#,
        ])
    func eventBesideRequest(event: String) throws {
        let members = [Self.time, Self.message, Self.name]
        let plain = try decodeSend("{\(members.joined(separator: ","))}")
        #expect(try decodeSend("{\((members + [event]).joined(separator: ","))}") == plain)
        #expect(try decodeSend("{\(([event] + members).joined(separator: ","))}") == plain)
    }

    @Test(
        "an error that is empty, false, 0 or null is none",
        arguments: ["null", #""""#, "false", "0", "{}", "[]", #"{"code":null}"#])
    func noError(error: String) throws {
        let line = "{\(Self.time),\(Self.message)"
        let plain = try decodeSend("\(line),\(Self.name)}")
        #expect(try decodeSend("\(line),\(Self.name),\"error\":\(error)}") == plain)
        let nested = "{\(Self.time),\"request\":{\(Self.message)}"
        expectReject("▲\(nested),\"error\":\(error)}", .noOutcome)
        let refused = try decodeSend(
            "\(line),\"error\":\(error),\"response\":{\"error\":\"NOT_FOUND\"}}")
        #expect(refused.outcome == .failed(SendError(code: "NOT_FOUND")))
    }

    @Test(
        "refusals are known by FCM's word, or next to a message of FCM",
        arguments: [
            #""error":{"code":"messaging/registration-token-not-registered"}"#,
            #""error":{"code":404,"#
                + #""details":[{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","#
                + #""errorCode":"UNREGISTERED"}]}"#,
            #""token":"abc","error":"UNREGISTERED""#,
            #""token":"d:APA91bH","error":"NOT_FOUND""#,
            #""request":{"message":{"token":"t","data":{"k":"v"}}},"error":"NOT_FOUND""#,
            #""request":{"message":{"token":"t"}},"status":503"#,
            #""message":{"token":"t","notification":{"title":"T"}},"status":503"#,
            #""error":"messaging/internal-error""#,
            #""message":{"topic":"news","data":{"k":"v"}},"error":{"code":503,"#
                + #""status":"UNAVAILABLE"}"#,
            #""request":{"message":{"apns":{"payload":{"aps":{"alert":"A"}}}}},"error":"timeout""#,
        ])
    func refused(members: String) throws {
        let send = try decodeSend(#"{"ts":1795165201,\#(members)}"#)
        guard case .failed = send.outcome else { throw UnexpectedRecord() }
    }

    @Test("codes that clients' SDKs have as well are no refusals by themselves")
    func clientCodes() throws {
        for code in ["permission-blocked", "token-subscribe-failed", "unsupported-browser"] {
            let line = #"{"ts":1795165201,"error":{"code":"messaging/\#(code)"}}"#
            #expect(try decode(line) == .foreign(.other))
        }
    }

    @Test("a client's message is never a send, whatever is next to it")
    func clientObject() {
        let object = #""messageId":"\#(ID.android)","from":"123456789012","data":{"k":"v"}"#
        expectReject(#"▲{\#(Self.time),\#(object),"sentTime":1795165200110}"#, .noEvent)
        expectReject(#"▲{\#(Self.time),"message":{\#(object)}}"#, .noEvent)
        expectReject(#"▲{\#(Self.time),\#(object),"token":"t"}"#, .noEvent)
    }

    @Test("FCM's own key comes before an ID of the app's own")
    func ownKeys() throws {
        let event = try decodeEvent(
            #"{"ts":1795165201,"event":"received","messageId":"30","#
                + #""userInfo":{"messageId":"31","gcm.message_id":"\#(ID.apple)"}}"#)
        #expect(event.messageID == ID.apple)
    }
}
