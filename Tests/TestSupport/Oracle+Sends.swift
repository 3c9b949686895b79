/// What happened to one send.
enum OracleOutcome {
    case sent(messageID: String?)
    case failed(code: String, apnsReason: String?, isApns: Bool)
    case validated(code: String?, apnsReason: String?)
}

/// One send: of a send record, of an element of a batch, or of an export row.
struct OracleSend {
    var time: Int64
    /// No log says when: the ID does.
    var isTimeOfID = false
    var outcome: OracleOutcome
    var profile: OracleProfile
    /// What tells this send from others when there is no message ID.
    var content: String
}

/// Send records, batches and the send side of export rows.
enum OracleSends {
    /// The request's message, or a bare `message`.
    static func message(of line: [String: OracleJSON]) -> [String: OracleJSON]? {
        if let request = line.object("request"), let message = request.object("message") {
            return message
        }
        return line.first("event", "callback") == nil ? line.object("message") : nil
    }

    static func single(_ line: [String: OracleJSON], now: Int64) throws -> OracleSend {
        let message = message(of: line) ?? [:]
        let outcome = try outcome(of: line)
        let (time, isOfID) = try time(of: line, [outcome], now: now)
        var send = send(line, message, time: time, target: target(of: message), outcome: outcome)
        send.isTimeOfID = isOfID
        send.profile.set(project: project(of: line.first("response", "result")))
        return send
    }

    /// The time of a line; of one without, the first in its IDs.
    private static func time(
        of line: [String: OracleJSON], _ outcomes: [OracleOutcome], now: Int64
    ) throws -> (Int64, isOfID: Bool) {
        let times = outcomes.compactMap(time(in:))
        if line.first(of: OracleTime.keys) == nil, let time = times.min() {
            for time in times { _ = try OracleTime.of(["ts": .integer("\(time)")], now: now) }
            return (time, true)
        }
        return (try OracleTime.of(line, now: now), false)
    }

    private static func time(in outcome: OracleOutcome) -> Int64? {
        guard case .sent(let id?) = outcome else { return nil }
        return OracleShapes.microseconds(id: id)
    }

    /// The sends of a multicast record: element i belongs to token i, then to installation IDs; or
    /// to message i of a list.
    static func batch(
        _ line: [String: OracleJSON], now: Int64
    ) throws -> (content: String, sends: [OracleSend]) {
        let message = message(of: line) ?? [:]
        let responses = line.object("batch")?.first("responses", "Responses")?.array
        guard let responses, !responses.isEmpty else { throw OracleRejection("bad_batch") }
        let messages = messages(of: line)
        var targets = targets(of: line, message)
        if targets.isEmpty { targets = messages.map(target(of:)) }
        guard targets.isEmpty || targets.count == responses.count else {
            throw OracleRejection("bad_batch")
        }
        let outcomes = try responses.map { response in
            guard let element = response.object,
                let outcome = try? outcome(response: element, isValidation: isValidation(line))
            else { throw OracleRejection("bad_batch") }
            return outcome
        }
        let (time, isOfID) = try time(of: line, outcomes, now: now)
        let projects = responses.map(project(of:))
        let sends = outcomes.enumerated().map { index, outcome in
            let target = targets.isEmpty ? ("none", "element \(index)") : targets[index]
            let own = isOfID ? self.time(in: outcome) ?? time : time
            var send = send(
                line, messages.isEmpty ? message : messages[index], time: own, target: target,
                outcome: outcome)
            send.isTimeOfID = isOfID
            // Refused ones are of the project of the others.
            send.profile.set(project: projects[index] ?? projects.compactMap(\.self).first)
            return send
        }
        return ("batch " + OracleTime.content(of: line, time: time), sends)
    }

    private static func send(
        _ line: [String: OracleJSON], _ message: [String: OracleJSON], time: Int64,
        target: (kind: String, value: String), outcome: OracleOutcome
    ) -> OracleSend {
        let target = target.kind == "none" ? told(by: outcome, line) ?? target : target
        var profile = OracleProfile(message: message)
        profile.explicitPlatform = OracleShapes.platform(word: line.text("platform"))
        profile.campaign = line.text("campaign")
        profile.targetKind = target.kind == "none" ? nil : target.kind
        if target.kind == "topic" || target.kind == "condition" {
            profile.topic = target.value.isEmpty ? nil : target.value
        }
        let result: String
        switch outcome {
        case .sent: result = "sent"
        case .failed(let code, let reason, let isApns):
            result = "failed \(code) \(reason ?? "")"
            profile.hasApnsError = isApns
        case .validated(let code, _): result = "validated \(code ?? "")"
        }
        let platform = profile.explicitPlatform ?? told(by: outcome) ?? profile.addressedPlatform
        profile.dimensions = OracleDimensions.values(of: message, on: platform)
        let targets: Set = ["token", "fid", "topic", "condition", "tokens", "fids"]
        let sent = OracleJSON.object(message.filter { !targets.contains($0.key) }).canonical
        let parts = [
            "\(time)", result, target.kind, target.value, sent,
            profile.explicitPlatform ?? "", profile.campaign ?? "",
        ]
        return OracleSend(
            time: time, outcome: outcome, profile: profile,
            content: parts.joined(separator: "\u{1F}"))
    }

    /// A topic, if the ID has the form that only messages to topics and conditions get.
    private static func told(
        by outcome: OracleOutcome, _ line: [String: OracleJSON]
    ) -> (kind: String, value: String)? {
        guard case .sent(let id?) = outcome, (17...19).contains(id.count),
            id.allSatisfy({ ("0"..."9").contains($0) })
        else { return nil }
        return ("topic", name(ofTopic: line.text("topic") ?? ""))
    }

    private static func name(ofTopic text: String) -> String {
        text.hasPrefix("/topics/") ? String(text.dropFirst(8)) : text
    }

    /// The platform that FCM's answer shows, also to a request that was only validated.
    private static func told(by outcome: OracleOutcome) -> String? {
        switch outcome {
        case .sent(let id): id.flatMap { OracleShapes.platform(id: $0) }
        case .failed(_, _, let isApns): isApns ? "ios" : nil
        case .validated(_, let reason): reason == nil ? nil : "ios"
        }
    }

    // MARK: - Targets

    static func messages(of line: [String: OracleJSON]) -> [[String: OracleJSON]] {
        let list = line.object("request")?["messages"]?.array ?? line["messages"]?.array
        return (list ?? []).map { $0.object ?? [:] }
    }

    private static func target(of message: [String: OracleJSON]) -> (String, String) {
        for kind in ["token", "fid"] {
            if let value = message.text(kind) { return (kind, value) }
        }
        if let topic = message.text("topic") { return ("topic", name(ofTopic: topic)) }
        if let condition = message.text("condition") { return ("condition", condition) }
        return ("none", "")
    }

    private static func targets(
        of line: [String: OracleJSON], _ message: [String: OracleJSON]
    ) -> [(String, String)] {
        let holders = [line, line.object("request") ?? [:], message]
        var targets: [(String, String)] = []
        for (key, kind) in [("tokens", "token"), ("fids", "fid")] {
            let values = holders.lazy.compactMap { $0[key]?.array }.first ?? []
            targets += values.map { (kind, $0.text ?? "") }
        }
        return targets
    }
}
