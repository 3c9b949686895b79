import FCM
import NDJSON
import Testing

/// Rows of `analytics_<property>.events_YYYYMMDD`. Their `message_id` is the Composer campaign,
/// not the message, and API sends have none.
@Suite("Rows of the Google Analytics export")
struct AnalyticsRowTests {
    private func row(
        _ params: String, name: String = "notification_open", platform: String = "IOS",
        time: String = #""1795165451000000""#, user: String = "c3d4"
    ) throws -> DecodedEvent {
        try decodeEvent(
            """
            {"event_date":"20261120","event_timestamp":\(time),"event_name":"\(name)",
             "event_params":[\(params)],"user_pseudo_id":"\(user)","platform":"\(platform)",
             "stream_id":"1","app_info":{"id":"com.example.app"}}
            """)
    }

    static let composer = """
        {"key":"message_id","value":{"string_value":"5583118048490418076"}},
        {"key":"message_name","value":{"string_value":"Nov push"}},
        {"key":"message_time","value":{"int_value":"1795165200"}},
        {"key":"message_device_time","value":{"string_value":"0"}},
        {"key":"topic","value":{"string_value":"/topics/news"}}
        """

    @Test("a row never gives the key of a message, even if its campaign looks like an ID")
    func noMessageKey() throws {
        for id in ["5583118048490418076", ID.apple, ID.android, ID.web] {
            let event = try row(#"{"key":"message_id","value":{"string_value":"\#(id)"}}"#)
            #expect(event.isLabelOnly)
            #expect(event.key.shape == .content)
            #expect(event.key.messageID == nil)
            #expect(event.observed.composerID == id)
        }
    }

    @Test("campaign, its name and the topic are read")
    func composerRow() throws {
        let event = try row(Self.composer)
        #expect(event.kind == .open)
        #expect(event.time == Timestamp("2026-11-20T09:04:11Z"))
        #expect(event.observed.composerID == "5583118048490418076")
        #expect(event.observed.composerName == "Nov push")
        #expect(event.observed.topic == "news")
        #expect(event.observed.platformNames == ["ios"])
    }

    @Test("an API send's row has its label alone")
    func label() throws {
        let event = try row(
            #"{"key":"label","value":{"string_value":"sale"}}"#, name: "notification_receive",
            platform: "ANDROID")
        #expect(event.kind == .receipt)
        #expect(event.observed.label == "sale")
        #expect(event.observed.composerID == nil)
        #expect(event.observed.platformNames == ["android"])
    }

    @Test(
        "a value's other members may be null, before it or behind it",
        arguments: [
            #"{"string_value":"7","int_value":null,"float_value":null,"double_value":null}"#,
            #"{"double_value":null,"float_value":null,"int_value":null,"string_value":"7"}"#,
            #"{"string_value":null,"int_value":"7"}"#, #"{"int_value":"7","string_value":null}"#,
            #"{"int_value":7}"#,
        ])
    func nullMembers(value: String) throws {
        let event = try row(#"{"key":"message_id","value":\#(value)}"#)
        #expect(event.observed.composerID == "7")
    }

    @Test(
        "each event has its kind",
        arguments: [
            ("notification_receive", EventKind.receipt), ("notification_foreground", .foreground),
            ("notification_open", .open), ("notification_dismiss", .dismiss),
        ])
    func kinds(name: String, kind: EventKind) throws {
        #expect(try row("", name: name).kind == kind)
    }

    @Test(
        "other events of the app are foreign",
        arguments: ["session_start", "firebase_campaign", "open"])
    func otherEvents(name: String) throws {
        #expect(
            try decode(#"{"event_timestamp":"1795165451000000","event_name":"\#(name)"}"#)
                == .foreign(.other))
    }

    @Test("rows differ by user, moment, kind and parameters; a repeated row is one")
    func identity() throws {
        let keys = try [
            row(Self.composer), row(Self.composer, user: "x"), row(""),
            row(Self.composer, time: "1795165451000001"),
            row(Self.composer, name: "notification_dismiss"),
        ].map(\.key)
        #expect(Set(keys).count == keys.count)
        #expect(try row(Self.composer, time: "1795165451000000").key == keys[0])
    }
}
