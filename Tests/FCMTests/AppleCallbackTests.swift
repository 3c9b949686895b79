import FCM
import NDJSON
import Testing

/// What an app hands to `appDidReceiveMessage`: `userInfo` alone cannot tell an open from a
/// receipt (firebase-ios-sdk, FIRMessagingAnalytics.m), so callback, state and action do.
@Suite("Apple callbacks")
struct AppleCallbackTests {
    static let states: [String?] = [nil, "active", "inactive", "background"]

    static func event(
        _ callback: String?, state: String? = nil, action: String? = nil,
        aps: String = #""alert":"A""#
    ) throws -> DecodedEvent {
        var envelope = #""ts":"2026-11-20T09:00:01Z""#
        if let callback { envelope += #","callback":"\#(callback)""# }
        if let state { envelope += #","app_state":"\#(state)""# }
        if let action { envelope += #","action":"\#(action)""# }
        return try decodeEvent(
            #"{\#(envelope),"user_info":{"aps":{\#(aps)},"gcm.message_id":"\#(ID.apple)"}}"#)
    }

    @Test("a notification about to be presented is a foreground event", arguments: states)
    func willPresent(state: String?) throws {
        #expect(try Self.event("willPresent", state: state).kind == .foreground)
    }

    @Test(
        "a response is an open, whatever the action and the state",
        arguments: states,
        [nil, "com.apple.UNNotificationDefaultActionIdentifier", "SHOW_MORE", ""])
    func response(state: String?, action: String?) throws {
        for callback in ["didReceiveResponse", "didReceive"] {
            #expect(try Self.event(callback, state: state, action: action).kind == .open)
        }
    }

    /// The SDK's own swizzling does not look at the action, and logs an open.
    @Test("the dismiss action is a dismissal", arguments: states)
    func dismiss(state: String?) throws {
        let action = "com.apple.UNNotificationDismissActionIdentifier"
        let event = try Self.event("didReceiveResponse", state: state, action: action)
        #expect(event.kind == .dismiss)
    }

    @Test(
        "the action may be spelled as the API has it",
        arguments: ["actionIdentifier", "action_identifier"])
    func actionSpelling(name: String) throws {
        let event = try decodeEvent(
            """
            {"ts":1795165201,"callback":"didReceive",
             "user_info":{"gcm.message_id":"1795165200298771"},
             "\(name)":"com.apple.UNNotificationDismissActionIdentifier"}
            """)
        #expect(event.kind == .dismiss)
    }

    @Test("the extension's callback is a receipt", arguments: states)
    func serviceExtension(state: String?) throws {
        for callback in ["serviceExtension", "didReceiveNotificationRequest"] {
            #expect(try Self.event(callback, state: state).kind == .receipt)
        }
    }

    @Test("a remote notification is a receipt, and a foreground event where the app is active")
    func remoteNotification() throws {
        let callback = "didReceiveRemoteNotification"
        #expect(try Self.event(callback).kind == .receipt)
        #expect(try Self.event(callback, state: "active").kind == .foreground)
        #expect(try Self.event(callback, state: "inactive").kind == .receipt)
        #expect(try Self.event(callback, state: "background").kind == .receipt)
    }

    static let alerts = [
        #""alert":"A""#, #""alert":{"title":"A"}"#, #""alert":{"loc-key":"A"}"#,
    ]
    static let noAlerts = ["", #""alert":{}"#, #""alert":"""#, #""alert":null"#, #""badge":3"#]

    @Test(
        "without a callback's name, an active app means foreground, for every message",
        arguments: [nil, "appDidReceiveMessage"], alerts + noAlerts)
    func unnamedActive(callback: String?, aps: String) throws {
        #expect(try Self.event(callback, state: "active", aps: aps).kind == .foreground)
    }

    @Test(
        "without a callback's name, an alert elsewhere is an open, or phantom if it wakes the app",
        arguments: alerts, ["inactive", "background"])
    func unnamedAlert(aps: String, state: String) throws {
        #expect(try Self.event(nil, state: state, aps: aps).kind == .open)
        for value in ["1", #""1""#, "true"] {
            let waking = #"\#(aps),"content-available":\#(value)"#
            #expect(try Self.event(nil, state: state, aps: waking).kind == .phantomOpen)
        }
        let asleep = #"\#(aps),"content-available":0"#
        #expect(try Self.event(nil, state: state, aps: asleep).kind == .open)
    }

    @Test(
        "without a callback's name and an alert it is a receipt", arguments: noAlerts,
        ["inactive", "background"])
    func unnamedSilent(aps: String, state: String) throws {
        #expect(try Self.event(nil, state: state, aps: aps).kind == .receipt)
        let waking = aps.isEmpty ? #""content-available":1"# : #"\#(aps),"content-available":1"#
        #expect(try Self.event(nil, state: state, aps: waking).kind == .receipt)
    }

    @Test(
        "the SDK's own callback without a state proves nothing but a receipt", arguments: alerts)
    func unnamedWithoutState(aps: String) throws {
        let callback = "appDidReceiveMessage"
        #expect(try Self.event(callback, aps: aps).kind == .receipt)
        #expect(try Self.event(callback, state: "somewhere", aps: aps).kind == .receipt)
        for state in [nil, "somewhere"] {
            let error = #expect(throws: RecordError.self) {
                try Self.event(nil, state: state, aps: aps)
            }
            #expect(error?.reason == .noEvent)
        }
    }
}
