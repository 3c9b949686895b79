import FCM
import NDJSON
import Testing

/// firebase-android-sdk: Constants.java, RemoteMessage.java, MessagingAnalytics.java,
/// CommonNotificationBuilder.java.
@Suite("Android events")
struct AndroidEventTests {
    private func event(
        _ event: String = "received", state: String? = nil, bundle: String,
        under name: String = "bundle"
    ) throws -> DecodedEvent {
        let state = state.map { #""app_state":"\#($0)","# } ?? ""
        return try decodeEvent(
            """
            {"ts":"2026-11-20T09:00:01Z",\(state)"event":"\(event)","\(name)":{\(bundle)}}
            """)
    }

    static let display = #""google.message_id":"\#(ID.android)","gcm.n.e":"1""#

    @Test("a bundle may be named for where it was found", arguments: ["bundle", "extras", "data"])
    func names(name: String) throws {
        let event = try event(bundle: Self.display, under: name)
        #expect(event.key.messageID == ID.android)
        #expect(event.kind == .receipt)
        #expect(event.observed.platformNames == ["android"])
    }

    @Test(
        "each word has its kind",
        arguments: [
            ("received", EventKind.receipt), ("foreground", .foreground),
            ("impression", .impression), ("displayed", .impression), ("shown", .impression),
            ("opened", .open), ("open", .open), ("clicked", .open), ("dismissed", .dismiss),
            ("dismiss", .dismiss), ("notification_receive", .receipt), ("_nr", .receipt),
            ("_nf", .foreground), ("_no", .open), ("_nd", .dismiss),
        ])
    func words(word: String, kind: EventKind) throws {
        #expect(try event(word, bundle: Self.display).kind == kind)
    }

    @Test(
        "a display message's receipt is shown unless the app was in the foreground",
        arguments: [
            ("background", .background), (nil, .unstated), ("active", .none),
            ("foreground", .none), ("resumed", .none), ("terminated", .background),
            ("inactive", .background),
        ] as [(String?, ClientEvent.Display)])
    func displayReceipt(state: String?, display: ClientEvent.Display) throws {
        #expect(try event(state: state, bundle: Self.display).display == display)
        let old = #""google.message_id":"1795165200298771","gcm.notification.e":"1""#
        #expect(try event(state: state, bundle: old).display == display)
    }

    @Test(
        "nothing is shown for data alone, for analytics only, and by other events",
        arguments: [
            ("received", #""google.message_id":"1795165200298771""#),
            ("received", #""google.message_id":"1795165200298771","gcm.n.e":"0""#),
            ("received", #""google.message_id":"1795165200298771","gcm.n.e":"1","gcm.n.noui":"1""#),
            (
                "received",
                #""google.message_id":"1795165200298771","gcm.n.e":"1","gcm.notification.noui":"1""#
            ),
            ("opened", #""google.message_id":"1795165200298771","gcm.n.e":"1""#),
        ])
    func notShown(word: String, bundle: String) throws {
        #expect(try event(word, state: "background", bundle: bundle).display == .none)
    }

    @Test("message_id stands for google.message_id where it has the shape of one")
    func fallback() throws {
        #expect(try event(bundle: #""message_id":"\#(ID.android)""#).key.messageID == ID.android)
        let both = #""message_id":"\#(ID.apple)","google.message_id":"\#(ID.android)""#
        #expect(try event(bundle: both).key.messageID == ID.android)
    }

    /// cordova-plugin-firebasex#544: an app's own data key is called `message_id`, too.
    @Test("a message_id of the app's own data is no message ID", arguments: [#""18579""#, "18579"])
    func customMessageID(value: String) throws {
        let bundle = #""bundle":{"message_id":\#(value)"#
        #expect(
            try decode(#"{"ts":1795165201,"event":"received",\#(bundle)}}"#) == .foreign(.other))
        let own = try decodeEvent(
            #"{"ts":1795165201,"event":"received",\#(bundle),"#
                + #""google.message_id":"\#(ID.android)"}}"#
        )
        #expect(own.messageID == ID.android)
    }

    @Test("a RemoteMessage has no analytics keys and cannot say that it was shown")
    func remoteMessage() throws {
        let event = try decodeEvent(
            """
            {"ts":"2026-11-20T09:00:01Z","event":"received","remote_message":{
             "messageId":"\(ID.android)","from":"/topics/news","sentTime":1,"ttl":2419200,
             "priority":"normal","originalPriority":"high","data":{"k":"v"},
             "notification":{"title":"T","android":{"imageUrl":"https://a.b/c.png"}}}}
            """)
        #expect(event.key.messageID == ID.android)
        #expect(event.time.text == "2026-11-20T09:00:01.000Z")
        #expect(event.display == .none)
        #expect(event.observed.topic == "news")
        #expect(event.observed.label == nil)
        #expect(event.observed.isPriorityLowered == true)
        #expect(event.observed.platformNames == ["android"])
    }

    @Test(
        "a RemoteMessage has priorities as numbers",
        arguments: [(1, 2, true), (1, 1, false), (2, 2, false), (0, 2, nil)] as [(Int, Int, Bool?)])
    func numberedPriorities(original: Int, delivered: Int, isLowered: Bool?) throws {
        let event = try decodeEvent(
            """
            {"ts":"2026-11-20T09:00:01Z","event":"received","remote_message":{
             "messageId":"\(ID.android)","priority":\(delivered),"originalPriority":\(original)}}
            """)
        #expect(event.observed.isPriorityLowered == isLowered)
    }

    /// On a tap `google.c.*` and `gcm.n.*` are gone, and a bundle inside the bundle holds them.
    @Test("the extras of a tap hold their analytics one level deeper")
    func extrasOfTap() throws {
        let event = try event(
            "opened",
            bundle: """
                "google.message_id":"\(ID.android)","from":"123456789012",
                "gcm.n.analytics_data":{"from":"/topics/news","google.c.a.e":"1",
                "google.c.a.m_l":"sale"}
                """, under: "extras")
        #expect(event.kind == .open)
        #expect(event.observed.label == "sale")
        #expect(event.observed.topic == "news")
    }

    @Test("the intent of a dismissal has no message ID: it counts for its campaign alone")
    func dismissIntent() throws {
        let extras = """
            "from":"123456789012","google.c.a.e":"1","google.c.a.c_id":"8998426946077960746",
            "google.c.a.c_l":"Nov push","google.c.a.ts":"1795165200","google.c.a.udt":"0"
            """
        let event = try event("dismissed", bundle: extras, under: "extras")
        #expect(event.isLabelOnly)
        #expect(event.kind == .dismiss)
        #expect(event.key.messageID == nil)
        #expect(event.observed.composerID == "8998426946077960746")
        #expect(try self.event("dismissed", bundle: extras).key == event.key)
    }

    @Test("an open with a campaign but no message ID is no label event")
    func openWithoutID() {
        expectReject(
            #"▲{"ts":1795165201,"event":"opened","extras":{"google.c.a.c_id":"1"}}"#, .noMessageID)
    }

    @Test("a bundle that nothing of FCM is in is foreign")
    func otherBundle() throws {
        #expect(
            try decode(#"{"ts":1795165201,"event":"dismissed","extras":{"from":"1"}}"#)
                == .foreign(.other))
    }

    @Test(
        "a lowered priority is read from the new keys and the old ones",
        arguments: [
            (#""google.original_priority":"high","google.delivered_priority":"normal""#, true),
            (#""google.original_priority":"high","google.delivered_priority":"high""#, false),
            (#""google.original_priority":"normal","google.delivered_priority":"normal""#, false),
            (#""google.priority":"high","google.priority_reduced":"1""#, true),
            (#""google.priority":"high","google.priority_reduced":"0""#, false),
            (#""google.delivered_priority":"normal""#, nil),
            (#""google.original_priority":"high""#, nil),
        ] as [(String, Bool?)])
    func loweredPriority(keys: String, lowered: Bool?) throws {
        let event = try event(bundle: Self.display + "," + keys)
        #expect(event.observed.isPriorityLowered == lowered)
    }

    /// firebase-android-sdk#6091, #5325: before 24.0.1 opens were logged two to four times.
    @Test("opens that the SDK logs several times are records of one event")
    func repeatedOpens() throws {
        let first = try event("opened", bundle: Self.display)
        let second = try event("_no", bundle: Self.display, under: "extras")
        #expect(first.key == second.key)
        #expect(first.kind == second.kind)
    }

    @Test("numbers and texts of the bundle are the same")
    func numbersAsText() throws {
        let numbers = try event(bundle: #""google.message_id":1795165200298771,"gcm.n.e":1"#)
        let texts = try event(bundle: #""google.message_id":"1795165200298771","gcm.n.e":"1""#)
        #expect(numbers.key == texts.key)
        #expect(numbers.display == texts.display)
    }
}
