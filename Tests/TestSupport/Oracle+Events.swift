/// One client event of a message.
struct OracleEvent {
    var messageID: String
    var time: Int64
    var kind: OracleEventKind
    var platform: String?
    /// The record names `/topics/…`.
    var namesTopic = false
    /// The record has a Composer campaign.
    var isComposer = false
    /// A row of the BigQuery export.
    var isExported = false
    /// A display message's receipt in a raw Android bundle, and what it says of the app.
    var displayReceipt: DisplayReceipt?

    /// Of a conversion with a value.
    var amount: OracleAmount?

    /// Values of `OracleDimensions.clientNames`.
    var told: [String: String] = [:]

    /// Whether an Android device got it at a lower priority than asked for; nil when it told not.
    var isPriorityLowered: Bool?

    enum DisplayReceipt { case inBackground, stateUnknown }
}

/// What a line says: a client event, or an event that names a campaign or label only.
enum OracleClientRecord {
    case event(OracleEvent)
    case label(content: String)
}

/// Client events: Apple, Android, web, plug-ins, export deliveries, GA4 rows.
enum OracleEvents {
    static func apple(_ line: [String: OracleJSON], now: Int64) throws -> OracleEvent {
        let info = line.object("user_info", "userInfo") ?? [:]
        let time = try OracleTime.of(line, now: now)
        guard let id = try OracleShapes.messageID(info.first("gcm.message_id")) else {
            throw OracleRejection("no_message_id")
        }
        return OracleEvent(
            messageID: id, time: time, kind: try appleKind(line, info),
            platform: OracleShapes.platform(word: line.text("platform")) ?? "ios",
            namesTopic: namesTopic(info), isComposer: isComposer(info))
    }

    private static func appleKind(
        _ line: [String: OracleJSON], _ info: [String: OracleJSON]
    ) throws -> OracleEventKind {
        let state = line.text("app_state", "appState")?.lowercased()
        switch line.text("callback") {
        case "willPresent":
            return .foreground
        case "didReceiveResponse", "didReceive":
            let dismiss = "com.apple.UNNotificationDismissActionIdentifier"
            return [dismiss, "dismiss"].contains(line.text("action")) ? .dismiss : .open
        case "didReceiveRemoteNotification":
            return state == "active" ? .foreground : .receipt
        case "serviceExtension", "didReceiveNotificationRequest":
            return .receipt
        case nil where state == nil:
            throw OracleRejection("no_event")
        case nil, "appDidReceiveMessage":
            let aps = info.object("aps") ?? [:]
            if state == "active" { return .foreground }
            guard state == "inactive" || state == "background", hasAlert(aps) else {
                return .receipt
            }
            return isContentAvailable(aps) ? .phantom : .open
        default:
            throw OracleRejection("unknown_event")
        }
    }

    /// Whether what Android's SDKs hold names a message, or the campaign of one.
    static func isAndroid(_ line: [String: OracleJSON], now: Int64) -> Bool {
        let raw = ["bundle", "extras", "data"].compactMap { line[$0]?.object }
        let remote = line.object("remote_message")
        guard !raw.isEmpty || remote != nil else { return false }
        if raw.contains(where: { $0.first("google.message_id") != nil }) { return true }
        let all = raw + raw.compactMap { $0.object("gcm.n.analytics_data") }
        if all.contains(where: isComposer) { return true }
        let holders = all + [remote ?? [:], remote?.object("data") ?? [:]]
        let ids = raw.map { $0["message_id"] } + [remote?.first("messageId", "message_id")]
        return ids.contains { OracleEvidence.isDeviceID($0, beside: holders, line, now: now) }
    }

    static func android(
        _ line: [String: OracleJSON], now: Int64
    ) throws -> OracleClientRecord {
        let time = try OracleTime.of(line, now: now)
        let raw = ["bundle", "extras", "data"].compactMap { line[$0]?.object }
        let remote = line.object("remote_message")
        let kind = { try OracleShapes.kind(event: line.text("event")) }

        var all = raw + raw.compactMap { $0.object("gcm.n.analytics_data") }
        if let remote { all.append(remote) }
        let platform = OracleShapes.platform(word: line.text("platform")) ?? "android"

        guard let id = try androidID(line, raw: raw, remote: remote) else {
            let composer = all.contains(where: isComposer)
            if composer, try kind() == .dismiss {
                return .label(content: OracleTime.content(of: line, time: time))
            }
            throw OracleRejection("no_message_id")
        }
        var event = OracleEvent(
            messageID: id, time: time, kind: try kind(), platform: platform,
            namesTopic: all.contains(where: namesTopic),
            isComposer: all.contains(where: isComposer))
        event.isPriorityLowered = isPriorityLowered(raw: raw, remote: remote)
        if event.kind == .receipt, raw.contains(where: isDisplay) {
            switch line.text("app_state", "appState")?.lowercased() {
            case nil: event.displayReceipt = .stateUnknown
            case "foreground", "active", "resumed": break
            default: event.displayReceipt = .inBackground
            }
        }
        return .event(event)
    }

    /// `google.message_id`; else a `message_id` that has an ID's shape; else a RemoteMessage's own.
    private static func androidID(
        _ line: [String: OracleJSON], raw: [[String: OracleJSON]], remote: [String: OracleJSON]?
    ) throws -> String? {
        for bundle in raw {
            if let id = try OracleShapes.messageID(bundle.first("google.message_id")) {
                return id
            }
        }
        for bundle in raw {
            if let id = try? OracleShapes.messageID(bundle.first("message_id")),
                OracleShapes.platform(id: id) != nil
            {
                return id
            }
        }
        if let id = try OracleShapes.messageID(remote?.first("messageId", "message_id")) {
            return id
        }
        return try OracleShapes.messageID(line.first("messageId", "message_id"))
    }

    /// As Android's `RemoteMessage` has it: `getOriginalPriority()` and `getPriority()`.
    private static func isPriorityLowered(
        raw: [[String: OracleJSON]], remote: [String: OracleJSON]?
    ) -> Bool? {
        let bundle = raw.first ?? [:]
        let isReduced = bundle["google.priority_reduced"]?.isYes == true
        let asked =
            bundle.text("google.original_priority", "google.priority")
            ?? remote?.text("originalPriority")
        let delivered =
            bundle.text("google.delivered_priority")
            ?? (isReduced ? "normal" : bundle.text("google.priority"))
            ?? remote?.text("priority")
        guard let asked, let delivered else { return nil }
        return asked == "high" && delivered == "normal"
    }

    /// A notification that the SDK shows: marked `e`, and not for analytics only.
    private static func isDisplay(_ bundle: [String: OracleJSON]) -> Bool {
        func isOn(_ key: String) -> Bool {
            bundle["gcm.n." + key]?.isYes == true
                || bundle["gcm.notification." + key]?.isYes == true
        }
        return isOn("e") && !isOn("noui")
    }

    static func web(_ line: [String: OracleJSON], now: Int64) throws -> OracleEvent {
        let payload = line.object("payload") ?? [:]
        let time = try OracleTime.of(line, now: now)
        let id = payload.first("fcmMessageId", "messageId", "message_id")
        guard let id = try OracleShapes.messageID(id) else {
            throw OracleRejection("no_message_id")
        }
        return OracleEvent(
            messageID: id, time: time,
            kind: try OracleShapes.kind(event: line.text("event")),
            platform: OracleShapes.platform(word: line.text("platform"))
                ?? (payload.first("fcmMessageId") == nil ? OracleShapes.platform(id: id) : nil)
                    ?? "web",
            namesTopic: namesTopic(payload), isComposer: isComposer(payload.object("data") ?? [:]))
    }

    static func plugin(_ line: [String: OracleJSON], now: Int64) throws -> OracleEvent {
        let message = line.object("message", "remoteMessage") ?? [:]
        let time = try OracleTime.of(line, now: now)
        let keys = ["messageId", "message_id"]
        let value = message.first(of: keys) ?? line.first(of: keys)
        guard let id = try OracleShapes.messageID(value) else {
            throw OracleRejection("no_message_id")
        }
        let word = OracleShapes.platform(word: line.text("platform"))
        let all = [message, line]
        return OracleEvent(
            messageID: id, time: time,
            kind: try OracleShapes.kind(event: line.text("event")),
            platform: word ?? OracleShapes.platform(id: id),
            namesTopic: all.contains(where: namesTopic),
            isComposer: all.contains { isComposer($0.object("data") ?? [:]) })
    }

    /// An export row of `MESSAGE_DELIVERED`.
    static func delivered(_ row: [String: OracleJSON], now: Int64) throws -> OracleEvent {
        let time = try OracleTime.of(row, keys: ["event_timestamp"], now: now)
        guard let id = try OracleShapes.messageID(row.first("message_id")) else {
            throw OracleRejection("no_message_id")
        }
        return OracleEvent(
            messageID: id, time: time, kind: .receipt,
            platform: OracleShapes.platform(word: row.text("sdk_platform")),
            namesTopic: namesTopic(["from": row["topic"] ?? .null]), isExported: true)
    }

    /// A GA4 row: no message ID in it, so it is only counted.
    static func analytics(_ row: [String: OracleJSON], now: Int64) throws -> OracleClientRecord {
        let time = try OracleTime.of(row, keys: ["event_timestamp"], now: now)
        switch row.text("event_name") {
        case "notification_receive", "notification_foreground", "notification_open",
            "notification_dismiss", "_nr", "_nf", "_no", "_nd":
            return .label(content: OracleTime.content(of: row, time: time))
        default:
            throw OracleForeign()
        }
    }

    /// A dictionary with something in it, or a string that is not empty.
    static func hasAlert(_ aps: [String: OracleJSON]) -> Bool {
        switch aps["alert"] {
        case .object(let alert): alert.values.contains { !$0.isNone }
        case .string(let text): !text.isEmpty
        default: false
        }
    }

    static func isContentAvailable(_ aps: [String: OracleJSON]) -> Bool {
        let value = aps.first("content-available", "content_available", "contentAvailable")
        return value?.isYes == true
    }

    private static func namesTopic(_ payload: [String: OracleJSON]) -> Bool {
        payload.text("from")?.hasPrefix("/topics/") == true
    }

    private static func isComposer(_ payload: [String: OracleJSON]) -> Bool {
        switch payload.first("google.c.a.c_id") {
        case .string(let id): !id.isEmpty
        case .integer: true
        default: false
        }
    }
}
