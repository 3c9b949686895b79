import FCM
import NDJSON
import Testing

/// Rows of `firebase_messaging.data` as `bq extract` writes them: INT64 as text, times with
/// ` UTC`, `<`, `>` and `&` escaped.
@Suite("Rows of FCM's BigQuery export")
struct ExportRowTests {
    static let accepted = """
        {"event_timestamp":"2026-11-20 09:00:01.118034 UTC","project_number":"123456789012",
         "message_id":"\(ID.android)","instance_id":"cT3Lw9yVQ0aXxP5sKk2dE1",
         "message_type":"DISPLAY_NOTIFICATION","sdk_platform":"ANDROID",
         "app_name":"com.example.app","collapse_key":"","priority":"10","ttl":"86400",
         "topic":"/topics/news","bulk_id":"6810356097230477954","event":"MESSAGE_ACCEPTED",
         "analytics_label":"news_am"}
        """

    @Test("an accepted message is a send")
    func accepted() throws {
        let send = try decodeSend(Self.accepted)
        #expect(send.outcome == .sent)
        #expect(send.messageID == ID.android)
        #expect(send.time == Timestamp("2026-11-20T09:00:01.118034Z"))
        #expect(send.profile.exportedPlatform == .android)
        #expect(send.profile.exportedLabel == "news_am")
        #expect(send.profile.topic == "news")
        #expect(send.profile.target == .unknown)
        #expect(send.profile.exportedPriority == "high")
        #expect(send.profile.exportedTTLSeconds == 86400)
        #expect(send.profile.exportedMessageType == "notification")
        #expect(send.profile.options == DeliveryOptions())
        #expect(send.profile.displays == PerPlatform(repeating: .shown))
        #expect(send.profile.images == PerPlatform(repeating: .unknown))
    }

    @Test("the instance is a target that any target of the sender's log comes before")
    func instance() throws {
        let exported = try decodeSend(Self.accepted).targetHash
        #expect(exported == targetHash("cT3Lw9yVQ0aXxP5sKk2dE1") + SendRecord.targetHashBits + 1)
        #expect(exported > SendRecord.targetHashBits)
        let without = Self.accepted.replacing(#""cT3Lw9yVQ0aXxP5sKk2dE1""#, with: "null")
        #expect(try decodeSend(without).targetHash == 0)
    }

    @Test("numbers, lower case, null and unknown columns are the same row")
    func spellings() throws {
        let send = try decodeSend(
            """
            {"event_timestamp":1795165201118034,"project_number":123456789012,
             "message_id":"\(ID.android)","instance_id":"cT3Lw9yVQ0aXxP5sKk2dE1",
             "app_name":null,"device_recently_active":true,
             "message_type":"display_notification","sdk_platform":"android","priority":10,
             "ttl":86400,"topic":"/topics/news","bulk_id":6810356097230477954,
             "event":"message_accepted","analytics_label":"news_am"}
            """)
        #expect(try send == decodeSend(Self.accepted))
    }

    @Test(
        "the time has no fraction to six digits of one, and other forms",
        arguments: [
            #""2026-11-20 09:00:01 UTC""#, #""2026-11-20 09:00:01.0 UTC""#,
            #""2026-11-20 09:00:01.000000 UTC""#, #""2026-11-20 09:00:01""#,
            #""2026-11-20T09:00:01Z""#, #""2026-11-20 09:00:01+00""#, "1795165201",
            "1795165201.0", #""1795165201000000""#,
        ])
    func times(value: String) throws {
        let event = try decodeEvent(
            """
            {"event_timestamp":\(value),"message_id":"\(ID.android)","event":"MESSAGE_DELIVERED"}
            """)
        #expect(event.time == Timestamp("2026-11-20T09:00:01Z"))
    }

    @Test("a delivered message is a receipt, of the same message")
    func delivered() throws {
        let event = try decodeEvent(
            """
            {"event_timestamp":"2026-11-20 09:00:03 UTC","message_id":"\(ID.android)",
             "message_type":"DISPLAY_NOTIFICATION","sdk_platform":"ANDROID","bulk_id":"0",
             "event":"MESSAGE_DELIVERED","analytics_label":"a\\u003cb\\u003ec\\u0026d"}
            """)
        #expect(event.kind == .receipt)
        #expect(event.key == (try decodeSend(Self.accepted).key))
        #expect(event.display == .none)
        #expect(event.observed.label == "a<b>c&d")
        #expect(event.observed.platformNames == ["android"])
        #expect(!event.isLabelOnly)
    }

    @Test(
        "platforms are enum names in any case",
        arguments: [
            ("ANDROID", Platform.android), ("IOS", .ios), ("Ios", .ios), ("WEB", .web),
            ("web", .web), ("UNKNOWN_OS", nil), ("", nil),
        ])
    func platforms(word: String, platform: Platform?) throws {
        let send = try decodeSend(Self.accepted.replacing(#""ANDROID""#, with: #""\#(word)""#))
        #expect(send.profile.exportedPlatform == platform)
    }

    @Test("a data message is silent")
    func dataMessage() throws {
        let row = Self.accepted.replacing("DISPLAY_NOTIFICATION", with: "DATA_MESSAGE")
        #expect(try decodeSend(row).profile.displays == PerPlatform(repeating: .silent))
        let other = Self.accepted.replacing("DISPLAY_NOTIFICATION", with: "")
        #expect(try decodeSend(other).profile.displays == PerPlatform(repeating: .unknown))
    }

    @Test(
        "priority 0 means none",
        arguments: [("5", "normal"), ("10", "high"), ("0", nil)] as [(String, String?)])
    func priority(value: String, priority: String?) throws {
        let row = Self.accepted.replacing(#""priority":"10""#, with: #""priority":"\#(value)""#)
        #expect(try decodeSend(row).profile.exportedPriority == priority)
    }

    @Test(
        "each refusal has its word in the send API",
        arguments: [
            ("MISSING_REGISTRATIONS", "INVALID_ARGUMENT"),
            ("INVALID_REGISTRATION", "INVALID_ARGUMENT"),
            ("INVALID_PACKAGE_NAME", "INVALID_ARGUMENT"),
            ("INVALID_PARAMETERS", "INVALID_ARGUMENT"),
            ("PAYLOAD_TOO_LARGE", "INVALID_ARGUMENT"), ("INVALID_TTL", "INVALID_ARGUMENT"),
            ("UNAUTHORIZED_REGISTRATION", "SENDER_ID_MISMATCH"),
            ("MISMATCH_SENDER_ID", "SENDER_ID_MISMATCH"),
            ("MESSAGE_RECEIVED_INTERNAL_ERROR", "INTERNAL"),
            ("QUOTA_EXCEEDED", "QUOTA_EXCEEDED"),
            ("INVALID_APNS_CREDENTIAL", "THIRD_PARTY_AUTH_ERROR"),
            ("AUTHENTICATION_ERROR", "UNAUTHENTICATED"),
        ])
    func refusals(event: String, code: String) throws {
        let row = Self.accepted.replacing("MESSAGE_ACCEPTED", with: event)
        #expect(try decodeSend(row).outcome == .failed(SendError(code: code)))
        let withoutID = row.replacing(ID.android, with: "")
        #expect(try decodeSend(withoutID).key.shape == .content)
    }

    /// No SDK of Google's sends it: it only stands in the proto.
    @Test("an export has no opened event", arguments: ["MESSAGE_OPEN", "UNKNOWN_EVENT"])
    func noOpens(event: String) {
        expectReject(
            #"{"event_timestamp":1795165201,"project_number":1,"message_type":"X","#
                + #""event":"▲\#(event)"}"#,
            .unknownEvent)
    }

    static let topic = """
        {"event_timestamp":"2026-11-20 09:00:01 UTC","message_id":"","message_type":"TOPIC",
         "sdk_platform":"UNKNOWN_OS","topic":"news","bulk_id":"6810356097230477954",
         "event":"MESSAGE_ACCEPTED","analytics_label":"news_am"}
        """

    @Test("the row of a topic request has no message ID: the number of its fan-out stands for it")
    func topicRow() throws {
        let send = try decodeSend(Self.topic)
        #expect(send.messageID == "6810356097230477954")
        #expect(send.profile.target == .topic)
        #expect(send.profile.topic == "news")
        #expect(send.profile.exportedPlatform == nil)
    }

    @Test("a topic row without that number has the identity of its content")
    func topicRowWithoutBulkID() throws {
        let zero = Self.topic.replacing(#""6810356097230477954""#, with: #""0""#)
        let null = Self.topic.replacing(#""6810356097230477954""#, with: "null")
        #expect(try decodeSend(zero).key.shape == .content)
        #expect(try decodeSend(null).key.shape == .content)
        #expect(try decodeSend(zero).key == decodeSend(zero).key)
    }

    /// Google's own queries count `message_id != ''`.
    @Test(
        "other rows without a message ID are set aside",
        arguments: [
            "", #""message_id":"","#,
            #""message_id":null,"#,
        ])
    func withoutID(column: String) {
        for event in ["MESSAGE_ACCEPTED", "MESSAGE_DELIVERED"] {
            expectReject(
                #"▲{"event_timestamp":1795165201,"project_number":1,"#
                    + #"\#(column)"event":"\#(event)"}"#,
                .noMessageID)
        }
    }
}
