import FCM
import NDJSON
import Testing

/// One message as it is written by the REST reference's examples (snake_case), proto3 JSON
/// (camelCase), the Node Admin SDK on the wire (some keys renamed, some not), and the Node Admin
/// SDK's own objects, which a server may log before they are sent (firebase-admin-node,
/// messaging-internal.ts).
@Suite("Spellings of one message")
struct SpellingTests {
    static let snake = """
        {"token":"t","notification":{"title":"T","image":"https://a.b/c.png"},
         "android":{"collapse_key":"c","priority":"high","ttl":"3600s",
          "fcm_options":{"analytics_label":"la"},
          "notification":{"click_action":"OPEN","image":"https://a.b/a.gif"}},
         "apns":{"headers":{"apns-priority":"10","apns-collapse-id":"c"},
          "payload":{"aps":{"mutable-content":1,"content-available":1,"category":"PROMO"}},
          "fcm_options":{"analytics_label":"li","image":"https://a.b/i.gif"}},
         "webpush":{"headers":{"Urgency":"high","TTL":"3600","Topic":"c"},
          "notification":{"image":"https://a.b/w.webp"},
          "fcm_options":{"link":"https://shop.example/","analytics_label":"lw"}},
         "fcm_options":{"analytics_label":"lm"}}
        """
    static let camel = """
        {"token":"t","notification":{"title":"T","image":"https://a.b/c.png"},
         "android":{"collapseKey":"c","priority":"HIGH","ttl":"3600s",
          "fcmOptions":{"analyticsLabel":"la"},
          "notification":{"clickAction":"OPEN","image":"https://a.b/a.gif"}},
         "apns":{"headers":{"apns-priority":"10","apns-collapse-id":"c"},
          "payload":{"aps":{"mutable-content":1,"content-available":1,"category":"PROMO"}},
          "fcmOptions":{"analyticsLabel":"li","image":"https://a.b/i.gif"}},
         "webpush":{"headers":{"urgency":"high","ttl":"3600","topic":"c"},
          "notification":{"image":"https://a.b/w.webp"},
          "fcmOptions":{"link":"https://shop.example/","analyticsLabel":"lw"}},
         "fcmOptions":{"analyticsLabel":"lm"}}
        """
    static let nodeWire = """
        {"token":"t","notification":{"title":"T","image":"https://a.b/c.png"},
         "android":{"collapse_key":"c","priority":"high","ttl":"3600.500000000s",
          "fcmOptions":{"analyticsLabel":"la"},
          "notification":{"click_action":"OPEN","image":"https://a.b/a.gif",
           "notification_priority":"PRIORITY_MAX"}},
         "apns":{"headers":{"apns-priority":"10","apns-collapse-id":"c"},
          "payload":{"aps":{"mutable-content":1,"content-available":1,"category":"PROMO"}},
          "fcmOptions":{"analyticsLabel":"li","image":"https://a.b/i.gif"}},
         "webpush":{"headers":{"Urgency":"high","TTL":"3600","Topic":"c"},
          "notification":{"image":"https://a.b/w.webp"},
          "fcmOptions":{"link":"https://shop.example/","analyticsLabel":"lw"}},
         "fcmOptions":{"analyticsLabel":"lm"}}
        """
    static let nodeObject = """
        {"token":"t","notification":{"title":"T","imageUrl":"https://a.b/c.png"},
         "android":{"collapseKey":"c","priority":"high","ttl":3600000,
          "fcmOptions":{"analyticsLabel":"la"},
          "notification":{"clickAction":"OPEN","imageUrl":"https://a.b/a.gif"}},
         "apns":{"headers":{"apns-priority":"10","apns-collapse-id":"c"},
          "payload":{"aps":{"mutableContent":true,"contentAvailable":true,"category":"PROMO"}},
          "fcmOptions":{"analyticsLabel":"li","imageUrl":"https://a.b/i.gif"}},
         "webpush":{"headers":{"Urgency":"high","TTL":"3600","Topic":"c"},
          "notification":{"image":"https://a.b/w.webp"},
          "fcmOptions":{"link":"https://shop.example/","analyticsLabel":"lw"}},
         "fcmOptions":{"analyticsLabel":"lm"}}
        """

    @Test(
        "every spelling gives the same record", arguments: [camel, nodeWire, nodeObject],
        [ID.android, ID.apple, ID.web, ID.topic])
    func messages(message: String, id: String) throws {
        #expect(try sent(message, as: id) == sent(SpellingTests.snake, as: id))
    }

    @Test("the spelling that all are held against says what it should")
    func reference() throws {
        let profile = try sent(SpellingTests.snake).profile
        #expect(profile.labels.unknown == "lm")
        #expect(profile.labels.android == "la")
        #expect(profile.labels.ios == "li")
        #expect(profile.labels.web == "lw")
        #expect(profile.images.android == .unsupportedType)
        #expect(profile.images.ios == .ok)
        #expect(profile.images.web == .varyingSupport)
        #expect(profile.images.unknown == .ok)
    }

    @Test(
        "every spelling of the envelope gives the same event",
        arguments: [
            #""app_state":"active","user_info""#, #""appState":"active","userInfo""#,
            #""app_state":"ACTIVE","userInfo""#,
        ])
    func envelopes(spelled: String) throws {
        let event = try decodeEvent(
            """
            {"ts":"2026-11-20T09:00:01Z",\(spelled):{"aps":{},"gcm.message_id":"\(ID.apple)"}}
            """)
        #expect(event.kind == .foreground)
        #expect(event.key.messageID == ID.apple)
    }
}
