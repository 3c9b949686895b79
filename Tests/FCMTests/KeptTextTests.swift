import FCM
import NDJSON
import Testing

/// Names are compared by Swift, by SQL and by people: what is one to one of them is one to all.
@Suite("Texts that are kept")
struct KeptTextTests {
    private func campaign(_ json: String) throws -> [UInt8]? {
        let send = try decodeSend(
            #"{"ts":1795165201,"campaign":"\#(json)","message":{},"#
                + #""response":{"name":"projects/demo/messages/1795165200298771"}}"#
        )
        return send.profile.campaign.map { Array($0.utf8) }
    }

    @Test("are composed, however they were written")
    func composed() throws {
        let expected = Array("Caf\u{e9} \u{1e9b}\u{323}".utf8)
        #expect(try campaign("Caf\u{e9} \u{1e9b}\u{323}") == expected)
        #expect(try campaign("Cafe\u{301} \u{17f}\u{323}\u{307}") == expected)
        #expect(try campaign(#"Cafe\u0301 \u017f\u0307\u0323"#) == expected)
        #expect(try campaign("Caf\u{ff45}\u{301}") == Array("Caf\u{ff45}\u{301}".utf8))
    }

    @Test("have U+FFFD for NUL, at which the database would end them")
    func nul() throws {
        #expect(try campaign(#"a\u0000b"#) == Array("a\u{fffd}b".utf8))
        #expect(try campaign(#"\u0000"#) == Array("\u{fffd}".utf8))
    }

    @Test("are cut where no real one goes on, at a character")
    func cut() throws {
        let long = String(repeating: "x", count: 4999)
        #expect(try campaign(long + "y") == Array((long + "y").utf8))
        #expect(try campaign(long + "yz") == Array((long + "y").utf8))
        #expect(try campaign(long + "\u{e9}\u{e9}") == Array(long.utf8))
        #expect(try campaign(long + "\u{1f600}") == Array(long.utf8))
    }

    @Test("are those of sends, events and errors, wherever they stand")
    func everywhere() throws {
        let odd = #"e\u0301\u0000"#
        let kept = "\u{e9}\u{fffd}"
        func expectKept(_ text: String?) {
            #expect(text.map { Array($0.utf8) } == Array(kept.utf8))
        }
        let message = """
            {"topic":"\(odd)","fcm_options":{"analytics_label":"\(odd)"},
             "android":{"fcm_options":{"analytics_label":"\(odd)"},"priority":"\(odd)",
                        "notification":{"click_action":"\(odd)"}},
             "apns":{"fcm_options":{"analytics_label":"\(odd)"}},
             "webpush":{"fcm_options":{"analytics_label":"\(odd)"}}}
            """
        let send = try sent(message)
        let labels = send.profile.labels
        for label in [labels.unknown, labels.android, labels.ios, labels.web] { expectKept(label) }
        expectKept(send.profile.topic)
        expectKept(send.profile.options.clickAction)
        expectKept(send.profile.options.priority)
        let details = #"[{"errorCode":"\#(odd)"},{"statusCode":410,"reason":"\#(odd)"}]"#
        let error = try refusal(#"{"code":404,"details":\#(details)}"#)
        expectKept(error?.code)
        expectKept(error?.apnsReason)
        let event = try decodeEvent(
            """
            {"ts":1795165201,"event":"opened","bundle":{"google.message_id":"\(ID.android)",
             "from":"/topics/\(odd)","google.c.a.m_l":"\(odd)","google.c.a.c_id":"\(odd)",
             "google.c.a.c_l":"\(odd)"}}
            """)
        let observed = event.observed
        for text in [
            observed.label, observed.topic, observed.composerID, observed.composerName,
        ] { expectKept(text) }
        let row = ExportRowTests.accepted.replacing(
            #""analytics_label":"news_am""#, with: #""analytics_label":"\#(odd)""#)
        expectKept(try decodeSend(row).profile.exportedLabel)
        let delivered = try decodeEvent(
            row.replacing("MESSAGE_ACCEPTED", with: "MESSAGE_DELIVERED"))
        expectKept(delivered.observed.label)
    }

    @Test("are those of dimensions, as which they are counted")
    func dimensions() throws {
        let own = OwnDimension(name: "variant", place: "/message/data/k")
        let ofSends = [
            own, KnownDimension.channel.dimension, KnownDimension.collapseKey.dimension,
        ]
        func sent(_ word: String) throws -> [[UInt8]?] {
            let message = """
                {"data":{"k":"\(word)"},"android":{"collapse_key":"\(word)",
                 "notification":{"channel_id":"\(word)"}}}
                """
            let line = """
                {"ts":1795165201,"message":\(message),
                 "response":{"name":"projects/demo/messages/\(ID.android)"}}
                """
            let decoder = makeDecoder(nil, dimensions: ofSends)
            var values = DecodedValues()
            guard case .send(let send) = try values.decode(Array(line.utf8), with: decoder).get()
            else { throw UnexpectedRecord() }
            return ofSends.indices.map { send.profile.dimensions[$0].map { Array($0.utf8) } }
        }
        let composed = try sent("caf\u{e9}")
        #expect(composed[0] == Array("caf\u{e9}".utf8))
        #expect(try sent("cafe\u{301}") == composed)
        #expect(try sent(#"cafe\u0301"#) == composed)

        let build = OwnDimension(name: "build", source: .clients, place: "/app/build")
        let line = """
            {"ts":1795165201,"event":"opened","actionId":"cafe\u{301}","app":{"build":"e\u{301}"},
             "bundle":{"google.message_id":"\(ID.android)"}}
            """
        let decoder = makeDecoder(nil, dimensions: [KnownDimension.action.dimension, build])
        var values = DecodedValues()
        guard case .event(let event) = try values.decode(Array(line.utf8), with: decoder).get()
        else { throw UnexpectedRecord() }
        let told = (0..<2).map { event.observed.dimensions[$0].map { Array($0.utf8) } }
        #expect(told == [Array("caf\u{e9}".utf8), Array("\u{e9}".utf8)])
    }
}
