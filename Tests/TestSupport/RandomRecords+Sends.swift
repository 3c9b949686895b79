/// Send records: single, failed, validated, multicast, to topics.
extension RandomRecords {
    mutating func addSend(of subject: Subject) {
        var message = message(group: subject.group)
        let target = Self.isByInstallation(subject.group) ? "fid" : "token"
        message.append((target, .text(random.pick(Self.tokens))))
        let id = RandomJSON.messageID(subject.id)
        let outcome: (String, RandomJSON) =
            switch random.below(5) {
            case 0: ("result", ["messageId": id])
            case 1: ("response", ["message_id": id])
            case 2: ("result", ["name": id, "error": .raw("null")])
            default: ("response", ["name": id])
            }
        let time = subject.time + random.pick([0, 0, 0, 1000, -RandomLog.hour, 40 * 60_000_000])
        addRecord(time: time, message: message, rest: [outcome])
    }

    /// One group is addressed by installation IDs: records of one message agree on that.
    private static func isByInstallation(_ group: Int) -> Bool { group == 4 }

    /// The envelope: time, request or bare message, outcome, and perhaps platform and campaign.
    private mutating func addRecord(
        time: Int64, message: [(String, RandomJSON)], rest: [(String, RandomJSON)],
        isValidation: Bool = false
    ) {
        addRecord(
            time: time, content: ("message", .object(message)), rest: rest,
            isValidation: isValidation)
    }

    private mutating func addRecord(
        time: Int64, content: (String, RandomJSON), rest: [(String, RandomJSON)],
        isValidation: Bool = false
    ) {
        // Answers are logged without a time, too: most IDs hold one.
        var record: [(String, RandomJSON)] =
            random.once(in: 8) ? [] : [(timeKey(), .time(time))]
        if isValidation || random.once(in: 2) {
            var request: [(String, RandomJSON)] = [content]
            if isValidation {
                request.append((random.pick(["validate_only", "validateOnly"]), .raw("true")))
            }
            record.append(("request", .object(request)))
        } else {
            record.append(content)
        }
        if random.once(in: 4) {
            let words = ["android", "ios", "iOS", "Apple", "web", "ANDROID", "windows", ""]
            record.append(("platform", .text(random.pick(words))))
        }
        if random.once(in: 5) {
            record.append(("campaign", .text(random.pick(Self.campaigns + [""]))))
        }
        add(.object(record + rest))
    }

    // MARK: - Failures

    mutating func addFailure() {
        var message = message(group: random.below(6))
        switch random.below(8) {
        case 0: message.append(("topic", "news"))
        case 1: message.append(("fid", .text(random.pick(Self.tokens))))
        default: message.append(("token", .text(random.pick(Self.tokens))))
        }
        let error = error()
        let isInside = random.once(in: 4)
        addRecord(
            time: time(), message: message,
            rest: [isInside ? ("response", ["error": error]) : ("error", error)])
        // The same refusal, read again.
        if random.once(in: 2), let last = records.last { add(last) }
    }

    private mutating func error() -> RandomJSON {
        let type = "type.googleapis.com/google.firebase.fcm.v1."
        func v1(_ code: Int, _ status: String, _ details: RandomJSON...) -> RandomJSON {
            ["code": .raw("\(code)"), "status": .text(status), "details": .array(details)]
        }
        func fcm(_ code: String) -> RandomJSON {
            ["@type": .text(type + "FcmError"), "errorCode": .text(code)]
        }
        func apns(_ code: Int, _ reason: String) -> RandomJSON {
            [
                "@type": .text(type + "ApnsError"), "statusCode": .raw("\(code)"),
                "reason": .text(reason),
            ]
        }
        return switch random.below(9) {
        case 0: v1(404, "NOT_FOUND", fcm("UNREGISTERED"))
        case 1: v1(404, "NOT_FOUND")
        case 2: v1(400, "INVALID_ARGUMENT", fcm("INVALID_ARGUMENT"), apns(410, "Unregistered"))
        case 3:
            v1(401, "UNAUTHENTICATED", apns(403, "InvalidProviderToken"), fcm("APNS_AUTH_ERROR"))
        case 4: v1(429, "RESOURCE_EXHAUSTED", fcm("QUOTA_EXCEEDED"))
        case 5: ["code": "messaging/registration-token-not-registered", "message": "gone"]
        case 6: ["code": "messaging/unknown-error", "message": "?"]
        case 7: ["code": .raw("502"), "message": "Bad Gateway"]
        default: ["message": "?"]
        }
    }

    // MARK: - Validated, multicast, topics

    mutating func addValidation() {
        let message = message(group: 0) + [("token", .text(random.pick(Self.tokens)))]
        let name: RandomJSON = "projects/demo/messages/fake_message_id"
        addRecord(
            time: time(), message: message, rest: [("response", ["name": name])],
            isValidation: random.once(in: 2))
        if random.once(in: 3) {
            addRecord(
                time: time(), message: message, rest: [("error", error())], isValidation: true)
        }
    }

    /// A batch over messages of one group, some of which have records of their own.
    mutating func addBatch(of subjects: [Subject]) {
        let group = random.below(6)
        let members = subjects.filter { $0.group == group }.shuffled(using: &random).prefix(3)
        var responses: [RandomJSON] = members.map {
            ["success": .raw("true"), "messageId": .text("projects/demo/messages/" + $0.id)]
        }
        let failed: [RandomJSON] = (0..<random.below(3)).map { _ in
            ["success": .raw("false"), "error": error()]
        }
        responses += failed
        guard !responses.isEmpty else { return }

        let targets = Self.tokens.shuffled(using: &random).prefix(responses.count)
            .map { RandomJSON.text($0) }
        var rest: [(String, RandomJSON)] = []
        var content: (String, RandomJSON) = ("message", .object(message(group: group)))
        switch random.below(5) {
        case 0:
            responses.shuffle(using: &random)
        case 1 where !Self.isByInstallation(group):
            // Tokens come first, then installation IDs, however the keys are ordered.
            rest.append(("fids", .array(Array(targets.suffix(failed.count)))))
            rest.append(("tokens", .array(Array(targets.dropLast(failed.count)))))
        case 2:
            responses.shuffle(using: &random)
            let key = Self.isByInstallation(group) ? "fid" : "token"
            content = (
                "messages",
                .array(targets.map { .object(message(group: group) + [(key, $0)]) })
            )
        default:
            responses.shuffle(using: &random)
            rest.append((Self.isByInstallation(group) ? "fids" : "tokens", .array(targets)))
        }
        rest.append(
            ("batch", ["responses": .array(responses), "successCount": .raw("\(members.count)")]))
        let time = members.first?.time ?? time()
        addRecord(time: time, content: content, rest: rest)
        if random.once(in: 3), let last = records.last { add(last) }
    }

    /// A topic or condition send, and devices that saw IDs of their own.
    mutating func addTopicSend() {
        let isTopic = !random.once(in: 3)
        let topic = random.pick(["news", "sport%7E1"])
        let target: RandomJSON = isTopic ? .text(topic) : "'news' in topics && 'sport' in topics"
        let id = "68103560972304779\(50 + random.below(20))"
        let time = time()
        addRecord(
            time: time, message: message(group: 0) + [(isTopic ? "topic" : "condition", target)],
            rest: [("response", ["name": .messageID(id)])])
        let own = "0:\(time + 5_000_000)%31bd1c9631bd1c96"
        let remote: RandomJSON = [
            "messageId": .messageID(own), "from": .text("/topics/" + topic), "data": ["k": "v"],
        ]
        add([
            "ts": .time(time + 6_000_000), "platform": "android",
            "event": .text(random.pick(["received", "foreground"])), "remote_message": remote,
        ])
        if random.once(in: 2) {
            add([
                "ts": .time(time + 7_000_000), "callback": "willPresent",
                "user_info": [
                    "aps": ["alert": "Sale"], "gcm.message_id": .messageID("\(time + 5_000_001)"),
                    "from": .text("/topics/" + topic),
                ],
            ])
        }
    }
}
