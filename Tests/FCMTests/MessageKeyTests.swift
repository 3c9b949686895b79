import FCM
import NDJSON
import Testing

@Suite("Message IDs")
struct MessageKeyTests {
    @Test(
        "the shape of an ID shows its platform",
        arguments: [
            (ID.android, .android, .android),
            (ID.apple, .apple, .ios),
            (ID.web, .web, .web),
            (ID.topic, .other, nil),
            ("fake_message_id", .other, nil),
            ("18579", .other, nil),
        ] as [(String, MessageKey.Shape, Platform?)])
    func shapes(id: String, shape: MessageKey.Shape, platform: Platform?) throws {
        let key = try key(id)
        #expect(key.shape == shape)
        #expect(key.platform == platform)
    }

    static let texts = [
        ID.android, ID.apple, ID.web, ID.topic,
        "0:0000000000000000%0000000000000000", "0:9999999999999999%ffffffffffffffff",
        "0000000000000000", "9999999999999999",
        "00000000-0000-4000-8000-000000000000", "ffffffff-ffff-4fff-bfff-ffffffffffff",
        "9223372036854775807", "9223372036854775808", "0", "x", "ü",
    ]

    @Test("an ID comes back as FCM wrote it", arguments: texts)
    func roundTrip(id: String) throws {
        let key = try key(id)
        #expect(key.messageID == (key.shape == .other ? nil : id))
        #expect(MessageKey.messageID(in: "projects/demo/messages/\(id)") == id)
    }

    @Test(
        "the text of an ID without a known shape comes with its records",
        arguments: texts.filter { $0.utf8.count >= 10 })
    func textsBeside(id: String) throws {
        let send = try decodeSend(
            """
            {"ts":"2026-11-20T09:00:00Z","request":{"message":{"topic":"news"}},
             "response":{"name":"projects/demo/messages/\(id)"}}
            """)
        let isOther = send.key.shape == .other
        #expect(try send.key == key(id))
        #expect(send.messageIDs == (isOther ? [id] : []))
    }

    @Test("an ID of no known shape is hashed with the database's key, all but two bits of 128")
    func hashes() throws {
        let id = "6810356097230477954"
        let bytes = Array(id.utf8)
        let hash = bytes.withUnsafeBufferPointer { SipHash.hash128($0, key: hashKey) }
        #expect(try key(id).k == Int64(bitPattern: hash.0 | 0xc000_0000_0000_0000))
        #expect(try key(id).tail == Int64(bitPattern: hash.1))
        #expect(try key(id) != MessageKey(id: id, hashKey: SipHash.Key(1, 3)))
    }

    @Test(
        "the project's part of a full name is no part of the ID", arguments: texts,
        ["demo", "123456789012"])
    func fullNames(id: String, project: String) throws {
        #expect(try key("projects/\(project)/messages/\(id)") == key(id))
    }

    @Test(
        "what only resembles a full name is kept whole",
        arguments: [
            "projects/demo/topics/news", "projects/a/b/messages/1", "messages/1",
            "Projects/demo/messages/1", "projects/demo",
        ])
    func otherNames(id: String) throws {
        #expect(try key(id).shape == .other)
        #expect(MessageKey.messageID(in: id) == id)
    }

    /// `%31` is the text "1" to a percent-decoder: device IDs in the samples of
    /// firebase-android-sdk really hold `%31bd1c96…`.
    @Test("an ID is never percent-decoded")
    func neverPercentDecoded() throws {
        let decoded = ID.android.replacing("%31", with: "1")
        #expect(try key(ID.android) != key(decoded))
        #expect(try key(ID.android).messageID?.contains("%31bd") == true)
        #expect(try key(decoded).shape == .other)
        #expect(try key("0%3A1795165200118034%2531bd1c9631bd1c96").shape == .other)
    }

    @Test("19 digits beyond 2^53 keep every digit, as text and as a JSON number")
    func largeNumbers() throws {
        func answered(_ name: String) throws -> DecodedSend {
            try decodeSend(
                """
                {"ts":"2026-11-20T09:00:00Z","request":{"message":{"token":"t"}},
                 "response":{"message_id":\(name)}}
                """)
        }
        #expect(try answered("5292744135525580132").messageIDs == ["5292744135525580132"])
        #expect(try answered("5292744135525580132") == answered(#""5292744135525580132""#))
        #expect(try answered("5292744135525580132") != answered("5292744135525580133"))
        #expect(try answered("9007199254740993").key.messageID == "9007199254740993")
    }

    @Test(
        "upper case is another ID",
        arguments: [
            (ID.android, "0:1795165200118034%31BD1C9631BD1C96"),
            (ID.web, "53F5EC92-F50C-45EF-A2DF-0D31703C4FD3"),
            (ID.web, "53f5ec92-f50c-45ef-A2df-0d31703c4fd3"),
        ])
    func upperCase(lower: String, upper: String) throws {
        #expect(try key(upper).shape == .other)
        #expect(try key(upper) != key(lower))
    }

    @Test(
        "UUIDs of other versions and variants are kept as text",
        arguments: [
            "53f5ec92-f50c-15ef-a2df-0d31703c4fd3", "53f5ec92-f50c-75ef-a2df-0d31703c4fd3",
            "53f5ec92-f50c-45ef-c2df-0d31703c4fd3", "53f5ec92-f50c-45ef-72df-0d31703c4fd3",
            "53f5ec92f50c45efa2df0d31703c4fd3", "{53f5ec92-f50c-45ef-a2df-0d31703c4fd3}",
        ])
    func otherUUIDs(id: String) throws {
        #expect(try key(id).shape == .other)
    }

    @Test("the 16 digits are the microseconds at which FCM took the message on")
    func time() throws {
        #expect(try key(ID.android).time == Timestamp("2026-11-20T09:00:00.118034Z"))
        #expect(try key(ID.apple).time == Timestamp("2026-11-20T09:00:00.298771Z"))
        #expect(try key(ID.web).time == nil)
        #expect(try key(ID.topic).time == nil)
    }

    @Test(
        "empty or too long text, and text with spaces or control characters, is no ID",
        arguments: [
            "", "projects/demo/messages/", "a b", " 1795165200298771", "1795165200298771\n",
            "a\tb", "a\u{7f}", "a\u{0}", String(repeating: "x", count: 257),
        ])
    func noIDs(text: String) {
        #expect(MessageKey(id: text, hashKey: hashKey) == nil)
    }

    @Test("an ID of 256 characters is one")
    func longest() throws {
        let id = String(repeating: "x", count: 256)
        #expect(try key("projects/demo/messages/" + id) == key(id))
    }

    @Test("a content identity has no message ID, and equals no ID's key")
    func contentIdentity() throws {
        let time = try #require(Timestamp("2026-11-20T09:00:00.298771Z"))
        let content = MessageKey(content: 0, at: time)
        #expect(content.shape == .content)
        #expect(content.messageID == nil)
        #expect(content.platform == nil)
        #expect(content.time == time)
        for id in MessageKeyTests.texts { #expect(try key(id) != content) }
    }

    @Test("IDs with a time sort by it, whatever their platform")
    func order() throws {
        let sorted = try [
            key("1795165200118033"), key("0:1795165200118034%0000000000000001"),
            key("0:1795165200118034%0000000000000002"), key("1795165200118034"),
            MessageKey(content: 1, at: Timestamp(microseconds: 1_795_165_200_118_034)),
            key("0:1795165200118035%0000000000000000"), key("1795165200118036"),
        ]
        #expect(sorted.reversed().sorted() == sorted)
    }
}
