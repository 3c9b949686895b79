import FCM
import NDJSON
import Testing

/// firebase-js-sdk: internal-message-payload.ts, externalizePayload.ts, logToScion.ts,
/// sw-listeners.ts.
@Suite("Web events")
struct WebEventTests {
    private func event(_ payload: String, _ word: String = "received") throws -> DecodedEvent {
        try decodeEvent(
            #"{"ts":"2026-11-20T09:00:01.1Z","event":"\#(word)","payload":{\#(payload)}}"#)
    }

    @Test("the form that apps see: camelCase")
    func appForm() throws {
        let event = try event(
            """
            "from":"123456789012","messageId":"\(ID.web)","collapseKey":"do_not_collapse",
            "notification":{"title":"T","image":"https://cdn.example/w.png"},
            "fcmOptions":{"link":"https://shop.example/","analyticsLabel":"sale"}
            """)
        #expect(event.key.messageID == ID.web)
        #expect(event.kind == .receipt)
        #expect(event.display == .none)
        #expect(event.observed.label == "sale")
        #expect(event.observed.platformNames == ["web"])
    }

    @Test("the form of the push itself: camelCase outside, snake_case inside")
    func pushForm() throws {
        let event = try event(
            """
            "from":"123456789012","fcmMessageId":"\(ID.web)","priority":"normal",
            "collapse_key":"do_not_collapse","fcmOptions":{"analytics_label":"sale"},
            "notification":{"title":"T"},"productId":111881503
            """)
        let app = try self.event(
            #""messageId":"\#(ID.web)","fcmOptions":{"analyticsLabel":"sale"}"#)
        #expect(event.key == app.key)
        #expect(event.observed == app.observed)
    }

    @Test("Composer's campaign stands in the data")
    func composer() throws {
        let event = try event(
            """
            "fcmMessageId":"81761ee3-10a5-4f6a-954a-c23dfbe53ee7","data":{"gcm.n.e":"1",
            "google.c.a.c_id":"7515782350171140429","google.c.a.c_l":"Nov push",
            "google.c.a.e":"1","google.c.a.ts":"1795165200","google.c.a.udt":"0"},
            "collapse_key":"campaign_collapse_key_7515782350171140429"
            """, "opened")
        #expect(event.kind == .open)
        #expect(event.observed.composerID == "7515782350171140429")
        #expect(event.observed.composerName == "Nov push")
        #expect(event.display == .none)
    }

    @Test("every open window logs the same message: records of one event")
    func severalWindows() throws {
        let first = try event(#""messageId":"\#(ID.web)","fcmOptions":{}"#, "foreground")
        let second = try event(
            #""messageId":"\#(ID.web)","fcmOptions":{}"#, "notification_foreground")
        #expect(first.key == second.key)
        #expect([first.kind, second.kind] == [.foreground, .foreground])
    }

    /// firebase-js-sdk#2517: the legacy API gave an empty ID for Edge.
    @Test("an empty message ID is none", arguments: [#""""#, "null"])
    func emptyID(value: String) throws {
        let line = #"{"ts":1795165201,"event":"received","payload":{"messageId":\#(value)}}"#
        #expect(try decode(line) == .foreign(.other))
    }

    /// The web SDK logs nothing for API sends; our log may.
    @Test("an open of a message without campaign or label counts")
    func openOfAPISend() throws {
        #expect(try event(#""messageId":"\#(ID.web)","fcmOptions":{}"#, "clicked").kind == .open)
    }
}
