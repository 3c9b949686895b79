import FCM
import NDJSON
import Testing

/// IDs of one's own, in the places where senders and clients log them.
@Suite("An ID of one's own")
struct OwnIDTests {
    private static let key = MessageKey(own: "push-7", hashKey: hashKey)

    private func decoder(_ places: String...) -> RecordDecoder {
        var paths = RecordPaths()
        paths.join(by: places)
        return RecordDecoder(
            paths: paths, keys: HashKeys(identity: hashKey, target: hashKey), latest: latest)
    }

    private func decode(
        _ line: String, _ decoder: RecordDecoder
    ) throws(RecordError) -> (record: Decoded, links: [MessageLink]) {
        let record = try FCMTests.decode(Array(line.utf8), with: decoder)
        return (record, decoder.takeLinks())
    }

    @Test(
        "is read in the data of a message, wherever that is",
        arguments: [
            #"{"ts":1794567600,"event":"opened","push_id":"push-7"}"#,
            #"{"ts":1794567600,"event":"opened","data":{"push_id":"push-7"}}"#,
            #"{"ts":1794567600,"event":"opened","bundle":{"push_id":"push-7"}}"#,
            #"{"ts":1794567600,"event":"opened","remote_message":{"data":{"push_id":"push-7"}}}"#,
            #"{"ts":1794567600,"event":"opened","payload":{"data":{"push_id":"push-7"}}}"#,
            #"{"ts":1794567600,"event":"opened","properties":{"push_id":"push-7"}}"#,
            #"{"ts":1794567600,"event":"opened","user_info":{"push_id":"push-7","aps":{}}}"#,
            #"{"ts":1794567600,"callback":"didReceiveResponse","userInfo":{"push_id":"push-7"}}"#,
            #"{"ts":1794567600,"app_state":"background","user_info":{"push_id":"push-7","aps":{"#
                + #""alert":"x"}}}"#,
            #"{"time":"2026-11-13T09:00:00Z","msg":"push opened","push_id":"push-7"}"#,
        ])
    func events(line: String) throws {
        guard case (.event(let event), let links) = try decode(line, decoder("push_id")) else {
            throw UnexpectedRecord()
        }
        #expect(event.key == Self.key)
        #expect(event.kind == .open)
        #expect(event.messageID == "push-7")
        let isApple = line.contains("aps") || line.contains("userInfo")
        #expect(event.observed.contains(.ios) == isApple)
        #expect(!event.observed.contains(.android) && !event.observed.contains(.web))
        #expect(links == [])
        #expect(try FCMTests.decode(line) == .foreign(.other) || line.contains("user"))
    }

    @Test(
        "stands beside FCM's",
        arguments: [
            #"{"ts":1795165300,"event":"opened","data":{"google.message_id":"\#(ID.android)","#
                + #""push_id":"push-7"}}"#,
            #"{"ts":1795165300,"request":{"message":{"token":"t","data":{"push_id":"push-7"}}},"#
                + #""response":{"name":"projects/demo/messages/\#(ID.android)"}}"#,
        ])
    func links(line: String) throws {
        let (record, links) = try decode(line, decoder("push_id"))
        let id = MessageKey(id: ID.android, hashKey: hashKey)
        switch record {
        case .event(let event): #expect(event.key == id)
        case .send(let send): #expect(send.key == id)
        default: throw UnexpectedRecord()
        }
        #expect(links.map(\.id) == [id] && links.map(\.own) == [Self.key])
    }

    @Test(
        "makes a send of an answer that is not FCM's",
        arguments: [
            #"{"ts":1794567600,"status":"sent","push_id":"push-7","platform":"ios"}"#,
            #"{"ts":1794567600,"status":200,"push_id":"push-7","platform":"ios"}"#,
            #"{"ts":1794567600,"event":"sent","push_id":"push-7","platform":"ios"}"#,
            #"{"ts":1794567600,"msg":"push sent","push_id":"push-7","platform":"ios"}"#,
        ])
    func accepted(line: String) throws {
        guard case (.send(let send), let links) = try decode(line, decoder("push_id")) else {
            throw UnexpectedRecord()
        }
        #expect(send.outcome == .sent)
        #expect(send.key == Self.key)
        #expect(send.profile.explicitPlatform == .ios)
        #expect(links == [])
    }

    @Test(
        "says with an error that a send was refused",
        arguments: [
            (#""status":"failed""#, "UNSPECIFIED_ERROR"),
            (#""status":"failed","error":{"code":"BadDeviceToken"}"#, "BadDeviceToken"),
            (#""status":410"#, "HTTP_410"),
        ])
    func refused(members: String, code: String) throws {
        let line = #"{"ts":1794567600,\#(members),"push_id":"push-7"}"#
        guard case (.send(let send), _) = try decode(line, decoder("push_id")),
            case .failed(let error) = send.outcome
        else { throw UnexpectedRecord() }
        #expect(error.code == code)
    }

    @Test(
        "is not that of one message, if a topic is addressed",
        arguments: [
            #"{"ts":1795165300,"event":"opened","remote_message":{"messageId":"\#(ID.android)","#
                + #""from":"/topics/news","data":{"push_id":"push-7"}}}"#,
            #"{"ts":1795165300,"request":{"message":{"topic":"news","data":{"push_id":"push-7"}}},"#
                + #""response":{"name":"projects/demo/messages/\#(ID.topic)"}}"#,
        ])
    func topic(line: String) throws {
        #expect(try decode(line, decoder("push_id")).links == [])
    }

    @Test("is none without a digit, and no part of a multicast request")
    func none() throws {
        let placeholder = #"{"ts":1794567600,"event":"opened","push_id":"REDACTED"}"#
        #expect(try decode(placeholder, decoder("push_id")).record == .foreign(.other))
        let batch = """
            {"ts":1795165300,"message":{"tokens":["a","b"],"data":{"push_id":"push-7"}},"batch":
             {"responses":[{"success":true,"messageId":"projects/d/messages/\(ID.android)"},
              {"success":true,"messageId":"projects/d/messages/\(ID.apple)"}]}}
            """
        let (record, links) = try decode(batch, decoder("push_id"))
        guard case .batch(_, _, let sends) = record else { throw UnexpectedRecord() }
        #expect(sends.count == 2)
        #expect(links == [])
    }

    @Test("with spaces is rejected, and its link with it")
    func bad() throws {
        let decoder = decoder("push_id")
        let line =
            #"{"ts":1795165300,"event":"opened","data":{"google.message_id":"\#(ID.android)","#
            + #""push_id":"push 7"}}"#
        #expect(throws: RecordError.self) { try decode(line, decoder) }
        #expect(decoder.takeLinks() == [])
        #expect(decoder.takeMessageIDs().isEmpty)
    }

    @Test("is at a pointer alone, if one is named")
    func pointer() throws {
        let decoder = decoder("/context/push")
        let line = #"{"ts":1794567600,"event":"opened","context":{"push":"push-7"}}"#
        guard case (.event(let event), _) = try decode(line, decoder) else {
            throw UnexpectedRecord()
        }
        #expect(event.key == Self.key)
        let other = #"{"ts":1794567600,"event":"opened","push_id":"push-7"}"#
        #expect(try decode(other, decoder).record == .foreign(.other))
    }
}
