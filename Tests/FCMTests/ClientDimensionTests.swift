import FCM
import Foundation
import NDJSON
import Testing

/// Dimensions of client events: what apps log of the app, the device and the button.
@Suite("Dimensions that clients tell")
struct ClientDimensionTests {
    private static let all = KnownDimension.of(.clients).map(\.dimension)

    /// The values of action, app version, version of the system, locale and device.
    private func values(
        _ line: String, _ declared: [OwnDimension] = all, map: EnvelopeMap? = nil
    ) throws -> [String?] {
        let decoder = makeDecoder(map, dimensions: declared)
        var values = DecodedValues()
        guard case .event(let event) = try values.decode(Array(line.utf8), with: decoder).get()
        else { throw UnexpectedRecord() }
        return declared.indices.map { event.observed.dimensions[$0] }
    }

    private static let bundle = #""bundle":{"google.message_id":"\#(ID.android)"}"#
    private static let time = #""time":"2026-11-20T09:00:00Z""#

    @Test("are at the top of an app's own record", arguments: ["app_version", "appVersion"])
    func own(name: String) throws {
        let line = """
            {\(Self.time),"event":"opened","actionId":"reply","\(name)":"7.1","osVersion":15,
            "locale":"de-DE","deviceModel":"Pixel 8",\(Self.bundle)}
            """
        #expect(try values(line) == ["reply", "7.1", "15", "de-DE", "Pixel 8"])
    }

    /// Segment's Spec: `properties` is the app's, `context` is of the library.
    @Test("are in the context around a record")
    func around() throws {
        let line = """
            {"type":"track","event":"Push Notification Tapped","timestamp":"2026-11-20T09:00:00Z",
            "context":{"app":{"name":"Shop","version":"2.4.0","build":"77"},"locale":"en-US",
            "os":{"name":"Android","version":"13"},"device":{"model":"SM-S911B"}},
            "properties":{"google.message_id":"\(ID.android)","action":"BUY"}}
            """
        #expect(try values(line) == ["BUY", "2.4.0", "13", "en-US", "SM-S911B"])
        let build = OwnDimension(name: "build", source: .clients, place: "/context/app/build")
        #expect(try values(line, [build]) == ["77"])
    }

    @Test("of the nearest object with a value")
    func nearest() throws {
        let line = """
            {"app_version":"outer","locale":"fr","data":{\(Self.time),"event":"received",
            "app_version":"inner","bundle":{"google.message_id":"\(ID.android)"}}}
            """
        #expect(try values(line) == [nil, "inner", nil, "fr", nil])
    }

    @Test("of a purchase in the export of Google Analytics that names its message")
    func purchase() throws {
        let line = """
            {"event_timestamp":"1763456400000000","event_name":"purchase","platform":"IOS",
            "app_info":{"id":"com.shop","version":"9.2"},"device":{"language":"pt-br",
            "operating_system_version":"iOS 26.1","mobile_model_name":"iPhone 17"},
            "event_params":[{"key":"fcm_message_id","value":{"string_value":"\(ID.apple)"}}]}
            """
        #expect(try values(line) == [nil, "9.2", "iOS 26.1", "pt-br", "iPhone 17"])
    }

    @Test(
        "an action is of an open alone, and no word for an event",
        arguments: [
            (#""event":"opened","action":"BUY""#, "BUY"),
            (
                #""event":"opened","action":"expo.modules.notifications.actions.DEFAULT""#,
                "default"
            ),
            (#""event":"opened","action":"""#, nil),
            (#""event":"opened","action":null"#, nil),
            (#""event":"opened","action":7"#, nil),
            (#""action":"opened""#, nil),
            (#""event":"received","action":"BUY""#, nil),
            (#""event":"dismissed","action":"BUY""#, nil),
        ] as [(String, String?)])
    func actions(rest: String, action: String?) throws {
        #expect(try values("{\(Self.time),\(rest),\(Self.bundle)}")[0] == action)
    }

    @Test("of Apple's callbacks: a tap on the notification, and a button")
    func apple() throws {
        let tap = "com.apple.UNNotificationDefaultActionIdentifier"
        for (word, action) in [(tap, "default"), ("SHOW_DETAILS", "SHOW_DETAILS")] {
            let line = """
                {\(Self.time),"callback":"didReceiveResponse","action":"\(word)",
                "user_info":{"gcm.message_id":"\(ID.apple)","aps":{"alert":"x"}}}
                """
            #expect(try values(line)[0] == action)
        }
    }

    @Test("records that differ in them alone are decoded apart")
    func remembered() throws {
        let decoder = makeDecoder(dimensions: Self.all)
        var decoded = DecodedValues()
        for version in ["1", "2", "1"] {
            for event in ["opened", "received"] {
                let line = """
                    {\(Self.time),"event":"\(event)","action":"BUY","app_version":"\(version)",\
                    \(Self.bundle)}
                    """
                guard
                    case .event(let record) = try decoded.decode(Array(line.utf8), with: decoder)
                        .get()
                else { throw UnexpectedRecord() }
                #expect(record.observed.dimensions[1] == version)
                #expect(record.observed.dimensions[0] == (event == "opened" ? "BUY" : nil))
            }
        }
    }

    @Test("without a declaration are read of no record")
    func undeclared() throws {
        let line = "{\(Self.time),\"event\":\"opened\",\"app_version\":\"1\",\(Self.bundle)}"
        #expect(try decodeEvent(line).observed.dimensions.isEmpty)
    }
}
