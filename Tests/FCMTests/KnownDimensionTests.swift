import FCM
import Foundation
import NDJSON
import Testing

/// Dimensions that a name declares: their places in all forms of sends.
@Suite("Dimensions that are known by name")
struct KnownDimensionTests {
    private static let all = KnownDimension.of(.sends).map(\.dimension)
    private static let refused = #""error":{"code":404,"status":"NOT_FOUND"}"#

    private static func sent(_ id: String) -> String {
        #""response":{"name":"projects/shop/messages/\#(id)"}"#
    }

    /// The values of app, channel and collapse key.
    private func values(
        _ rest: String, map: EnvelopeMap? = nil, _ declared: [OwnDimension] = all
    ) throws -> [String?] {
        let decoder = makeDecoder(map, dimensions: declared)
        let line = #"{"ts":"2026-11-20T09:00:00Z",\#(rest)}"#
        var values = DecodedValues()
        guard case .send(let send) = try values.decode(Array(line.utf8), with: decoder).get()
        else { throw UnexpectedRecord() }
        return declared.indices.map { send.profile.dimensions[$0] }
    }

    private func hash(_ text: String) throws -> String? {
        try values(
            #""message":{"token":"t","android":{"collapse_key":"\#(text)"}},"#
                + Self.sent(ID.android))[2]
    }

    private static let everywhere = """
        "message":{"token":"t",
          "android":{"restricted_package_name":"com.shop","collapse_key":"a",
            "notification":{"channel_id":"deals"}},
          "apns":{"headers":{"apns-topic":"org.shop","apns-collapse-id":"b"}},
          "webpush":{"headers":{"Topic":"c"}}}
        """

    @Test("a message for several platforms has the values of the platform that FCM's ID shows")
    func byPlatform() throws {
        let (a, b, c) = (try hash("a"), try hash("b"), try hash("c"))
        let android = try values(Self.everywhere + "," + Self.sent(ID.android))
        #expect(android == ["com.shop", "deals", a])
        let apple = try values(Self.everywhere + "," + Self.sent(ID.apple))
        #expect(apple == ["org.shop", nil, b])
        let web = try values(Self.everywhere + "," + Self.sent(ID.web))
        #expect(web == [nil, nil, c])
    }

    @Test("of a refused send, the platforms must agree")
    func refused() throws {
        #expect(try values(Self.everywhere + "," + Self.refused) == [nil, "deals", nil])
        let same = Self.everywhere.replacing("org.shop", with: "com.shop")
            .replacing(#""b""#, with: #""a""#).replacing(#""c""#, with: #""a""#)
        #expect(
            try values(same + "," + Self.refused) == ["com.shop", "deals", try hash("a")])
        let named = #""platform":"ios","# + Self.everywhere + "," + Self.refused
        #expect(try values(named) == ["org.shop", nil, try hash("b")])
    }

    @Test("camelCase of the Admin SDKs, and a request around the message")
    func spellings() throws {
        let message = """
            "request":{"message":{"token":"t","android":{"restrictedPackageName":"com.shop",
              "collapseKey":"a","notification":{"channelId":"deals"}}}}
            """
        #expect(
            try values(message + "," + Self.sent(ID.android))
                == ["com.shop", "deals", try hash("a")])
    }

    @Test("requests of the legacy API", arguments: [ID.android, ID.web])
    func legacy(id: String) throws {
        let request = """
            "request":{"token":"t","restricted_package_name":"com.shop","collapse_key":"a",
              "notification":{"title":"x","android_channel_id":"deals"}}
            """
        let expected =
            try id == ID.android
            ? ["com.shop", "deals", hash("a")] : [nil, nil, hash("a")]
        #expect(try values(request + "," + Self.sent(id)) == expected)
    }

    @Test("a request where a map says")
    func mapped() throws {
        let map = try EnvelopeMap(json: Data(#"{"fields":{"request":"/http/body"}}"#.utf8))
        let line = """
            "http":{"body":{"message":{"token":"t","android":
              {"restricted_package_name":"com.shop"}}}}
            """
        #expect(try values(line + "," + Self.sent(ID.android), map: map)[0] == "com.shop")
    }

    @Test("rows of the export have the app and the collapse key")
    func export() throws {
        let row = String(ExportRowTests.accepted.dropFirst().dropLast())
            .replacing(#""collapse_key":"""#, with: #""collapse_key":"a""#)
        #expect(try values(row) == ["com.example.app", nil, try hash("a")])
    }

    @Test("a collapse key is hashed, unless its place is given; both may be declared")
    func clear() throws {
        let place = "/message/android/collapse_key"
        let both = [
            KnownDimension.collapseKey.dimension, OwnDimension(name: "key", place: place),
            KnownDimension.app.dimension,
            OwnDimension(name: "package", place: "/message/android/restricted_package_name"),
        ]
        let hash = try #require(try hash("a"))
        let other = try #require(try self.hash("b"))
        #expect(hash.count == 16 && hash != other)
        for order in [both, both.reversed()] {
            let found = try values(Self.everywhere + "," + Self.sent(ID.android), order)
            #expect(
                Dictionary(uniqueKeysWithValues: zip(order.map(\.name), found))
                    == ["collapse_key": hash, "key": "a", "app": "com.shop", "package": "com.shop"])
        }
    }
}
