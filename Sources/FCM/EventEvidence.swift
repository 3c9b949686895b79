internal import NDJSON

/// The message in a client's record, found by keys that only FCM leaves on a device.
struct DeviceMessage {
    /// Absent if FCM itself names no message: see `RecordDecoder.labelEvent`.
    var id: JSONValue
    /// The platform of the record's shape.
    var platform: Platform?
    var isApple = false
    /// Whether the ID is one of one's own.
    var isOwn = false
}

extension RecordDecoder {
    /// The message of a client event. FCM's own keys come before `messageId`, which apps also use
    /// themselves.
    func deviceMessage() -> DeviceMessage? {
        if self[.appleMessageID].isGiven {
            return DeviceMessage(id: self[.appleMessageID], platform: .ios, isApple: true)
        }
        if self[.webMessageID].isGiven {
            return DeviceMessage(id: self[.webMessageID], platform: .web)
        }
        if self[.payload].isObject, isDeviceID(self[.payloadMessageID]) {
            // Apps call any message a payload: an ID of another platform's form is of that.
            let id = self[.payloadMessageID]
            return DeviceMessage(id: id, platform: readKey(id)?.platform ?? .web)
        }
        if self[.bundleMessageID].isGiven {
            return DeviceMessage(id: self[.bundleMessageID], platform: .android)
        }
        let isAndroid = self[.bundle].isObject || self[.remoteMessage].isObject
        if isAndroid, let id = androidID() { return DeviceMessage(id: id, platform: .android) }
        if isDeviceID(self[.remoteMessageID]) { return DeviceMessage(id: self[.remoteMessageID]) }
        if fields === line || isLoggedByApp {
            if isDeviceID(rootID) { return DeviceMessage(id: rootID) }
            // Plug-ins put the ID here, and on Apple devices APNs' own.
            if isAndroidID(self[.bareID]) { return DeviceMessage(id: self[.bareID]) }
        }
        return ownMessage() ?? (isMarked ? DeviceMessage(id: self[.bundleMessageID]) : nil)
    }

    /// Whether an object inside a line has more evidence of a device than an ID, which may be an
    /// answer.
    private var isLoggedByApp: Bool { eventWord != nil || isBesideDeviceContent }

    /// The ID of an Android record without Play services' `google.message_id`. `message_id` is the
    /// server's form, but may be the app's own data, so it counts only in a shape of FCM's IDs.
    private func androidID() -> JSONValue? {
        if isDeviceID(self[.remoteMessageID]) { return self[.remoteMessageID] }
        return isDeviceID(self[.serverMessageID]) ? self[.serverMessageID] : nil
    }

    private func isAndroidID(_ id: JSONValue) -> Bool {
        id.isString && id.withCharacters(MessageKey.resemblesAndroid)
    }

    private func isDeviceID(_ id: JSONValue) -> Bool {
        guard id.isGiven else { return false }
        return switch form(of: id) {
        case .name: true
        case .stamped: isNearRecord(id)
        case .uuid: isBesideDeviceContent
        case .numeric, .other, .none: false
        }
    }

    /// Whether an ID of sixteen digits, which may be any number, is an Apple message ID. It is with
    /// other content of FCM's SDKs. It also is with an event's word, if its moment is before the
    /// record by at most the longest time to live plus a week. Inside a line, an object without a
    /// time is not accepted.
    private func isNearRecord(_ id: JSONValue) -> Bool {
        guard let moment = readKey(id), moment.shape == .apple, let sent = moment.time else {
            return true
        }
        if isBesideDeviceContent { return true }
        guard eventWord != nil else { return false }
        guard let time = try? time() else { return fields === line }
        let passed = time.milliseconds - sent.milliseconds
        return passed > -86_400_000 && passed < 35 * 86_400_000
    }

    /// Whether the record has keys that only FCM adds. They include those of a console campaign,
    /// which an intent may hold without a message ID.
    private var isMarked: Bool {
        self[.clientMark].isGiven || self[.observedLabel].isGiven || self[.composerID].isGiven
            || self[.displayFlag].isGiven || self[.legacyDisplayFlag].isGiven
    }

    /// Whether the record has content that only FCM's SDKs put next to a message ID.
    var isBesideDeviceContent: Bool {
        if isMarked || self[.fcmOptions].isObject { return true }
        if isTopic(self[.from]) || isTopic(self[.rootFrom]) { return true }
        guard isBesideSender else { return false }
        return self[.deviceContent].isGiven || self[.messageData].isObject
            || self[.notification].isObject
    }

    /// Whether the record is of a message to a topic: its other devices see other IDs of FCM.
    var namesTopic: Bool {
        isTopic(self[.from]) || isTopic(self[.rootFrom]) || isTopic(self[.analyticsFrom])
    }

    /// Whether the record names the sender of a message, which only a device does.
    var isBesideSender: Bool {
        isSender(self[.from]) || isSender(self[.rootFrom])
    }

    private func isSender(_ from: JSONValue) -> Bool { isTopic(from) || isProject(from) }

    /// Whether `from` is a topic.
    private func isTopic(_ from: JSONValue) -> Bool {
        from.isString && from.withCharacters { $0.hasASCIIPrefix("/topics/") }
    }

    /// Whether `from` is a project number, as for all messages not sent to a topic.
    private func isProject(_ from: JSONValue) -> Bool {
        switch from.kind {
        case .string, .escapedString, .number:
            from.withCharacters { text in
                text.count >= 9 && text.allSatisfy(Digits.isDecimal)
            }
        default: false
        }
    }

    /// Whether a line without traces of FCM may still be a web push: it has a known event word and
    /// a UUID.
    var isUnprovenEvent: Bool {
        guard
            isUUID(.rootMessageID) || isUUID(.remoteMessageID) || isUUID(.payloadMessageID)
        else { return false }
        return eventWord != nil
    }

    private func isUUID(_ field: Field) -> Bool {
        self[field].isGiven && form(of: self[field]) == .uuid
    }
}
