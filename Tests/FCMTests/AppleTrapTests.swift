import FCM
import NDJSON
import Testing

/// Where the Apple SDK's own analytics and what happened differ (firebase-ios-sdk:
/// FIRMessaging.m, FIRMessagingAnalytics.m, FIRMessagingRemoteNotificationsProxy.m).
@Suite("Traps of the Apple SDK")
struct AppleTrapTests {
    private typealias Apple = AppleCallbackTests

    /// The SDK logs a foreground event for the first call and drops the tap as a duplicate.
    @Test("a banner shown in the foreground and then tapped is opened")
    func bannerThenTap() throws {
        let shown = try Apple.event("willPresent", state: "active")
        let tapped = try Apple.event("didReceiveResponse", state: "active")
        #expect(shown.kind == .foreground)
        #expect(tapped.kind == .open)
        #expect(shown.key == tapped.key)
    }

    /// The silent callback runs in the background: the SDK logs an open that nobody made, and
    /// then drops the tap for good.
    @Test("an alert that wakes the app is a phantom open, and the tap after it a real one")
    func phantomThenTap() throws {
        let aps = #""alert":{"title":"A"},"content-available":1"#
        let woken = try Apple.event("appDidReceiveMessage", state: "background", aps: aps)
        let tapped = try Apple.event("didReceiveResponse", state: "inactive", aps: aps)
        #expect(woken.kind == .phantomOpen)
        #expect(tapped.kind == .open)
        #expect(woken.key == tapped.key)
    }

    @Test("the same wake-up under its callback's name is a receipt, no phantom")
    func namedWakeUp() throws {
        let aps = #""alert":{"title":"A"},"content-available":1"#
        let woken = try Apple.event("didReceiveRemoteNotification", state: "background", aps: aps)
        #expect(woken.kind == .receipt)
    }

    /// firebase-ios-sdk#8128, #7707: before 8.1.0 the SDK logged nothing.
    @Test(
        "a tap that starts a killed app is an open",
        arguments: [nil, "inactive", "background", "killed"])
    func tapOnKilledApp(state: String?) throws {
        #expect(try Apple.event("didReceiveResponse", state: state).kind == .open)
    }

    @Test("swizzling and a manual call give two records of one event")
    func swizzledAndManual() throws {
        let swizzled = try Apple.event("didReceiveResponse", state: "inactive")
        let manual = try Apple.event("didReceive", state: "inactive")
        #expect(swizzled.key == manual.key)
        #expect(swizzled.kind == manual.kind)
        #expect(swizzled.observed == manual.observed)
    }

    /// firebase-ios-sdk#7707, comments: after a login or from a JavaScript bridge the state is
    /// active, and the SDK turns the open into a foreground event.
    @Test("a delayed call is an open where the callback is named")
    func delayedCall() throws {
        #expect(try Apple.event("didReceiveResponse", state: "active").kind == .open)
        #expect(try Apple.event("appDidReceiveMessage", state: "active").kind == .foreground)
    }

    /// flutterfire, FLTFirebaseMessagingPlugin.m.
    @Test("iOS 18.0 presents twice: two records of one foreground event")
    func presentedTwice() throws {
        let first = try Apple.event("willPresent", state: "active")
        let second = try Apple.event("willPresent", state: "active")
        #expect(first.key == second.key)
        #expect([first.kind, second.kind] == [.foreground, .foreground])
    }

    @Test(
        "another push provider's payload is foreign",
        arguments: [
            #""user_info":{"aps":{"alert":"A"},"custom":{"i":"4cf2"}}"#,
            #""userInfo":{}"#, #""user_info":{"aps":{"alert":"A"},"gcm.message_id":""}"#,
            #""user_info":{"aps":{"alert":"A"},"gcm.message_id" : null}"#,
        ])
    func otherProviders(payload: String) throws {
        let line = #"{"ts":1795165201,"callback":"willPresent",\#(payload)}"#
        #expect(try decode(line) == .foreign(.other))
    }

    @Test(
        "a payload of FCM without its ID is rejected",
        arguments: [
            #""user_info":{"aps":{"alert":"A"},"google.message_id":"1795165200298771"}"#
        ])
    func withoutID(payload: String) {
        expectReject(#"{"ts":1795165201,"callback":"▲willPresent",\#(payload)}"#, .unknownEvent)
    }

    /// FIRMessagingContextManagerService.m: a silent push that becomes a local notification.
    @Test("a message scheduled in local time is received silently and opened under the same ID")
    func localTimeSchedule() throws {
        func event(_ callback: String, _ aps: String) throws -> DecodedEvent {
            try decodeEvent(
                """
                {"ts":1795165201,"callback":"\(callback)","user_info":{"aps":{\(aps)},
                 "google.c.cm.lt_start":"2026-11-20 18:00:00","gcm.message_id":"\(ID.apple)"}}
                """)
        }
        let silent = try event("didReceiveRemoteNotification", #""content-available":1"#)
        let tapped = try event("didReceiveResponse", #""alert":"A""#)
        #expect(silent.kind == .receipt)
        #expect(tapped.kind == .open)
        #expect(silent.key == tapped.key)
    }
}
