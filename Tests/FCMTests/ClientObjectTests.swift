import FCM
import NDJSON
import Testing

/// What a client holds of a message, in the ways in which apps log it, with the words that they
/// have for what happened.
@Suite("Objects of clients")
struct ClientObjectTests {
    private static let time = "2025-11-18T10:00:00.250Z"
    private static let milliseconds: Int64 = 1_763_460_000_250

    static let words: [(EventKind, [String])] = [
        (
            .receipt,
            [
                "received", "receive", "receipt", "delivered", "deliver", "RECEIVED",
                "push_received", "pushReceived", "notification_received", "Notification Received",
                "pushNotificationReceived", "message-received", "messageDelivered",
                "onBackgroundMessage", "notification.delivered", "push received",
            ]
        ),
        (
            .foreground,
            ["foreground", "onMessage", "push_foreground", "received_in_foreground", "Foreground"]
        ),
        (
            .impression,
            [
                "impression", "displayed", "display", "shown", "push_displayed",
                "notification_shown", "Notification Displayed", "pushImpression", "message_shown",
            ]
        ),
        (
            .open,
            [
                "opened", "open", "clicked", "click", "tapped", "tap", "pressed", "press", "OPENED",
                "push_opened", "Push Opened", "notification_clicked", "notificationTapped",
                "onNotificationOpened", "onMessageOpenedApp", "getInitialMessage",
                "onNotificationOpenedApp", "getInitialNotification", "notification-press",
                "pushNotificationActionPerformed", "resume", "launch",
            ]
        ),
        (
            .dismiss,
            [
                "dismissed", "dismiss", "notification_dismissed", "push_dismiss", "PushDismissed",
                "notification dismissed", "notification-dismiss", "onNotificationDismissed",
            ]
        ),
    ]

    /// A line of an object and a word.
    struct Way: Sendable, CustomStringConvertible {
        var description: String
        var line: @Sendable (_ object: String, _ word: String) -> String
    }

    private static func under(_ name: String) -> Way {
        Way(description: "under \(name)") { object, word in
            #"{"ts":"\#(time)","event":"\#(word)","\#(name)":\#(object)}"#
        }
    }

    private static func said(_ name: String) -> Way {
        Way(description: "said by \(name)") { object, word in
            #"{"time":"\#(time)","\#(name)":"\#(word)","push":\#(object)}"#
        }
    }

    private static func way(
        _ name: String, _ line: @escaping @Sendable (String, String) -> String
    ) -> Way {
        Way(description: name, line: line)
    }

    private static func quoted(_ json: String) -> String {
        "\"" + json.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    static let ways =
        [
            "message", "payload", "data", "extras", "bundle", "userInfo", "user_info", "push",
            "remoteMessage", "body", "notification", "args",
        ].map(under)
        + ["eventName", "type", "action", "event_type", "msg", "name"].map(said) + [
            way("as text") { object, word in
                #"{"ts":"\#(time)","event":"\#(word)","payload":\#(quoted(object))}"#
            },
            way("behind text") { object, word in "\(time) INFO [app] \(word): \(object)" },
            way("in a list") { object, word in
                #"{"ts":"\#(time)","event":"\#(word)","args":[\#(object)]}"#
            },
            way("Segment") { object, word in
                #"""
                {"type":"track","messageId":"ajs-1","event":"\#(word)",\#
                "timestamp":"\#(time)","anonymousId":"a","properties":\#(object)}
                """#
            },
            way("Amplitude") { object, word in
                #"""
                {"event_type":"\#(word)","time":\#(milliseconds),"insert_id":"1",\#
                "event_properties":{"push":\#(object)}}
                """#
            },
            way("Cloud Logging") { object, word in
                #"""
                {"insertId":"1","timestamp":"\#(time)","jsonPayload":{"event":"\#(word)",\#
                "message":{"push":\#(object)}}}
                """#
            },
            way("pino") { object, word in
                #"{"level":30,"time":\#(milliseconds),"pid":1,"push":\#(object),"msg":"\#(word)"}"#
            },
        ]

    /// The error of a line; nil if it is decoded correctly.
    private func problem(
        _ object: ClientObject, _ way: Way, _ word: String, _ kind: EventKind
    ) -> String? {
        do throws(RecordError) {
            let record = try decode(way.line(object.json, word))
            guard case .event(let event) = record else {
                return record == .foreign(.unprovenEvent) ? "unproven" : "wrong: \(record)"
            }
            let isRight =
                event.kind == kind && event.messageID == object.id
                && event.time.milliseconds == Self.milliseconds
            return isRight ? nil : "wrong"
        } catch {
            return "rejected: \(error.reason.rawValue)"
        }
    }

    @Test("twenty objects, logged in twenty-five ways with sixty words, are read and never wrong")
    func table() {
        #expect(ClientObject.all.count == 20)
        #expect(Self.ways.count == 25)
        #expect(Self.words.map(\.1.count).reduce(0, +) == 60)
        var counts: [String: Int] = [:]
        var total = 0
        for object in ClientObject.all {
            for way in Self.ways {
                for (kind, words) in Self.words {
                    for word in words {
                        total += 1
                        guard let problem = problem(object, way, word, kind) else { continue }
                        counts["\(problem) · \(object) · \(way)", default: 0] += 1
                    }
                }
            }
        }
        // What is nothing of FCM for sure is set aside, and told of: a UUID beside a word.
        let wrong = counts.keys.filter { $0.hasPrefix("wrong") }
        #expect(wrong.isEmpty, "\(wrong.sorted().prefix(20))")
        let unread = counts.values.reduce(0, +)
        #expect(unread * 20 <= total, "\(unread) of \(total): \(counts.keys.sorted().prefix(40))")
    }

    @Test(
        "flags name the event if no member does",
        arguments: [
            (#""wasTapped":true"#, EventKind.open), (#""wasTapped":false"#, .receipt),
            (#""tap":"background""#, .open), (#""userInteraction":"1""#, .open),
            (#""userInteraction":false,"foreground":true"#, .foreground),
            (#""msg":"OPENED","userInteraction":false"#, .receipt),
            (#""event":"opened","userInteraction":false"#, .open),
        ])
    func flags(_ members: String, kind: EventKind) throws {
        let id = #""google.message_id":"0:1763456400118034%31bd1c9631bd1c96""#
        for line in [
            #"{"ts":"\#(Self.time)","push":{\#(id),\#(members)}}"#,
            #"{"ts":"\#(Self.time)","data":{\#(id)},\#(members)}"#,
            #"\#(Self.time) push: {\#(id),\#(members)}"#,
        ] {
            guard case .event(let event) = try decode(line) else {
                Issue.record("not an event: \(line)")
                continue
            }
            #expect(event.kind == kind, "\(line)")
        }
    }

    @Test("a word around an object that says nothing of a message is told of")
    func unknown() {
        let line = #"{"ts":"\#(Self.time)","event":"archived","push":\#(ClientObject.all[4].json)}"#
        #expect { try decode(line) } throws: { ($0 as? RecordError)?.reason == .unknownEvent }
    }

    @Test("without a word or a flag nothing is assumed")
    func unsaid() {
        for object in ClientObject.all {
            let record = try? decode(#"{"ts":"\#(Self.time)","push":\#(object.json)}"#)
            #expect(record == nil || record == .foreign(.other), "\(object)")
        }
    }
}
