import FCM
import NDJSON
import Testing

/// A topic, condition or Composer send has one ID; every device sees another one.
@Suite("Fan-out sends and what devices see of them")
struct FanOutTests {
    /// beste/laravel-firebase#12: one number, no device count.
    @Test("a device's event cannot have the key of its topic send, but names the topic")
    func topic() throws {
        let send = try sent(#"{"topic":"news"}"#, as: ID.topic)
        let event = try decodeEvent(
            """
            {"ts":1795165201,"event":"received","bundle":{"google.message_id":"\(ID.android)",
             "from":"/topics/news"}}
            """)
        #expect(send.key != event.key)
        #expect(send.profile.topic == event.observed.topic)
    }

    @Test("a topic send to two platforms has neither")
    func platforms() throws {
        let send = try sent(#"{"topic":"news","android":{},"apns":{}}"#, as: ID.topic)
        #expect(send.key.platform == nil)
        #expect(send.profile.addressedPlatform == nil)
        #expect(send.profile.explicitPlatform == nil)
    }

    @Test(
        "a token's send and its device's event have one key, on each platform",
        arguments: [
            (ID.android, #""event":"received","bundle":{"google.message_id":"▲"}"#),
            (ID.apple, #""callback":"serviceExtension","user_info":{"gcm.message_id":"▲"}"#),
            (ID.web, #""event":"received","payload":{"fcmMessageId":"▲"}"#),
        ])
    func directJoin(id: String, event: String) throws {
        let event = try decodeEvent(#"{"ts":1795165201,"# + event.replacing("▲", with: id) + "}")
        #expect(try sent(#"{"token":"t"}"#, as: id).key == event.key)
    }

    /// Composer sends are in no send log: device IDs, and the campaign.
    @Test("a Composer message is known by its campaign, whose name may be any text")
    func composer() throws {
        let event = try decodeEvent(
            """
            {"ts":1795165201,"callback":"serviceExtension","user_info":{
             "gcm.message_id":"1795165200897758","google.c.a.c_id":"5583118048490418076",
             "google.c.a.c_l":"Grüße \\"50 %\\" 🎉"}}
            """)
        #expect(event.observed.composerName == #"Grüße "50 %" 🎉"#)
        #expect(event.observed.label == nil)
    }
}
