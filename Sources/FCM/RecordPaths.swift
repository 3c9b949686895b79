package import NDJSON

/// The paths of all fields of all kinds of records, in all spellings: the REST reference's
/// snake_case, proto3 JSON's camelCase, and the names of the Admin SDKs.
///
/// Of several places for one field, the first with a value in the order of this file counts; places
/// near the top come before deeper ones. The order of keys in the line is irrelevant.
package struct RecordPaths: Sendable {
    package var tree = PathTree()
    /// The top-level members of a record, by their names in a map file; with a node if the member
    /// is an object.
    private(set) var mounts: [String: (node: PathTree.Node?, field: Field)] = [:]
    /// The places of records by the map: the keys from the top of a line, the preferred place
    /// first.
    var records: [[String]] = []
    /// The fields in the map, with their slots.
    private(set) var mapped: [String: Int] = [:]
    /// The slots of what an app shows itself of a data message, and of its image.
    private(set) var shown: [Int] = []
    private(set) var shownImages: [Int] = []
    /// The slots of IDs of one's own, and the names of the members that hold them.
    var ownIDs: [Int] = []
    var ownNames: [String] = []
    /// The slots of the answers to sends with such IDs.
    var ownAnswers = OwnAnswerSlots()
    /// The slots of declared dimensions of sends, by position.
    var dimensions: [DimensionSlots] = []
    /// The same of client events.
    var clientDimensions: [ClientDimensionSlots] = []
    /// The fields in the map that hold FCM's IDs.
    var claimedIDs: [Field] {
        [.appleMessageID, .bundleMessageID, .webMessageID].filter { field in
            mapped.values.contains(field.rawValue)
        }
    }

    package init() {
        let root = tree.root
        let message = addMessage()
        let error = addError()
        let response = addResponse(error: error)
        addEnvelope(root)
        addRequest(root, message: message)
        addOutcome(root, response: response, error: error)
        addClientEvents(root)
        addPlugin(message, root: root)
        addExportRow(root)
    }

    private mutating func add(_ keys: String..., in node: PathTree.Node, _ field: Field) {
        for key in keys { tree.add(key, in: node, slot: field.rawValue) }
    }

    /// Describes a top-level object with one or more names.
    private mutating func mount(_ keys: String..., node: PathTree.Node, _ field: Field) {
        for key in keys {
            tree.add(key, in: tree.root, child: node)
            tree.add(key, in: tree.root, slot: field.rawValue)
            mounts[key] = (node, field)
        }
    }

    private mutating func addEnvelope(_ root: PathTree.Node) {
        let fields: [(String, Field)] = [
            ("time", .time), ("ts", .ts), ("timestamp", .timestamp), ("@timestamp", .atTimestamp),
            ("sent_at", .sentAt), ("sentAt", .sentAt),
            ("asctime", .loggedAt), ("datetime", .loggedAt), ("@t", .loggedAt),
            ("Timestamp", .loggedAt), ("__REALTIME_TIMESTAMP", .loggedAt), ("_time", .loggedAt),
            ("dt", .loggedAt), ("TimeGenerated", .loggedAt), ("timeUnixNano", .loggedAt),
            ("time_iso8601", .loggedAt), ("requestTimeEpoch", .loggedAt),
            ("TimestampMs", .loggedAt), ("timestamp_ms", .loggedAt), ("timestampMs", .loggedAt),
            ("event_time", .loggedAt), ("eventTime", .loggedAt), ("occurred_at", .loggedAt),
            ("occurredAt", .loggedAt), ("client_time", .loggedAt), ("clientTime", .loggedAt),
            ("date", .date),
            ("platform", .platform), ("campaign", .campaign), ("status", .status),
            ("event", .event), ("callback", .callback),
            ("app_state", .appState), ("appState", .appState),
            ("action", .action), ("actionIdentifier", .action), ("action_identifier", .action),
            ("actionId", .action), ("action_id", .action),
            ("eventName", .eventName), ("event_name", .eventName),
            ("eventType", .eventType), ("event_type", .eventType), ("type", .eventType),
            ("kind", .eventType), ("messageType", .eventType), ("msg", .text),
            ("token", .rootToken), ("fid", .rootFID), ("tokens", .rootTokens),
            ("fids", .rootFIDs), ("messages", .rootMessages),
            ("message_id", .rootMessageID), ("messageId", .rootMessageID),
            ("fcm_message_id", .rootMessageID), ("fcmMessageID", .rootMessageID),
            ("name", .name), ("id", .bareID), ("value", .value), ("currency", .currency),
        ]
        for (key, field) in fields {
            add(key, in: root, field)
            mounts[key] = (nil, field)
        }
        add(
            "fcm_token", "fcmToken", "device_token", "deviceToken", "push_token", "pushToken",
            "registration_token", "registrationToken", "registration_id", "registrationId",
            "Token", in: root, .namedToken)
        // By a map alone: `project` names anything in logs of other systems.
        mounts["project"] = (nil, .project)
        for (name, field) in RecordPaths.added { mounts[name] = (nil, field) }
    }
}

// MARK: - Sends

extension RecordPaths {
    private mutating func addMessage() -> PathTree.Node {
        let message = tree.addNode()
        add("token", in: message, .token)
        add("fid", in: message, .fid)
        add("tokens", in: message, .tokens)
        add("fids", in: message, .fids)
        add("topic", in: message, .topic)
        add("condition", in: message, .condition)
        add("data", in: message, .messageData)
        let notification = tree.child("notification", in: message)
        add("notification", in: message, .notification)
        add("title", in: notification, .notificationTitle)
        add("body", in: notification, .notificationBody)
        addImage(in: notification, .notificationImage)
        addLabel(in: message, .messageLabel)
        addAndroid(message)
        addApple(message)
        addWeb(message)
        return message
    }

    private mutating func addImage(in node: PathTree.Node, _ field: Field) {
        add("image", "imageUrl", "image_url", in: node, field)
    }

    @discardableResult
    private mutating func addLabel(in node: PathTree.Node, _ field: Field) -> PathTree.Node {
        let options = tree.child("fcm_options", in: node)
        tree.add("fcmOptions", in: node, child: options)
        add("analytics_label", "analyticsLabel", in: options, field)
        return options
    }

    private mutating func addAndroid(_ message: PathTree.Node) {
        let android = tree.child("android", in: message)
        add("android", "android_v2", "androidV2", in: message, .android)
        tree.add("android_v2", in: message, child: android)
        tree.add("androidV2", in: message, child: android)
        add("priority", in: android, .androidPriority)
        add("ttl", in: android, .androidTTL)
        add("collapse_key", "collapseKey", in: android, .androidCollapseKey)
        addLabel(in: android, .androidLabel)
        let notification = tree.child("notification", in: android)
        add("notification", in: android, .androidNotification)
        addImage(in: notification, .androidImage)
        add("click_action", "clickAction", in: notification, .androidClickAction)
        // android_v2 keeps the same notification one level deeper.
        let remote = tree.child("remote_notification", in: android)
        tree.add("remoteNotification", in: android, child: remote)
        tree.add("notification", in: remote, child: notification)
        add("notification", in: remote, .androidNotification)
    }

    private mutating func addApple(_ message: PathTree.Node) {
        let apns = tree.child("apns", in: message)
        add("apns", in: message, .apns)
        let headers = tree.child("headers", in: apns)
        add("apns-priority", in: headers, .apnsPriority)
        add("apns-collapse-id", in: headers, .apnsCollapseID)
        addImage(in: addLabel(in: apns, .appleLabel), .appleImage)
        let payload = tree.child("payload", in: apns)
        let aps = tree.child("aps", in: payload)
        add("aps", in: payload, .aps)
        add("alert", in: aps, .alert)
        add("mutable-content", "mutableContent", "mutable_content", in: aps, .mutableContent)
        add(
            "content-available", "contentAvailable", "content_available", in: aps,
            .contentAvailable)
        add("category", in: aps, .category)
        // The payload is copied unchanged, so the device sees this one, too.
        let inner = tree.child("fcm_options", in: payload)
        tree.add("fcmOptions", in: payload, child: inner)
        addImage(in: inner, .applePayloadImage)
    }

    private mutating func addWeb(_ message: PathTree.Node) {
        let webpush = tree.child("webpush", in: message)
        add("webpush", in: message, .webpush)
        let headers = tree.child("headers", in: webpush)
        addImage(in: headers, .webHeaderImage)
        add("Urgency", "urgency", in: headers, .webUrgency)
        add("TTL", "ttl", in: headers, .webTTL)
        add("Topic", "topic", in: headers, .webTopic)
        let notification = tree.child("notification", in: webpush)
        add("notification", in: webpush, .webNotification)
        addImage(in: notification, .webImage)
        add("link", in: addLabel(in: webpush, .webLabel), .webLink)
    }

    private mutating func addRequest(_ root: PathTree.Node, message: PathTree.Node) {
        // A request holds a message or is one: its fields may be in either.
        let request = tree.child("request", in: root)
        add("validate_only", "validateOnly", "dryRun", "dry_run", in: request, .validateOnly)
        tree.graft(message, onto: request)
        tree.add("message", in: request, child: message)
        add("message", in: request, .message)
        add("messages", in: request, .messages)
        mount("request", node: request, .request)
        mount("message", node: message, .message)
        add("validate_only", "validateOnly", in: root, .validateOnly)
    }

    private mutating func addError() -> PathTree.Node {
        let error = tree.addNode()
        add("code", in: error, .errorCode)
        add("status", in: error, .errorStatus)
        add("details", in: error, .errorDetails)
        addNamedCode(error)
        // The Go SDK.
        addNamedCode(tree.child("Ext", in: error))
        // Node's FirebaseError has its code one level deeper if it is logged as a whole.
        add("code", in: tree.child("errorInfo", in: error), .errorInfoCode)
        // An HTTP body logged as a whole repeats the key.
        tree.add("error", in: error, child: error)
        // Loggers name the class of an exception, which of Python's SDK says the code.
        add("type", "class", "exc_type", "name", in: error, .errorClass)
        addTransport(error)
        return error
    }

    /// Node and HTTP clients put FCM's answer inside their own error; Python's SDK has it as
    /// `http_response`.
    private mutating func addTransport(_ error: PathTree.Node) {
        let answer = tree.addNode()
        add("details", in: answer, .transportDetails)
        let http = tree.addNode()
        add("details", in: http, .transportDetails)
        tree.add("error", in: http, child: answer)
        tree.add("error", in: tree.child("data", in: http), child: answer)
        for key in ["httpResponse", "http_response", "response"] {
            tree.add(key, in: error, child: http)
        }
    }

    /// FCM's error code under the names of the Java and C# SDKs, and under those that servers give
    /// it beside a token.
    private mutating func addNamedCode(_ node: PathTree.Node) {
        add(
            "messagingErrorCode", "messaging_error_code", "MessagingErrorCode", in: node,
            .javaErrorCode)
        add("errorCode", "error_code", "ErrorCode", in: node, .flatErrorCode)
    }

    private mutating func addResponse(error: PathTree.Node) -> PathTree.Node {
        let response = tree.addNode()
        add(
            "name", "messageId", "message_id", "MessageID", "messageID", in: response,
            .responseName)
        add("responses", "Responses", "results", in: response, .responses)
        addLegacy(response)
        tree.add("error", in: response, child: error)
        add("error", in: response, .responseError)
        return response
    }

    /// Numbers that only answers of the legacy API have next to their results. PyFCM merges several
    /// answers to one without an ID.
    private mutating func addLegacy(_ node: PathTree.Node) {
        add("multicast_id", "multicastId", "canonical_ids", in: node, .multicastID)
    }

    private mutating func addOutcome(
        _ root: PathTree.Node, response: PathTree.Node, error: PathTree.Node
    ) {
        mount("response", "result", node: response, .response)
        mount("batch", node: response, .batch)
        add("responses", "Responses", "results", in: root, .responses)
        addLegacy(root)
        mount("error", "err", "exception", node: error, .error)
        addNamedCode(root)
        add("code", in: root, .flatErrorCode)
    }

    /// The paths of one element of a batch's responses.
    static let batchElement: PathTree = {
        var paths = RecordPaths(tree: PathTree())
        let error = paths.addError()
        let root = paths.tree.root
        paths.add("success", "Success", "IsSuccess", in: root, .batch)
        paths.add(
            "name", "messageId", "message_id", "MessageID", "messageID", "MessageId", in: root,
            .responseName)
        for key in ["error", "Error", "exception", "Exception"] {
            paths.tree.add(key, in: root, child: error)
            paths.add(key, in: root, .error)
        }
        paths.addNamedCode(root)
        return paths.tree
    }()

    private init(tree: PathTree) {
        self.tree = tree
    }
}

// MARK: - Client events and export rows

extension RecordPaths {
    private mutating func addAnalytics(in node: PathTree.Node, from: Field = .from) {
        add("google.c.a.m_l", in: node, .observedLabel)
        add("google.c.a.c_id", in: node, .composerID)
        add("google.c.a.c_l", in: node, .composerName)
        add("from", in: node, from)
        add(
            "google.c.a.e", "google.c.a.ts", "google.c.a.udt", "google.c.sender.id", "google.c.fid",
            in: node, .clientMark)
    }

    private mutating func addClientEvents(_ root: PathTree.Node) {
        let userInfo = tree.addNode()
        add("gcm.message_id", in: userInfo, .appleMessageID)
        addAnalytics(in: userInfo)
        let aps = tree.child("aps", in: userInfo)
        add("alert", in: aps, .observedAlert)
        add("content-available", in: aps, .observedContentAvailable)
        mount("user_info", "userInfo", node: userInfo, .userInfo)

        let bundle = tree.addNode()
        add("google.message_id", in: bundle, .bundleMessageID)
        // Plug-ins also use `data` for an Apple device's `userInfo`.
        add("gcm.message_id", in: bundle, .appleMessageID)
        tree.add("aps", in: bundle, child: aps)
        add("message_id", in: bundle, .serverMessageID)
        add("gcm.n.e", in: bundle, .displayFlag)
        add("gcm.notification.e", in: bundle, .legacyDisplayFlag)
        add("gcm.n.noui", "gcm.notification.noui", in: bundle, .noUI)
        add("google.delivered_priority", in: bundle, .deliveredPriority)
        add("google.original_priority", in: bundle, .originalPriority)
        add("google.priority", in: bundle, .oldPriority)
        add("google.priority_reduced", in: bundle, .isPriorityReduced)
        addAnalytics(in: bundle)
        addAnalytics(in: tree.child("gcm.n.analytics_data", in: bundle), from: .analyticsFrom)
        mount("bundle", "extras", "data", node: bundle, .bundle)

        let payload = tree.addNode()
        add("fcmMessageId", in: payload, .webMessageID)
        add("messageId", "message_id", in: payload, .payloadMessageID)
        add("from", in: payload, .from)
        addLabel(in: payload, .observedLabel)
        add("fcmOptions", "fcm_options", in: payload, .fcmOptions)
        addContent(in: payload)
        let data = tree.child("data", in: payload)
        addAnalytics(in: data)
        add("gcm.n.e", in: data, .clientMark)
        mount("payload", node: payload, .payload)
        addKeys(of: root, aps: aps)
        for node in [root, userInfo, bundle, payload] { addFlags(in: node) }
    }

    /// The flags of plug-ins for a tap and for an app in the foreground.
    private mutating func addFlags(in node: PathTree.Node) {
        add("wasTapped", "tap", "userInteraction", in: node, .wasTapped)
        add("foreground", "isForeground", in: node, .wasForeground)
    }

    /// FCM's own keys at the top of a record, for logs with all fields side by side.
    private mutating func addKeys(of root: PathTree.Node, aps: PathTree.Node) {
        let ids: [(String, Field)] = [
            ("gcm.message_id", .appleMessageID), ("google.message_id", .bundleMessageID),
            ("fcmMessageId", .webMessageID),
        ]
        for (key, field) in ids {
            add(key, in: root, field)
            mounts[key] = (nil, field)
        }
        add("gcm.n.e", in: root, .displayFlag)
        add("gcm.n.noui", in: root, .noUI)
        tree.add("aps", in: root, child: aps)
        addAnalytics(in: root, from: .rootFrom)
    }

    /// The message objects of Flutter and React Native, and Android's RemoteMessage, which have one
    /// shape.
    private mutating func addPlugin(_ message: PathTree.Node, root: PathTree.Node) {
        let remote = tree.addNode()
        for node in [remote, message] {
            add("messageId", "message_id", "messageID", in: node, .remoteMessageID)
            add("from", in: node, .from)
            add("fcmOptions", "fcm_options", in: node, .fcmOptions)
        }
        addContent(in: remote)
        addFlags(in: remote)
        add("priority", in: remote, .deliveredPriority)
        add("originalPriority", in: remote, .originalPriority)
        addAnalytics(in: tree.child("data", in: remote))
        mount("remote_message", node: remote, .remoteMessage)
        mount("remoteMessage", node: remote, .pluginMessage)
        add("notification", "sentTime", "collapseKey", in: root, .deviceContent)
        add("fcmOptions", in: root, .fcmOptions)
    }

    /// Members next to `from` in message objects of client SDKs.
    private mutating func addContent(in node: PathTree.Node) {
        add(
            "data", "notification", "sentTime", "collapseKey", "collapse_key", in: node,
            .deviceContent)
    }

    private mutating func addExportRow(_ root: PathTree.Node) {
        add("event_timestamp", in: root, .eventTimestamp)
        add("project_number", in: root, .projectNumber)
        add("instance_id", in: root, .instanceID)
        add("sdk_platform", in: root, .exportPlatform)
        add("message_type", in: root, .messageType)
        add("analytics_label", in: root, .exportLabel)
        add("topic", in: root, .exportTopic)
        add("bulk_id", in: root, .bulkID)
        add("priority", in: root, .exportPriority)
        add("ttl", in: root, .exportTTL)
        add("event_params", in: root, .eventParams)
        add("user_pseudo_id", in: root, .userPseudoID)
    }
}

// MARK: - Users' own envelopes

extension RecordPaths {
    /// The names that a map file may use, in order.
    package var mappableNames: [String] { mounts.keys.sorted() }

    /// Replaces the built-in places of a field with those of a user's envelope: for each the keys
    /// from the top of the record, the preferred place first. With `keepingOthers`, which is for
    /// times, the built-in ones count where these have none. False if `name` cannot be mapped.
    package mutating func map(
        _ name: String, to places: [[String]], keepingOthers: Bool = false
    ) -> Bool {
        guard let mount = mounts[name] else { return false }
        if RecordPaths.added[name] != nil {
            // Other fields may be there.
            let found = places.flatMap { slots(at: $0, otherwise: mount.field.rawValue) }
            if mount.field == .shownData { shown += found } else { shownImages += found }
            mapped[name] = found.first
            return true
        }
        mapped[name] = mount.field.rawValue
        if !keepingOthers {
            tree.removeKeys(in: tree.root, leadingTo: RecordPaths.slots(of: mount.field))
        }
        for (number, place) in places.enumerated() {
            guard let last = place.last else { continue }
            let preference = UInt8(clamping: number)
            var node = tree.root
            for key in place.dropLast() { node = tree.ownChild(key, in: node) }
            if let child = mount.node {
                tree.add(last, in: node, child: child, preference: preference)
            }
            tree.add(last, in: node, slot: mount.field.rawValue, preference: preference)
        }
        return true
    }

    /// Fields by a map alone, of whatever else stands in their places.
    private static let added: [String: Field] = ["shown": .shownData, "image": .shownImage]

    /// The slots of a field. A record's time has several, one for each rank of its names. Export
    /// rows keep theirs.
    private static func slots(of field: Field) -> Set<Int> {
        guard Field.times.contains(field.rawValue) else { return [field.rawValue] }
        return Set(Field.times).subtracting([Field.eventTimestamp.rawValue])
    }
}
