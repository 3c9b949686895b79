import FCM
import NDJSON
import Testing

@Suite("Conversions")
struct ConversionTests {
    private func conversion(_ members: String, event: String = "converted") throws -> DecodedEvent {
        try decodeEvent(
            #"{"ts":1795165201,"event":"\#(event)","messageId":"\#(ID.android)"\#(members)}"#)
    }

    @Test(
        "are named by these words",
        arguments: [
            "converted", "conversion", "purchased", "Order Completed",
            "Push Notification Converted", "push_notification_conversion",
        ])
    func words(word: String) throws {
        #expect(try conversion("", event: word).kind == .converted)
    }

    @Test(
        "have values as exact decimals, as text or number, rounded to millionths",
        arguments: [
            ("12.50", 12_500_000), ("0.1", 100_000), ("-3.25", -3_250_000), ("1980", 1_980_000_000),
            ("1e2", 100_000_000), ("1.5E-3", 1500), ("0", 0), ("0.30000000000000004", 300_000),
            ("0.0000005", 1), ("-0.0000005", -1), ("0.0000004999", 0), ("1e-30", 0),
            ("000.5", 500_000), ("999999999.999999", 999_999_999_999_999),
        ] as [(String, Int64)])
    func values(text: String, millionths: Int64) throws {
        #expect(
            try conversion(#","value":"\#(text)""#).amount == Amount(millionths: millionths))
        guard !text.hasPrefix("00") else { return }
        #expect(try conversion(#","value":\#(text)"#).amount == Amount(millionths: millionths))
    }

    @Test(
        "are rejected with values that are no decimals, or too large",
        arguments: [
            #""12,50""#, #""9.99 EUR""#, #"".5""#, #""1.""#, #""1e""#, #""1e999""#, "[]", "true",
            "1000000000", "999999999.9999995", "-1e9",
        ])
    func wrongValues(value: String) {
        #expect(throws: RecordError.self) { try conversion(#","value":\#(value)"#) }
    }

    @Test("have currencies of three letters, in any case")
    func currencies() throws {
        let amount = try conversion(#","value":1,"currency":"eur""#).amount
        #expect(amount == Amount(millionths: 1_000_000, currency: "EUR"))
        #expect(throws: RecordError.self) { try conversion(#","value":1,"currency":"euro""#) }
    }

    @Test("without a value have no amount, whatever their currency")
    func noValue() throws {
        #expect(try conversion("").amount == nil)
        #expect(try conversion(#","value":null,"currency":"EUR""#).amount == nil)
        #expect(try conversion(#","value":"","currency":"?""#).amount == nil)
    }

    @Test("alone have values: those of other events are not read")
    func others() throws {
        #expect(try conversion(#","value":"?""#, event: "opened").amount == nil)
    }

    @Test("are read from a call of Segment's track")
    func segment() throws {
        let event = try decodeEvent(
            #"""
            {"type":"track","messageId":"ajs-next-17638-5f3c","timestamp":"2026-11-20T09:00:01Z",
             "event":"Push Notification Converted",
             "properties":{"message_id":"\#(ID.android)","value":"12.50","currency":"usd"}}
            """#)
        #expect(event.kind == .converted)
        #expect(event.messageID == ID.android)
        #expect(event.amount == Amount(millionths: 12_500_000, currency: "USD"))
    }

    private func purchase(_ params: String) throws -> Decoded {
        try decode(
            """
            {"event_date":"20261120","event_timestamp":"1795165451000000",
             "event_name":"purchase","event_params":[\(params)],"platform":"ANDROID"}
            """)
    }

    @Test("are purchases of Google Analytics that name their message")
    func analytics() throws {
        let decoded = try purchase(
            #"""
            {"key":"value","value":{"double_value":9.99}},
            {"key":"currency","value":{"string_value":"EUR"}},
            {"key":"fcm_message_id","value":{"string_value":"\#(ID.android)"}}
            """#)
        guard case .event(let event) = decoded else { throw UnexpectedRecord() }
        #expect(event.kind == .converted && !event.isLabelOnly)
        #expect(event.messageID == ID.android)
        #expect(event.amount == Amount(millionths: 9_990_000, currency: "EUR"))
    }

    @Test(
        "are no purchases of Google Analytics without an ID in FCM's form",
        arguments: ["", #"{"key":"message_id","value":{"string_value":"5583118048490418076"}}"#])
    func otherPurchases(params: String) throws {
        #expect(try purchase(params) == .foreign(.other))
    }

    /// Segment's Spec: an order brought in its `revenue`; `total` has tax and shipping, too.
    @Test(
        "of Segment are worth their revenue, else the total of the order",
        arguments: [
            (#""revenue":19.99,"total":"21.00","currency":"USD""#, 19_990_000),
            (#""revenue":null,"total":"21.00","currency":"USD""#, 21_000_000),
            (#""value":5,"revenue":19.99,"currency":"USD""#, 5_000_000),
            (#""currency":"USD","products":[{"price":3}]"#, nil),
        ] as [(String, Int64?)])
    func segment(properties: String, millionths: Int64?) throws {
        let map = try Preset.json("segment").map(EnvelopeMap.init(json:))
        let event = try decodeEvent(
            """
            {"type":"track","timestamp":"2026-11-16T09:08:20Z","event":"Order Completed",
             "userId":"u","properties":{"google.message_id":"\(ID.android)",\(properties)}}
            """, map: map)
        #expect(event.kind == .converted)
        #expect(event.amount == millionths.map { Amount(millionths: $0, currency: "USD") })
    }
}
