import FCM
import NDJSON
import Testing

/// IDs of one's own, in the places where senders and clients log them.
@Suite("An ID of one's own")
struct OwnIDTests {
    private static let key = MessageKey(own: "push-7", hashKey: hashKey)

    private func decoder(_ places: String..., words: ValueWords = ValueWords()) -> RecordDecoder {
        var paths = RecordPaths()
        paths.join(by: places)
        return RecordDecoder(
            paths: paths, words: words, keys: HashKeys(identity: hashKey, target: hashKey),
            latest: latest)
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
            (#""status":503"#, "HTTP_503"),
            (#""status":410"#, "UNREGISTERED"),
            (#""msg":"push sent","status":410,"reason":"Unregistered""#, "UNREGISTERED"),
            (#""status":"ok","error":"DeviceNotRegistered""#, "UNREGISTERED"),
            (#""msg":"Sent notification (200)","status-code":400"#, "HTTP_400"),
            (#""msg":"push sent","err":{"statusCode":404}"#, "HTTP_404"),
            (#""success":false"#, "UNSPECIFIED_ERROR"),
            (#""status":200,"response":{"code":"80300007"}"#, "80300007"),
            (#""status":200,"response":{"errors":["not subscribed"]}"#, "UNSPECIFIED_ERROR"),
            (
                #""ticket":{"status":"error","details":{"error":"DeviceNotRegistered"}}"#,
                "UNREGISTERED"
            ),
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

    @Test("is that of a message of a list, not one beside the list")
    func messages() throws {
        let batch = """
            {"ts":1795165300,"push_id":"push-9","messages":[
              {"token":"a","data":{"push_id":"push-7"}},{"token":"b"}],"responses":[
              {"success":true,"messageId":"projects/d/messages/\(ID.android)"},
              {"success":true,"messageId":"projects/d/messages/\(ID.apple)"}]}
            """
        let links = try decode(batch, decoder("push_id")).links
        #expect(links.map(\.own) == [Self.key])
        #expect(links.map(\.id.messageID) == [ID.android])
    }

    @Test(
        "is none where a placeholder stands",
        arguments: [
            "0", "\"0\"", "\"\"", "null", "0.0", "\"000\"",
            "\"00000000-0000-0000-0000-000000000000\"",
        ])
    func placeholder(value: String) throws {
        let line = #"{"ts":1794567600,"event":"opened","push_id":\#(value)}"#
        #expect(try decode(line, decoder("push_id")).record == .foreign(.other))
        // The next place is looked at.
        let rest = #""data":{"push_id":"q0"}"#
        let other = #"{"ts":1794567600,"event":"opened","push_id":\#(value),\#(rest)}"#
        guard case .event(let event) = try decode(other, decoder("push_id")).record else {
            throw UnexpectedRecord()
        }
        #expect(event.messageID == "q0")
    }

    @Test("with spaces is rejected, and its link with it")
    func bad() throws {
        let decoder = decoder("push_id")
        let line =
            #"{"ts":1795165300,"event":"opened","data":{"google.message_id":"\#(ID.android)","#
            + #""push_id":"push 7"}}"#
        #expect(throws: RecordError.self) { try decode(line, decoder) }
        let (links, ids) = (decoder.takeLinks(), decoder.takeMessageIDs())
        #expect(links == [] && ids.isEmpty)
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

    // MARK: Logs of other services

    /// Open, sent, refused, or nothing.
    private func said(_ line: String, _ decoder: RecordDecoder) throws -> String {
        switch try decode(line, decoder).record {
        case .event(let event):
            #expect(event.key == Self.key)
            return event.kind.name
        case .send(let send):
            if case .sent = send.outcome { #expect(send.key == Self.key) }
            return send.outcome == .sent ? "sent" : "refused"
        case .foreign: return "foreign"
        default: throw UnexpectedRecord()
        }
    }

    private static let wrappers = [
        "%", "web_1  | %", "[%]", #"{"requestId":"r","items":[%]}"#,
        #"{"timestamp":"2026-11-13T09:00:01Z","severity":"INFO","jsonPayload":%}"#,
        "2026-11-13T09:00:01.000Z stdout F %",
        "2026-11-13T09:00:01.000Z\t4ad9f598\tINFO\t%",
    ]

    @Test("is found in the lines of loggers and shippers", arguments: wrappers)
    func wrapped(wrapper: String) throws {
        let records = [
            (#"{"ts":1794567600,"event":"opened","push_id":"push-7"}"#, "open"),
            (#"{"ts":1794567600,"msg":"push sent","push_id":"push-7"}"#, "sent"),
            (#"{"ts":1794567600,"status":410,"push_id":"push-7"}"#, "refused"),
            (#"{"ts":1794567600,"msg":"push settings saved","push_id":"push-7"}"#, "foreign"),
        ]
        for (record, meaning) in records {
            let line = wrapper.replacing("%", with: record)
            #expect(try said(line, decoder("push_id")) == meaning, "\(line)")
        }
    }

    @Test(
        "is found in text of JSON, and beside the words of a logger",
        arguments: [
            (
                #"{"log":"{\"ts\":1794567600,\"event\":\"opened\",\"push_id\":\"push-7\"}\n"}"#,
                "open"
            ),
            (#"[2026-11-13 09:00:00] production.INFO: push sent {"push_id":"push-7"} []"#, "sent"),
            (#"2026-11-13T09:00:00Z ERROR Push failed {"push_id":"push-7","code":7}"#, "refused"),
            ("2026-11-13T09:00:00Z push sent { push_id: 'push-7', statusCode: 201 }", "sent"),
            (
                #"{"timestamp":1794567600,"event":"Push Sent","properties":{"push_id":"push-7"}}"#,
                "sent"
            ),
            (
                #"{"@t":"2026-11-13T09:00:00Z","@mt":"Push {Id} sent to {To}","push_id":"push-7"}"#,
                "sent"
            ),
            (#"2026-11-13T09:00:00Z push settings {"push_id":"push-7"}"#, "foreign"),
        ])
    func inText(line: String, meaning: String) throws {
        #expect(try said(line, decoder("push_id")) == meaning)
    }

    @Test(
        "counts by the words of a sender",
        arguments: [
            ("Push sent", "sent"), ("Push notification sent", "sent"),
            ("Notification sent successfully to user 7", "sent"),
            ("Sent notification (200)", "sent"),
            ("Push notification accepted by APNs gateway; apnsId=5ad0", "sent"),
            ("succeeded-push", "sent"), ("message.push.sent", "sent"), ("OK", "sent"),
            ("Push failed", "refused"), ("notification_failed", "refused"),
            ("Failed to send notification (410)", "refused"), ("Push Bounced", "refused"),
            ("error sending push", "refused"), ("rejected", "refused"),
            ("Notification will be sent", "foreign"), ("push not sent", "foreign"),
            ("push enqueued", "foreign"), ("retrying push", "foreign"),
            ("Failed to connect to the database", "foreign"), ("error", "refused"),
            ("push settings failed validation", "foreign"), ("ticket sold", "foreign"),
        ])
    func words(text: String, meaning: String) throws {
        for member in ["msg", "message", "event", "type", "status"] {
            let line = #"{"ts":1794567600,"\#(member)":"\#(text)","push_id":"push-7"}"#
            #expect(try said(line, decoder("push_id")) == meaning, "\(line)")
        }
    }

    @Test(
        "counts by numbers and flags of a sender",
        arguments: [
            #""statusCode":201"#, #""status_code":200"#, #""status-code":"200""#,
            #""status":"201 Created""#, #""response":{"statusCode":201}"#, #""success":true"#,
            #""status":"80000000""#, #""result":{"code":"80000000"}"#,
        ])
    func numbers(members: String) throws {
        let line = #"{"ts":1794567600,\#(members),"push_id":"push-7"}"#
        #expect(try said(line, decoder("push_id")) == "sent")
        let ofAccessLog = #"{"method":"POST","url":"/opens","# + line.dropFirst()
        #expect(try said(ofAccessLog, decoder("push_id")) == "foreign")
    }

    @Test("of a sender is no event, whatever records without a word are")
    func assumed() throws {
        var words = ValueWords()
        _ = words.assume(event: "opened")
        let records = [
            (#""msg":"push sent","status":200"#, "sent"), (#""msg":"push failed""#, "refused"),
            (#""msg":"push enqueued""#, "foreign"), (#""status":200"#, "foreign"),
            (#""screen":"home""#, "open"), (#""event":"received""#, "receipt"),
        ]
        for (members, meaning) in records {
            let line = #"{"ts":1794567600,\#(members),"push_id":"push-7"}"#
            #expect(try said(line, decoder("push_id", words: words)) == meaning, "\(line)")
        }
    }

    @Test("counts by words that a map gives a meaning")
    func mapped() throws {
        var words = ValueWords()
        words.add("SEND_REJECTED", means: "failed", for: .event)
        words.add("gone", means: "failed", for: .status)
        words.add("handed over", means: "sent", for: .status)
        for (members, meaning) in [
            (#""event":"SEND_REJECTED""#, "refused"), (#""status":"gone""#, "refused"),
            (#""status":"handed over""#, "sent"), (#""event":"handed over""#, "foreign"),
        ] {
            let line = #"{"ts":1794567600,\#(members),"push_id":"push-7"}"#
            #expect(try said(line, decoder("push_id", words: words)) == meaning, "\(line)")
        }
    }

    @Test("beside an object with FCM's links the two, and keeps the value of a conversion")
    func inner() throws {
        let line =
            #"{"event":"Order Completed","timestamp":1795165300,"push_id":"push-8","properties":"#
            + #"{"message_id":"\#(ID.android)","push_id":"push-7","value":"1.5","currency":"EUR"}}"#
        guard case (.event(let event), let links) = try decode(line, decoder("push_id")) else {
            throw UnexpectedRecord()
        }
        #expect(event.key == MessageKey(id: ID.android, hashKey: hashKey))
        #expect(event.kind == .converted && event.amount?.currency == "EUR")
        #expect(links.map(\.own) == [Self.key])
    }

    @Test(
        "of a send in a form of one's own says nothing of what is shown",
        arguments: [
            (
                #""message":{"name":"order","contents":{"en":"Hi"}}"#,
                PerPlatform(repeating: Display.unknown)
            ),
            (#""request":{"url":"https://push.example"}"#, PerPlatform(repeating: .unknown)),
            (#""request":{"message":{"data":{"a":"b"}}}"#, PerPlatform(repeating: .silent)),
        ])
    func content(members: String, displays: PerPlatform<Display>) throws {
        let line = #"{"ts":1794567600,"msg":"push sent",\#(members),"push_id":"push-7"}"#
        guard case (.send(let send), _) = try decode(line, decoder("push_id")) else {
            throw UnexpectedRecord()
        }
        #expect(send.profile.displays == displays)
    }

    @Test("is the same in capitals, if it is a UUID")
    func capitals() {
        let id = "3316c717-5678-4abc-9def-001122334455"
        let key = MessageKey(own: id, hashKey: hashKey)
        #expect(key == MessageKey(own: id.uppercased(), hashKey: hashKey))
        #expect(Self.key != MessageKey(own: "PUSH-7", hashKey: hashKey))
    }
}
