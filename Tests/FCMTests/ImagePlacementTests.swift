import FCM
import NDJSON
import Testing

/// The places in which senders put an image, and on which platform each of them counts.
@Suite("Where an image stands")
struct ImagePlacementTests {
    typealias Statuses = (android: ImageStatus, ios: ImageStatus, web: ImageStatus)

    private func statuses(_ message: String) throws -> PerPlatform<ImageStatus> {
        try sent(message).profile.images
    }

    private func expect(
        _ message: String, _ expected: Statuses, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = try statuses(message)
        #expect(found.android == expected.android, sourceLocation: sourceLocation)
        #expect(found.ios == expected.ios, sourceLocation: sourceLocation)
        #expect(found.web == expected.web, sourceLocation: sourceLocation)
    }

    @Test(
        "the Android block's image is Android's alone, in the REST and the Node spelling",
        arguments: ["image", "imageUrl", "image_url"])
    func androidBlock(name: String) throws {
        try expect(
            """
            {"token":"t","notification":{"title":"T"},
             "android":{"notification":{"\(name)":"https://foo.bar/pizza-monster.png"}}}
            """,
            (.ok, .noImage, .noImage))
    }

    @Test(
        "android_v2 holds the notification one level deeper",
        arguments: [
            #""android_v2":{"remote_notification":{"notification":"#,
            #""androidV2":{"remoteNotification":{"notification":"#,
        ])
    func androidSecondVersion(opening: String) throws {
        try expect(
            #"{"token":"t",\#(opening){"image":"https://foo.bar/a.png"}}}}"#,
            (.ok, .noImage, .noImage))
    }

    @Test(
        "apns.fcm_options.image next to the payload is Apple's alone",
        arguments: ["fcm_options", "fcmOptions"], ["image", "imageUrl"])
    func appleBlock(options: String, name: String) throws {
        try expect(
            """
            {"token":"t","notification":{"title":"T"},
             "apns":{"payload":{"aps":{"mutable-content":1}},
                     "\(options)":{"\(name)":"https://foo.bar/pizza-monster.png"}}}
            """,
            (.noImage, .ok, .noImage))
    }

    /// The payload is copied raw, so the device sees a root key `fcm_options.image`, too.
    @Test("an image inside the APNs payload reaches the extension")
    func applePayload() throws {
        try expect(
            """
            {"token":"t","notification":{"title":"T"},
             "apns":{"payload":{"aps":{"mutable-content":1},
                                "fcm_options":{"image":"https://foo.bar/a.png"}}}}
            """,
            (.noImage, .ok, .noImage))
    }

    /// No browser reads it: the web SDK takes `notification.image` alone (firebase-js-sdk,
    /// externalizePayload.ts).
    @Test("webpush.headers.image asks for an image that never shows")
    func webHeader() throws {
        let message = """
            {"token":"t","notification":{"title":"T"},
             "webpush":{"headers":{"image":"https://foo.bar/pizza-monster.png"}}}
            """
        try expect(message, (.noImage, .noImage, .webpushHeaderOnly))
        #expect(try statuses(message).unknown == .webpushHeaderOnly)
        #expect(ImageStatus.webpushHeaderOnly.imageClass == "image")
    }

    @Test("the header does not matter next to an image that shows")
    func webHeaderAndNotification() throws {
        try expect(
            """
            {"token":"t","webpush":{"headers":{"image":"https://foo.bar/a.png"},
             "notification":{"title":"T","image":"https://foo.bar/b.png"}}}
            """,
            (.noImage, .noImage, .ok))
    }

    @Test("notification.image is for all platforms, but Apple needs mutable-content as well")
    func common() throws {
        try expect(
            #"{"token":"t","notification":{"title":"T","image":"https://foo.bar/a.png"}}"#,
            (.ok, .noMutableContent, .ok))
        try expect(
            """
            {"token":"t","notification":{"title":"T","image":"https://foo.bar/a.png"},
             "apns":{"payload":{"aps":{"mutable-content":1}}}}
            """,
            (.ok, .ok, .ok))
    }

    @Test("the whole multi-platform example has an image that shows on two platforms of three")
    func wholeExample() throws {
        try expect(
            """
            {"topic":"pizza","notification":{"title":"T","body":"B"},
             "android":{"notification":{"imageUrl":"https://foo.bar/pizza-monster.png"}},
             "apns":{"payload":{"aps":{"mutable-content":1}},
                     "fcm_options":{"image":"https://foo.bar/pizza-monster.png"}},
             "webpush":{"headers":{"image":"https://foo.bar/pizza-monster.png"}}}
            """,
            (.ok, .ok, .webpushHeaderOnly))
    }

    /// FCM REST reference: AndroidNotification.image and ApnsFcmOptions.image override
    /// Notification.image.
    @Test("a platform's own image is the effective one")
    func overrides() throws {
        try expect(
            """
            {"token":"t","notification":{"title":"T","image":"nonsense"},
             "android":{"notification":{"image":"https://foo.bar/a.png"}},
             "apns":{"payload":{"aps":{"mutable-content":1}},
                     "fcm_options":{"image":"http://foo.bar/a.png"}},
             "webpush":{"notification":{"image":"https://foo.bar/a.svg"}}}
            """,
            (.ok, .insecureHTTP, .unsupportedType))
    }

    @Test("notification.image comes before one inside the APNs payload")
    func commonBeforePayload() throws {
        try expect(
            """
            {"token":"t","notification":{"title":"T","image":"nonsense"},
             "apns":{"payload":{"aps":{"mutable-content":1},
                                "fcm_options":{"image":"https://foo.bar/a.png"}}}}
            """,
            (.noURL, .noURL, .noURL))
    }

    @Test("an empty string or null asks for no image", arguments: [#""""#, "null"])
    func empty(value: String) throws {
        try expect(
            """
            {"token":"t","notification":{"title":"T","image":\(value)},
             "android":{"notification":{"image":\(value)}},
             "webpush":{"headers":{"image":\(value)}}}
            """,
            (.noImage, .noImage, .noImage))
        try expect(
            """
            {"token":"t","notification":{"title":"T","image":"https://foo.bar/a.png"},
             "android":{"notification":{"image":\(value)}}}
            """,
            (.ok, .noMutableContent, .ok))
    }

    @Test("for a message of unknown platform the common image comes first, then Android's")
    func unknownPlatform() throws {
        func unknown(_ message: String) throws -> ImageStatus { try statuses(message).unknown }
        let android = #""android":{"notification":{"image":"http://foo.bar/a.png"}}"#
        let apple = #""apns":{"fcm_options":{"image":"https://foo.bar/a.png"}}"#
        #expect(try unknown(#"{"topic":"t",\#(android),\#(apple)}"#) == .insecureHTTP)
        #expect(try unknown(#"{"topic":"t",\#(apple)}"#) == .ok)
        #expect(
            try unknown(#"{"topic":"t","notification":{"image":"nonsense"},\#(android)}"#)
                == .noURL)
        #expect(try unknown(#"{"topic":"t"}"#) == .noImage)
    }
}
