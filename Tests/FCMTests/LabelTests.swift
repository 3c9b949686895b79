import FCM
import NDJSON
import Testing

@Suite("Labels and platforms of a send")
struct LabelTests {
    @Test(
        "each block has a label of its own, in both spellings",
        arguments: ["fcm_options", "fcmOptions"], ["analytics_label", "analyticsLabel"])
    func blocks(options: String, label: String) throws {
        func block(_ text: String) -> String { #""\#(options)":{"\#(label)":"\#(text)"}"# }
        let labels = try sent(
            """
            {"token":"t",\(block("all")),"android":{\(block("a"))},"apns":{\(block("i"))},
             "webpush":{\(block("w"))}}
            """
        ).profile.labels
        #expect(labels.unknown == "all")
        #expect(labels.android == "a")
        #expect(labels.ios == "i")
        #expect(labels.web == "w")
    }

    /// `payload` is raw APNs JSON: what stands there never reaches FCM's own fields.
    @Test("a label inside the APNs payload is none")
    func insidePayload() throws {
        let labels = try sent(
            #"{"token":"t","apns":{"payload":{"fcm_options":{"analytics_label":"x"}}}}"#
        ).profile.labels
        #expect(labels == PerPlatform(repeating: nil))
    }

    @Test("an empty label is none")
    func empty() throws {
        let labels = try sent(#"{"token":"t","fcm_options":{"analytics_label":""}}"#).profile.labels
        #expect(labels.unknown == nil)
    }

    /// The `$` of firebase-admin-python's check lets it through, and Node and Go check nothing.
    @Test("a label that FCM would not report is kept as it was sent")
    func unreportable() throws {
        let label = try sent(#"{"token":"t","fcm_options":{"analytics_label":"sale\n"}}"#)
            .profile.labels.unknown
        #expect(label == "sale\n")
    }

    @Test("the log's own campaign is kept apart from labels")
    func campaign() throws {
        let send = try decodeSend(
            """
            {"ts":"2026-11-20T09:00:00Z","campaign":"Nov sale","message":{"token":"t",
             "fcm_options":{"analytics_label":"x"}},"response":{"name":"\(ID.web)"}}
            """)
        #expect(send.profile.campaign == "Nov sale")
        #expect(send.profile.labels.unknown == "x")
    }

    @Test(
        "the log's own platform counts in any case",
        arguments: [
            ("android", Platform.android), ("ANDROID", .android), ("iOS", .ios), ("apple", .ios),
            ("iPhone", .ios), ("iPadOS", .ios), ("apns", .ios), ("macOS", .ios), ("web", .web),
            ("WebPush", .web), ("browser", .web), ("symbian", nil), ("", nil),
        ])
    func platformWords(word: String, platform: Platform?) throws {
        let send = try decodeSend(
            """
            {"ts":"2026-11-20T09:00:00Z","platform":"\(word)","request":{"message":{"token":"t"}},
             "response":{"name":"\(ID.topic)"}}
            """)
        #expect(send.profile.explicitPlatform == platform)
    }

    @Test(
        "a message with one platform's block alone is addressed to it",
        arguments: [
            (#"{"token":"t","android":{"ttl":"5s"}}"#, Platform.android),
            (#"{"token":"t","android_v2":{}}"#, .android),
            (#"{"token":"t","apns":{"payload":{}}}"#, .ios),
            (#"{"token":"t","webpush":{}}"#, .web),
            (#"{"token":"t","android":{},"apns":{}}"#, nil),
            (#"{"token":"t","android":{},"notification":{"title":"T"}}"#, nil),
            (#"{"token":"t","android":{},"data":{"k":"v"}}"#, nil),
            (#"{"token":"t"}"#, nil),
        ])
    func addressed(message: String, platform: Platform?) throws {
        #expect(try sent(message, as: ID.topic).profile.addressedPlatform == platform)
    }
}
