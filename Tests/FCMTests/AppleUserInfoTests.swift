import FCM
import NDJSON
import Testing

@Suite("Keys of Apple's userInfo")
struct AppleUserInfoTests {
    private func event(_ keys: String) throws -> DecodedEvent {
        try decodeEvent(
            """
            {"ts":"2026-11-20T09:00:01.2Z","callback":"willPresent","user_info":{\(keys)}}
            """)
    }

    @Test(
        "the message ID may be text, a number or the full name",
        arguments: [
            #""1795165200298771""#, "1795165200298771",
            #""projects/demo/messages/1795165200298771""#,
        ])
    func messageID(value: String) throws {
        #expect(try event(#""gcm.message_id":\#(value)"#).key == key(ID.apple))
    }

    /// Until early 2019 Apple devices got IDs of the Android shape (FIRMessagingAnalyticsTest.m).
    @Test("the shape of an old ID does not make an Apple event Android's")
    func oldShape() throws {
        let event = try event(#""gcm.message_id":"\#(ID.android)""#)
        #expect(event.observed.platformNames == ["ios"])
        #expect(event.key == (try key(ID.android)))
    }

    @Test("label, Composer campaign and topic are what the device holds")
    func analyticsKeys() throws {
        let observed = try event(
            """
            "gcm.message_id":"1795165200897758","google.c.a.e":"1","google.c.a.m_l":"sale",
            "google.c.a.c_id":"5583118048490418076","google.c.a.c_l":"Nov push",
            "google.c.a.ts":"1795165200","google.c.a.udt":"0","from":"/topics/news"
            """
        ).observed
        #expect(observed.label == "sale")
        #expect(observed.composerID == "5583118048490418076")
        #expect(observed.composerName == "Nov push")
        #expect(observed.topic == "news")
        #expect(observed.platformNames == ["ios"])
    }

    @Test("a campaign's ID beyond 2^53 is the same as a number")
    func largeCampaign() throws {
        let text = try event(
            #""gcm.message_id":"1795165200298771","google.c.a.c_id":"5583118048490418076""#)
        let number = try event(
            #""gcm.message_id":"1795165200298771","google.c.a.c_id":5583118048490418076"#)
        #expect(text.observed == number.observed)
    }

    @Test("without a label or Composer campaign, the app's own word for the campaign is the label")
    func ownCampaign() throws {
        func label(_ keys: String, _ campaign: String) throws -> String? {
            try decodeEvent(
                #"{"ts":1795165201,"callback":"didReceiveRemoteNotification",\#(campaign)"#
                    + #""user_info":{"gcm.message_id":"\#(ID.apple)"\#(keys)}}"#
            ).observed.label
        }
        let own = #""campaign":"sale","#
        #expect(try label("", own) == "sale")
        #expect(try label(#","google.c.a.m_l":"goal""#, own) == "goal")
        #expect(try label(#","google.c.a.c_id":"77""#, own) == nil)
        #expect(try label("", "") == nil)
    }

    @Test("a sender's number in from is no topic")
    func senderID() throws {
        #expect(
            try event(#""gcm.message_id":"1795165200298771","from":"123456789012""#).observed.topic
                == nil)
    }

    /// The SDK ignores a message whose `google.c.a.e` is not the text "1"; it reached the device
    /// all the same, with a label or without (API sends without one carry it, too).
    @Test(
        "an event counts whatever analytics flag it carries",
        arguments: [#""google.c.a.e":"1","#, #""google.c.a.e":1,"#, #""google.c.a.e":"0","#, ""])
    func analyticsFlag(flag: String) throws {
        #expect(try event(#"\#(flag)"gcm.message_id":"1795165200298771""#).kind == .foreground)
    }

    /// `google.c.a.ts` is in seconds and only Composer sends it.
    @Test("the record's time is the envelope's, never the campaign's")
    func time() throws {
        let event = try event(#""gcm.message_id":"1795165200298771","google.c.a.ts":"1""#)
        #expect(event.time.text == "2026-11-20T09:00:01.200Z")
    }

    @Test("the app's own data at the root is not mistaken for anything")
    func customData() throws {
        let event = try event(
            #""gcm.message_id":"1795165200298771","message_id":"2","event":"x","ts":5,"#
                + #""token":"t","topic":"y""#
        )
        #expect(event.messageID == ID.apple)
        #expect(event.observed.topic == nil)
    }

    @Test("an Apple record may use an event's word in the place of a callback")
    func eventWords() throws {
        func kind(_ word: String) throws -> EventKind {
            try decodeEvent(
                #"{"ts":1795165201,"event":"\#(word)","#
                    + #""user_info":{"gcm.message_id":"1795165200298771"}}"#
            ).kind
        }
        #expect(try kind("opened") == .open)
        #expect(try kind("received") == .receipt)
        #expect(try kind("willPresent") == .foreground)
        #expect(try kind("impression") == .impression)
    }
}
