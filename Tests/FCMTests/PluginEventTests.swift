import FCM
import NDJSON
import Testing

/// What Flutter and React Native apps log: flutterfire (FLTFirebaseMessagingPlugin.m,
/// FlutterFirebaseMessagingUtils.java), react-native-firebase (RNFBMessagingSerializer.m).
@Suite("Events of cross-platform plug-ins")
struct PluginEventTests {
    @Test(
        "each handler has its kind",
        arguments: [
            ("onMessage", EventKind.foreground), ("onBackgroundMessage", .receipt),
            ("setBackgroundMessageHandler", .receipt), ("onMessageOpenedApp", .open),
            ("getInitialMessage", .open), ("onNotificationOpenedApp", .open),
            ("getInitialNotification", .open),
        ])
    func handlers(word: String, kind: EventKind) throws {
        let event = try decodeEvent(
            #"{"ts":1795165201,"event":"\#(word)","message":{"messageId":"\#(ID.apple)"}}"#)
        #expect(event.kind == kind)
    }

    @Test(
        "the sentences of the samples of both have theirs, after any time",
        arguments: [
            ("Message handled in the background!", EventKind.receipt),
            ("Handling a background message", .receipt),
            ("A new FCM message arrived!", .receipt),
            ("Got a message whilst in the foreground!", .foreground),
            ("A new onMessage event was published!", .foreground),
            ("A new onMessageOpenedApp event was published!", .open),
            ("Notification caused app to open from background state:", .open),
            ("Notification caused app to open from quit state:", .open),
            ("onMessageOpenedApp:", .open),
        ])
    func sentences(sentence: String, kind: EventKind) throws {
        let times = [
            "2026-11-20T09:00:01Z", "2026-11-20T09:00:01+00:00 LOG", "2026-11-20 09:00:01 [rn]",
            "2026-11-20T09:00:01.5Z INFO  -",
        ]
        for time in times {
            let line = #"\#(time) \#(sentence) {"messageId":"\#(ID.android)","from":"1"}"#
            #expect(try decodeEvent(line).kind == kind)
        }
    }

    @Test("a sentence that denies an event is none")
    func denied() {
        for sentence in ["couldn't open", "notification was not opened"] {
            expectReject(
                #"▲2026-11-20T09:00:01Z \#(sentence) {"messageId":"\#(ID.android)","from":"1"}"#,
                .notRead)
        }
    }

    @Test(
        "the message may be named, or stand at the top of the record",
        arguments: [
            #""message":{"messageId":"1795165200298771","data":{"k":"v"}}"#,
            #""remoteMessage":{"messageId":"1795165200298771","data":{"k":"v"}}"#,
            #""messageId":"1795165200298771""#,
            #""messageId":"1795165200298771","data":{"k":"v"}"#,
            #""messageId":"1795165200298771","data":{"message_id":"18579"}"#,
            #""messageId":"1795165200298771","data":{},"notification":{"title":"T"}"#,
        ])
    func places(message: String) throws {
        let event = try decodeEvent(#"{"ts":1795165201,"event":"onMessage",\#(message)}"#)
        #expect(event.messageID == ID.apple)
        #expect(event.kind == .foreground)
        #expect(event.display == .none)
        #expect(event.observed.platformNames == ["ios"])
    }

    @Test("the platform is the record's, else the ID's")
    func platform() throws {
        func platforms(_ envelope: String, _ id: String) throws -> [String] {
            try decodeEvent(
                #"{"ts":1795165201,\#(envelope)"event":"onMessage","#
                    + #""message":{"messageId":"\#(id)","from":"123456789012","data":{}}}"#
            ).observed.platformNames
        }
        #expect(try platforms("", ID.android) == ["android"])
        #expect(try platforms("", ID.apple) == ["ios"])
        #expect(try platforms("", ID.web) == ["web"])
        #expect(try platforms(#""platform":"ios","#, ID.android) == ["ios"])
    }

    /// On Apple `sentTime` is `google.c.a.ts` in seconds, on Android milliseconds, often absent.
    @Test(
        "sentTime is never the time of the event",
        arguments: ["1795165200", "1795165200110", "null"])
    func sentTime(value: String) throws {
        let event = try decodeEvent(
            """
            {"ts":"2026-11-20T09:00:01Z","event":"onMessage",
             "message":{"messageId":"\(ID.apple)","sentTime":\(value)}}
            """)
        #expect(event.time.text == "2026-11-20T09:00:01.000Z")
    }

    /// React Native puts `google.c.sender.id` there.
    @Test("a sender's number in from is no topic")
    func from() throws {
        func topic(_ from: String) throws -> String? {
            try decodeEvent(
                #"{"ts":1795165201,"event":"onMessage","#
                    + #""message":{"messageId":"\#(ID.apple)","from":"\#(from)"}}"#
            ).observed.topic
        }
        #expect(try topic("123456789012") == nil)
        #expect(try topic("/topics/news") == "news")
    }

    /// On Apple both plug-ins take whichever of three keys comes last, so `messageId` may hold an
    /// app's own number: it names no FCM message, and equals no ID.
    @Test("an app's own number in messageId is no push")
    func foreignNumber() throws {
        #expect(
            try decode(#"{"ts":1795165201,"event":"onMessage","message":{"messageId":"18579"}}"#)
                == .foreign(.other))
    }

    @Test("a record with an event's name and neither message nor ID is none")
    func nothing() throws {
        #expect(try decode(#"{"ts":1795165201,"event":"onMessage"}"#) == .foreign(.other))
        #expect(
            try decode(#"{"ts":1795165201,"event":"onMessage","message":{"data":{}}}"#)
                == .foreign(.other))
    }
}
