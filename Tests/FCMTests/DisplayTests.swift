import FCM
import NDJSON
import Testing

@Suite("Whether a message has something to show")
struct DisplayTests {
    typealias Shown = Set<String>

    private func shown(_ message: String) throws -> Shown {
        let displays = try sent(message).profile.displays
        return Set(Platform.known.filter { displays[$0] == .shown }.map(\.name))
    }

    @Test(
        "a notification shows where it is addressed to",
        arguments: [
            (#"{"notification":{"title":"T"}}"#, ["android", "ios", "web"]),
            (#"{"notification":{"body":"B"}}"#, ["android", "ios", "web"]),
            (#"{"notification":{"image":"https://a.b/c.png"}}"#, ["android", "web"]),
            (#"{"android":{"notification":{"title":"T"}}}"#, ["android"]),
            (#"{"apns":{"payload":{"aps":{"alert":"A"}}}}"#, ["ios"]),
            (#"{"apns":{"payload":{"aps":{"alert":{"title":"A"}}}}}"#, ["ios"]),
            (#"{"webpush":{"notification":{"title":"T"}}}"#, ["web"]),
        ] as [(String, Shown)])
    func shows(message: String, platforms: Shown) throws {
        #expect(try shown(message) == platforms)
        #expect(try sent(message).profile.displays.unknown == .shown)
    }

    @Test(
        "data alone is silent",
        arguments: [
            #"{"data":{"k":"v"}}"#,
            #"{"data":{"k":"v"},"apns":{"payload":{"aps":{"content-available":1}}}}"#,
            #"{"data":{"k":"v"},"apns":{"payload":{"aps":{"content-available":1,"badge":3}}}}"#,
            #"{"token":"t"}"#,
            #"{"notification":{},"android":{"notification":{ }}}"#,
            #"{"notification":null}"#,
        ])
    func silent(message: String) throws {
        #expect(try shown(message).isEmpty)
        #expect(try sent(message).profile.displays.unknown == .silent)
        #expect(try sent(message).profile.options.messageType == "data")
    }

    @Test(
        "the message type names its content",
        arguments: [
            (#"{"notification":{"title":"T"}}"#, "notification"),
            (#"{"notification":{"title":"T"},"data":{"k":"v"}}"#, "notification+data"),
            (#"{"notification":{"title":"T"},"data":{}}"#, "notification"),
            (#"{"data":{"k":"v"}}"#, "data"),
        ])
    func types(message: String, type: String) throws {
        #expect(try sent(message).profile.options.messageType == type)
    }

    @Test("a record without its request has no display")
    func unknown() throws {
        let send = try decodeSend(
            #"{"ts":"2026-11-20T09:00:00Z","token":"t","response":{"name":"\#(ID.android)"}}"#)
        #expect(send.profile.displays == PerPlatform(repeating: .unknown))
        #expect(send.profile.images == PerPlatform(repeating: .unknown))
        #expect(send.profile.options.messageType == nil)
    }
}
