import FCM
import Foundation
import NDJSON
import Testing

@Suite("Maps of users' own envelopes")
struct EnvelopeMapTests {
    private func map(_ json: String) throws -> EnvelopeMap {
        try EnvelopeMap(json: Data(json.utf8))
    }

    private func problems(_ json: String) -> [EnvelopeMap.Problems.Problem] {
        let error = #expect(throws: EnvelopeMap.Problems.self) { _ = try map(json) }
        return error?.problems ?? []
    }

    @Test("fields are found by JSON pointers, objects with all their spellings")
    func pointers() throws {
        let map = try map(
            """
            {"fields":{"time":"/meta/when","request":"/http/body","response":"/http/answer",
             "campaign":"/meta/labels/name","platform":"/device"}}
            """)
        let send = try decodeSend(
            """
            {"meta":{"when":"2026-11-20T09:00:00Z","labels":{"name":"Nov"}},"device":"iPhone",
             "http":{"body":{"message":{"token":"t","fcmOptions":{"analyticsLabel":"x"}}},
                     "answer":{"messageId":"projects/demo/messages/\(ID.apple)"}}}
            """, map: map)
        #expect(send.key.messageID == ID.apple)
        #expect(send.time.text == "2026-11-20T09:00:00.000Z")
        #expect(send.profile.campaign == "Nov")
        #expect(send.profile.explicitPlatform == .ios)
        #expect(send.profile.labels.unknown == "x")
        #expect(send.profile.target == .token)
    }

    @Test("of times, the built-in names can be kept after one's own")
    func keptTimes() throws {
        let map = try map(#"{"fields":{"time":["/at","..."]}}"#)
        for (times, hour) in [
            (#""at":"2026-11-20T09:00:00Z","ts":"2026-11-20T10:00:00Z""#, "09"),
            (#""ts":"2026-11-20T10:00:00Z""#, "10"),
            (#""at":"2026-11-20T09:00:00Z","@timestamp":"2026-11-20T11:00:00Z""#, "09"),
            (#""@timestamp":"2026-11-20T11:00:00Z","date":"2026-11-20T12:00:00Z""#, "11"),
        ] {
            let answer = #"{"name":"projects/p/messages/\#(ID.apple)"}"#
            let send = try decodeSend(
                #"{\#(times),"message":{"token":"t"},"response":\#(answer)}"#, map: map)
            #expect(send.time.text == "2026-11-20T\(hour):00:00.000Z")
        }
        #expect(
            problems(#"{"fields":{"time":["...","/at"],"platform":["/p","..."]}}"#) == [
                .badPointer(place: "fields.platform", pointer: "..."),
                .badPointer(place: "fields.time", pointer: "..."),
            ])
    }

    @Test("events can be mapped, and their bodies may be text")
    func events() throws {
        let map = try map(
            """
            {"fields":{"ts":"/t","user_info":"/push/info","callback":"/push/where",
             "app_state":"/push/state"}}
            """)
        let event = try decodeEvent(
            #"""
            {"t":1795165201,"push":{"where":"willPresent",
             "info":"{\"gcm.message_id\":\"1795165200298771\"}"}}
            """#, map: map)
        #expect(event.kind == .foreground)
        #expect(event.key.messageID == ID.apple)
    }

    /// RFC 6901: `~1` is a slash and `~0` a tilde, so `~01` is `~1`.
    @Test("pointers have their escapes")
    func escapes() throws {
        let map = try map(##"{"fields":{"ts":"/a~1b/m~0n","event":"/~01"}}"##)
        let event = try decodeEvent(
            #"{"a/b":{"m~n":1795165201},"~1":"opened","payload":{"messageId":"\#(ID.apple)"}}"#,
            map: map)
        #expect(event.kind == .open)
    }

    @Test("a sender's words are put into ours, field by field")
    func words() throws {
        let map = try map(
            """
            {"values":{"event":{"push_open":"opened"},"platform":{"aos2":"android"},
             "callback":{"tap":"didReceiveResponse"},"app_state":{"front":"active"}}}
            """)
        let open = try decodeEvent(
            """
            {"ts":1795165201,"event":"push_open","platform":"aos2",
             "message":{"messageId":"\(ID.apple)"}}
            """, map: map)
        #expect(open.kind == .open)
        #expect(open.observed.platformNames == ["android"])
        let tap = try decodeEvent(
            #"{"ts":1795165201,"callback":"tap","user_info":{"gcm.message_id":"\#(ID.apple)"}}"#,
            map: map)
        #expect(tap.kind == .open)
        let front = try decodeEvent(
            #"{"ts":1795165201,"app_state":"front","user_info":{"gcm.message_id":"\#(ID.apple)"}}"#,
            map: map)
        #expect(front.kind == .foreground)
    }

    @Test("a pointer replaces the place of its field, and no other field's")
    func replaced() throws {
        let map = try map(#"{"fields":{"time":"/meta/when","campaign":"/meta/name"}}"#)
        let send = try decodeSend(ExportRowTests.accepted, map: map)
        #expect(try send == decodeSend(ExportRowTests.accepted))
        let name = #""response":{"name":"projects/p/messages/\#(ID.web)"}"#
        expectReject(#"▲{"ts":1795165201,"campaign":"c",\#(name)}"#, .noTime, map: map)
        let mapped = try decodeSend(
            #"{"meta":{"when":1795165201},"campaign":"c",\#(name)}"#, map: map)
        #expect(mapped.profile.campaign == nil)
    }

    @Test("of several pointers the first that leads to a value counts, whatever the order of keys")
    func preference() throws {
        let map = try map(
            #"{"fields":{"time":["/deep/when","/at"],"request":["/body","/http/body"]}}"#)
        let members = [
            #""deep":{"when":1795165201}"#, #""at":1795165202"#, #""at":1795165203"#,
            #""body":{"message":{"token":"a"}}"#,
            #""http":{"body":{"message":{"token":"b","topic":"t"}}}"#,
            #""response":{"name":"projects/p/messages/\#(ID.apple)"}"#,
        ]
        func send(_ chosen: [Int]) throws -> DecodedSend {
            try decodeSend("{\(chosen.map { members[$0] }.joined(separator: ","))}", map: map)
        }
        let first = try send([0, 1, 3, 4, 5])
        #expect(first.time == Timestamp(milliseconds: 1_795_165_201_000))
        #expect(try send([5, 4, 3, 1, 0]) == first)
        #expect(try send([1, 0, 5, 3]) == first)
        #expect(try send([1, 5, 3]).time == Timestamp(milliseconds: 1_795_165_202_000))
        #expect(try send([0, 4, 5]).targetHash != first.targetHash)
    }

    @Test("data messages that the app shows are not silent, others are")
    func shownData() throws {
        let map = try map(#"{"fields":{"shown":["/message/data/title","/message/data"]}}"#)
        func displays(_ data: String, _ map: EnvelopeMap?) throws -> PerPlatform<Display> {
            try decodeSend(
                #"{"ts":1795165201,"message":{"token":"a","data":\#(data)},"#
                    + #""response":{"name":"projects/p/messages/\#(ID.apple)"}}"#, map: map
            ).profile.displays
        }
        let shown = PerPlatform(repeating: Display.shown)
        let silent = PerPlatform(repeating: Display.silent)
        #expect(try displays(#"{"title":"T"}"#, map) == shown)
        #expect(try displays(#"{"sync":"1"}"#, map) == shown)
        #expect(try displays("{}", map) == silent)
        #expect(try displays(#"{"title":"T"}"#, nil) == silent)
        let title = try self.map(#"{"fields":{"shown":"/message/data/title"}}"#)
        #expect(try displays(#"{"title":"T"}"#, title) == shown)
        #expect(try displays(#"{"title":""}"#, title) == silent)
        #expect(try displays(#"{"sync":"1"}"#, title) == silent)
    }

    @Test("the place of what the app shows may be that of another field, which keeps it")
    func shownPlaces() throws {
        let map = try map(
            #"{"fields":{"shown":"/message/data","image":"/message/data/image"}}"#)
        let line =
            #"{"ts":1795165201,"message":{"token":"a","data":{"image":"https://a.b/c.png"},"#
            + #""android":{"priority":"high"}},"response":{"name":"projects/p/messages/"#
            + #"\#(ID.android)"}}"#
        let (plain, mapped) = (try decodeSend(line).profile, try decodeSend(line, map: map).profile)
        #expect(mapped.addressedPlatform == plain.addressedPlatform)
        #expect(mapped.options == plain.options)
        #expect(plain.images.android == .noImage && mapped.images.android == .ok)
        #expect(mapped.displays.android == .shown)
    }

    @Test("a map of many pointers, with all else that adds places, is read or is a problem")
    func manyPointers() throws {
        func json(_ count: Int) -> String {
            let pointers = (0..<count).map { #""/own\#($0)""# }.joined(separator: ",")
            return #"{"fields":{"time":[\#(pointers)]}}"#
        }
        var paths = try map(json(64)).paths
        paths.join(by: (0..<8).map { "push\($0)" })
        paths.declare(
            (0..<8).flatMap { number in
                [OwnDimension.Source.sends, .clients].map {
                    OwnDimension(name: "d\(number)", source: $0, place: "/\($0)\(number)")
                }
            })
        let decoder = RecordDecoder(
            paths: paths, keys: HashKeys(identity: hashKey, target: hashKey), latest: latest)
        let line =
            #"{"own63":1795165201,"event":"opened","payload":{"fcmMessageId":"\#(ID.web)"}}"#
        guard case .event = try decode(Array(line.utf8), with: decoder) else {
            Issue.record("no event")
            return
        }
        #expect(problems(json(65)) == [.tooManyPointers(count: 65, most: 64)])
    }

    @Test("an empty map changes nothing")
    func empty() throws {
        #expect(throws: Never.self) { try map("{}") }
        #expect(throws: Never.self) { try map(#"{"fields":{},"values":{}}"#) }
    }

    @Test(
        "an invalid map is reported",
        arguments: ["", "[]", "fields: time"])
    func notJSON(json: String) {
        #expect(problems(json) == [.notJSON])
    }

    @Test("values of another kind are reported with their place")
    func wrongTypes() {
        let object = "a JSON object"
        #expect(
            problems(#"{"fields":["time"]}"#) == [.wrongType(place: "fields", expected: object)])
        #expect(
            problems(#"{"values":{"event":{"push_open":7}}}"#)
                == [.wrongType(place: "values.event.push_open", expected: "a text")])
        #expect(
            problems(#"{"fields":{"time":7}}"#)
                == [.wrongType(place: "fields.time", expected: "a text or a list of texts")])
    }

    @Test("dimensions have a pointer, or the name of one whose place is known")
    func dimensions() throws {
        let map = try EnvelopeMap(
            json: Data(#"{"dimensions":{"variant":"/data/exp","app":"app"}}"#.utf8))
        #expect(
            map.dimensions == [
                OwnDimension(name: "app", place: "app"),
                OwnDimension(name: "variant", place: "/data/exp"),
            ])
        let ofClients = try EnvelopeMap(
            json: Data(#"{"client_dimensions":{"build":"/app/build","locale":"locale"}}"#.utf8))
        #expect(
            ofClients.dimensions == [
                OwnDimension(name: "build", source: .clients, place: "/app/build"),
                OwnDimension(name: "locale", source: .clients, place: "locale"),
            ])
        #expect(
            problems(#"{"client_dimensions":{"app":"app"},"dimensions":{"locale":"locale"}}"#) == [
                .badPointer(place: "dimensions.locale", pointer: "locale"),
                .badPointer(place: "client_dimensions.app", pointer: "app"),
            ])
        #expect(
            problems(#"{"dimensions":{"app":"channel","variant":"data"}}"#) == [
                .badPointer(place: "dimensions.app", pointer: "channel"),
                .badPointer(place: "dimensions.variant", pointer: "data"),
            ])
        #expect(
            problems(#"{"client_dimensions":{"a":"/x"},"dimensions":{"a":"/x"}}"#)
                == [.dimensionTwice("a")])
    }

    @Test("keys that a map does not have are problems")
    func unknownKeys() {
        let known = [
            "about", "client_dimensions", "dimensions", "event", "fields", "join", "record",
            "values", "zone",
        ]
        #expect(
            problems(#"{"feilds":{},"fields":{},"abuot":1}"#) == [
                .unknownKey("abuot", known: known), .unknownKey("feilds", known: known),
            ])
    }

    @Test("IDs of one's own are at a name, a pointer, or several of them")
    func join() throws {
        let json = { (text: String) in Data(#"{"join":\#(text)}"#.utf8) }
        #expect(try EnvelopeMap(json: json(#""push_id""#)).join == ["push_id"])
        #expect(try EnvelopeMap(json: json(#"["push_id","/a/b"]"#)).join == ["push_id", "/a/b"])
        #expect(
            problems(#"{"join":7}"#)
                == [.wrongType(place: "join", expected: "a text or a list of texts")])
    }

    @Test("a place of records is a pointer, and what they are without a word is known")
    func records() {
        #expect(
            problems(#"{"record":["/a","b"],"event":"pushed"}"#)
                == [.badPointer(place: "record", pointer: "b"), .unknownEvent("pushed")])
        #expect(
            problems(#"{"record":7}"#)
                == [.wrongType(place: "record", expected: "a text or a list of texts")])
    }

    @Test("meanings are words that are known without a map")
    func meanings() {
        #expect(
            problems(
                #"{"values":{"event":{"in":"got","out":"Push Opened"},"platform":{"a":"androd"}}}"#)
                == [
                    .unknownMeaning(place: "values.event.in", "got"),
                    .unknownMeaning(place: "values.platform.a", "androd"),
                ])
    }

    @Test("all problems are reported together, in the order of their names")
    func allAtOnce() {
        let known = RecordPaths().mappableNames
        let found = problems(
            """
            {"fields":{"when":"/t","ts":"no slash","event":"","request":"/ok","picture":"/i"},
             "values":{"colour":{"a":"b"},"event":{"a":"opened"}}}
            """)
        #expect(
            found == [
                .badPointer(place: "fields.event", pointer: ""),
                .unknownField("picture", known: known),
                .badPointer(place: "fields.ts", pointer: "no slash"),
                .unknownField("when", known: known),
                .unknownValueField(
                    "colour", known: ["platform", "event", "callback", "app_state", "status"]),
            ])
    }

    @Test(
        "every field that an envelope is made of can be mapped",
        arguments: [
            "time", "ts", "request", "message", "response", "error", "batch", "platform",
            "campaign", "event", "callback", "app_state", "action", "user_info", "bundle",
            "payload", "remote_message", "message_id", "token", "tokens", "status",
        ])
    func mappable(name: String) throws {
        #expect(RecordPaths().mappableNames.contains(name))
        #expect(throws: Never.self) { try map(#"{"fields":{"\#(name)":"/x/y"}}"#) }
    }
}
