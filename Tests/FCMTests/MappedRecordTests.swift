import FCM
import Foundation
import NDJSON
import Testing

/// Maps that say where a record stands, what its words mean and what it is without words.
@Suite("Records where a map says")
struct MappedRecordTests {
    private func map(_ json: String) throws -> EnvelopeMap {
        try EnvelopeMap(json: Data(json.utf8))
    }

    /// An event on an Apple device without its time and its word.
    private static let info = #"{"gcm.message_id":"\#(ID.apple)"}"#

    @Test(
        "an object, a text that holds one, text around one, a list's element",
        arguments: [
            (#""/a/b""#, #"{"a":{"b":{"ts":1795165201,"event":"opened","x":INFO}}}"#),
            (
                #""/a/b""#,
                #"{"a":"{\"b\":{\"ts\":1795165201,\"event\":\"opened\",\"x\":TEXT}}"}"#
            ),
            (#""/a""#, #"{"a":"INFO: {\"ts\":1795165201,\"event\":\"opened\",\"x\":TEXT} ok"}"#),
            (#""/a/0/b""#, #"{"a":[{"b":{"ts":1795165201,"event":"opened","x":INFO}}]}"#),
            (#"["/no","/a"]"#, #"{"a":{"ts":1795165201,"event":"opened","x":INFO}}"#),
            (#"["/a/b","/a"]"#, #"{"a":{"b":{},"ts":1795165201,"event":"opened","x":INFO}}"#),
        ])
    func forms(record: String, line: String) throws {
        let text = Self.info.replacing("\"", with: #"\""#)
        let line = line.replacing("INFO}", with: Self.info + "}").replacing("TEXT", with: text)
        let event = try decodeEvent(line, map: map(#"{"record":\#(record)}"#))
        #expect(event.kind == .open)
        #expect(event.key.messageID == ID.apple)
        #expect(event.time == Timestamp(milliseconds: 1_795_165_201_000))
    }

    /// Without the map, the outer object is a receipt of another message.
    @Test("it comes before what the objects around it are")
    func before() throws {
        let line = """
            {"ts":1795165201,"event":"received","gcm.message_id":"1795165200298770",
             "detail":{"event":"opened","info":\(Self.info)}}
            """
        #expect(try decodeEvent(line).kind == .receipt)
        let event = try decodeEvent(line, map: map(#"{"record":"/detail"}"#))
        #expect(event.kind == .open)
        #expect(event.key.messageID == ID.apple)
        #expect(event.time == Timestamp(milliseconds: 1_795_165_201_000))
    }

    @Test("each element of a list, with the time next to it")
    func each() throws {
        let values = try map(#"{"record":"/items/*/body","fields":{"time":"/when"}}"#)
        let body = #"{\"event\":\"opened\",\"info\":{\"gcm.message_id\":\"ID\"}}"#
        let items = [("1795165200298771", 1_795_165_201), ("1795165200298772", 1_795_165_202)]
            .map { #"{"when":\#($1),"body":"\#(body.replacing("ID", with: $0))"}"# }
        let decoder = makeDecoder(values)
        let line = #"{"items":[\#(items.joined(separator: ",")),{"body":"other"}]}"#
        guard case .several = try decode(Array(line.utf8), with: decoder) else {
            throw UnexpectedRecord()
        }
        #expect(decoder.entries.count == 3)
        let times = decoder.entries.compactMap { entry -> Int64? in
            guard case .event(let event) = try? entry.outcome.get() else { return nil }
            return event.time.milliseconds
        }
        #expect(times == [1_795_165_201_000, 1_795_165_202_000])
    }

    @Test("of each element the first place that leads to one, and what no place leads to")
    func several() throws {
        let part = { (name: String, ts: Int) in
            #"{"\#(name)":{"ts":\#(ts),"event":"opened","x":\#(Self.info)}}"#
        }
        let parts = [part("a", 1_795_165_201), part("b", 1_795_165_202), part("c", 1_795_165_203)]
        let list = "[\(parts.joined(separator: ","))]"
        for (record, line) in [
            (#"["/l/*/a","/l/*/b"]"#, #"{"l":\#(list)}"#), (#""/l/1/b""#, #"{"l":\#(list)}"#),
            (#"["/*/b"]"#, list),
        ] {
            let values = try map(#"{"record":\#(record)}"#)
            let decoder = makeDecoder(values)
            _ = try decode(Array(line.utf8), with: decoder)
            #expect(decoder.entries.count { (try? $0.outcome.get()) != nil } == 3)
            #expect(decoder.unmatchedPlaces == [])
        }
    }

    @Test("where there is none, the line is read as without the map")
    func otherwise() throws {
        let line = #"{"ts":1795165201,"event":"opened","x":\#(Self.info)}"#
        let map = try map(#"{"record":["/a","/ts/b","/event","/x/y/0"]}"#)
        #expect(try decodeEvent(line, map: map) == decodeEvent(line))
    }

    @Test("a web push's UUID under any name, where the map says whose ID it is")
    func identifiers() throws {
        let line = #"{"ts":1795165201,"event":"opened","messageId":"\#(ID.web)"}"#
        guard case .foreign = try decode(line) else { throw UnexpectedRecord() }
        let event = try decodeEvent(
            line, map: map(#"{"fields":{"fcmMessageId":"/messageId"}}"#))
        #expect(event.key.messageID == ID.web)
        #expect(event.observed.platformNames == ["web"])
    }

    @Test(
        "an ID in a map is FCM's if it has the form and the record has a word",
        arguments: [
            (#"{"ts":1795165201,"event":"order_paid","messageId":"\#(ID.web)"}"#, nil),
            (#"{"ts":1795165201,"messageId":"\#(ID.web)","queue":"x"}"#, nil),
            (#"{"ts":1795165201,"event":"opened","messageId":"30"}"#, nil),
            (#"{"ts":1795165201,"event":"opened","messageId":"\#(ID.android)"}"#, Platform.android),
            (#"{"ts":1795165201,"event":"opened","messageId":"\#(ID.apple)"}"#, .ios),
            (#"{"ts":1795165201,"event":"opened","messageId":"\#(ID.web)"}"#, .web),
        ])
    func claimed(line: String, platform: Platform?) throws {
        let map = try map(#"{"fields":{"fcmMessageId":"/messageId"}}"#)
        switch try decode(line, map: map) {
        case .event(let event): #expect(event.observed.platformNames == [platform?.name])
        case .foreign: #expect(platform == nil)
        default: throw UnexpectedRecord()
        }
        let send = #"{"ts":1795165201,"messageId":"projects/p/messages/\#(ID.web)","token":"t"}"#
        #expect(try decodeSend(send, map: map) == decodeSend(send))
    }

    @Test("an unknown action is no receipt")
    func action() throws {
        let line = #"{"ts":1795165201,"actionId":"reply","x":\#(Self.info)}"#
        #expect(throws: RecordError.self) { try decode(line, map: map(#"{"event":"received"}"#)) }
        #expect(try decodeEvent(line, map: map(#"{"event":"opened"}"#)).kind == .open)
    }

    @Test("numbers may be words")
    func numbers() throws {
        let event = try decodeEvent(
            #"{"ts":1795165201,"type":1,"x":\#(Self.info)}"#,
            map: map(#"{"values":{"event":{"1":"opened","3":"received"}}}"#))
        #expect(event.kind == .open)
    }

    @Test("a map may say what records without a word are")
    func assumed() throws {
        let line = #"{"ts":1795165201,"x":\#(Self.info)}"#
        #expect(throws: RecordError.self) { try decode(line) }
        #expect(try decodeEvent(line, map: map(#"{"event":"opened"}"#)).kind == .open)
    }

    @Test("places that no line has are known")
    func unmatched() throws {
        let values = try map(
            #"""
            {"record":"/a/b","fields":{"time":["/no","/when"],"event":"/what","platform":"/os",
             "campaign":"/a/tag"}}
            """#)
        let decoder = makeDecoder(values)
        let all = ["fields.campaign", "fields.event", "fields.platform", "fields.time", "record"]
        #expect(decoder.unmatchedPlaces == all)
        _ = try decode(Array(#"{"other":1}"#.utf8), with: decoder)
        #expect(decoder.unmatchedPlaces == all)
        let line = #"{"when":1795165201,"a":{"b":{"what":"opened","x":\#(Self.info)}}}"#
        _ = try decode(Array(line.utf8), with: decoder)
        #expect(decoder.unmatchedPlaces == ["fields.campaign", "fields.platform"])
    }

    @Test("with every preset, a server's log is read as without it", arguments: Preset.names)
    func presetOfServers(name: String) throws {
        let map = try Preset.json(name).map(EnvelopeMap.init(json:))
        for time in ["time", "ts", "timestamp", "@timestamp", "sent_at", "@t", "_time", "date"] {
            let send = try decodeSend(
                """
                {"\(time)":"2026-11-20T09:00:00Z","request":{"message":{"token":"t"}},
                 "response":{"name":"projects/demo/messages/\(ID.apple)"}}
                """, map: map)
            #expect(send.time.text == "2026-11-20T09:00:00.000Z", "\(time)")
        }
    }

    @Test("every preset is a map that says what it is for", arguments: Preset.names)
    func preset(name: String) throws {
        let json = try #require(Preset.json(name))
        let map = try EnvelopeMap(json: json)
        #expect(map.about?.isEmpty == false)
    }
}
