import FCM
import NDJSON
import Testing

/// Apple shows an image only through a notification service extension, which runs for an alert
/// with `aps.mutable-content: 1`.
@Suite("What Apple needs with an image")
struct MutableContentTests {
    private func status(aps: String, beside: String = "") throws -> ImageStatus {
        try sent(
            """
            {"token":"t","notification":{"title":"T"},
             "apns":{\(beside)"payload":{"aps":{\(aps)}},
                     "fcm_options":{"image":"https://foo.bar/a.png"}}}
            """
        ).profile.images.ios
    }

    @Test(
        "mutable-content counts in every spelling of yes",
        arguments: [
            #""mutable-content":1"#, #""mutable-content":"1""#, #""mutable-content":true"#,
            #""mutable-content":"true""#, #""mutableContent":true"#, #""mutable_content":1"#,
        ])
    func yes(aps: String) throws {
        #expect(try status(aps: aps) == .ok)
    }

    @Test(
        "an image without it does not show",
        arguments: [
            "", #""mutable-content":0"#, #""mutable-content":false"#, #""mutable-content":"0""#,
            #""mutable-content":null"#, #""mutable-content":"yes""#,
        ])
    func no(aps: String) throws {
        #expect(try status(aps: aps) == .noMutableContent)
    }

    /// Documentation in prose says `headers({"mutable-content": 1})`; APNs headers are HTTP
    /// headers, and none of that name exists.
    @Test("as a header it has no effect", arguments: ["1", #""1""#])
    func header(value: String) throws {
        let beside = #""headers":{"mutable-content":\#(value)},"#
        #expect(try status(aps: "", beside: beside) == .noMutableContent)
    }

    @Test("next to aps instead of inside it has no effect")
    func outsideAps() throws {
        let images = try sent(
            """
            {"token":"t","notification":{"title":"T"},
             "apns":{"payload":{"mutable-content":1},
                     "fcm_options":{"image":"https://foo.bar/a.png"}}}
            """
        ).profile.images
        #expect(images.ios == .noMutableContent)
    }

    @Test(
        "an alert comes from the payload or from the common notification",
        arguments: [
            (#"{"apns":{"payload":{"aps":{"mutable-content":1,"alert":"A"}}"#, ImageStatus.ok),
            (#"{"apns":{"payload":{"aps":{"mutable-content":1,"alert":{"title":"A"}}}"#, .ok),
            (#"{"notification":{"body":"B"},"apns":{"payload":{"aps":{"mutable-content":1}}"#, .ok),
            (#"{"apns":{"payload":{"aps":{"mutable-content":1}}"#, .noAlert),
            (#"{"apns":{"payload":{"aps":{"mutable-content":1,"alert":{}}}"#, .noAlert),
            (#"{"data":{"k":"v"},"apns":{"payload":{"aps":{"mutable-content":1}}"#, .noAlert),
        ])
    func alert(opening: String, status: ImageStatus) throws {
        let message = opening + #","fcm_options":{"image":"https://foo.bar/a.png"}}}"#
        #expect(try sent(message).profile.images.ios == status)
    }
}
