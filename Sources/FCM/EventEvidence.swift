internal import NDJSON

/// What a device holds of a message, known by what only FCM leaves there.
struct DeviceMessage {
    /// Absent where FCM itself names no message: see `RecordDecoder.labelEvent`.
    var id: JSONValue
    /// The platform that the form of the record tells of.
    var platform: Platform?
    var isApple = false
}

extension RecordDecoder {
    /// The message of a client event. FCM's own keys come before `messageId`, which apps have of
    /// their own.
    func deviceMessage() -> DeviceMessage? {
        if self[.appleMessageID].isGiven {
            return DeviceMessage(id: self[.appleMessageID], platform: .ios, isApple: true)
        }
        if self[.webMessageID].isGiven {
            return DeviceMessage(id: self[.webMessageID], platform: .web)
        }
        if self[.payload].isObject, isDeviceID(self[.payloadMessageID]) {
            return DeviceMessage(id: self[.payloadMessageID], platform: .web)
        }
        if self[.bundleMessageID].isGiven {
            return DeviceMessage(id: self[.bundleMessageID], platform: .android)
        }
        let isAndroid = self[.bundle].isObject || self[.remoteMessage].isObject
        if isAndroid, let id = androidID() { return DeviceMessage(id: id, platform: .android) }
        if isDeviceID(self[.remoteMessageID]) { return DeviceMessage(id: self[.remoteMessageID]) }
        if fields === line || isLoggedByApp {
            if isDeviceID(rootID) { return DeviceMessage(id: rootID) }
            // Plug-ins have the ID there, and APNs' own on Apple's devices.
            if isAndroidID(self[.bareID]) { return DeviceMessage(id: self[.bareID]) }
        }
        return isMarked ? DeviceMessage(id: self[.bundleMessageID]) : nil
    }

    /// Whether an object inside of a line says more of a device than an ID, which may be an answer.
    private var isLoggedByApp: Bool { eventWord != nil || isBesideDeviceContent }

    /// Where Play services' own `google.message_id` is missing. `message_id` is the server's form,
    /// but may as well be the app's own data, so it counts only in a shape that FCM gives.
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

    /// Sixteen digits may be the number of anything. They count beside what FCM's SDKs put there;
    /// and beside an event's word, where the moment in them lies before the record, by no more than
    /// the longest time to live and a week. Inside of a line, where an object without a time is of
    /// anything, they do not count without one.
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

    /// Whether the record holds keys that FCM alone adds: those of a campaign of the console, which
    /// an intent may hold without a message ID, among them.
    private var isMarked: Bool {
        self[.clientMark].isGiven || self[.observedLabel].isGiven || self[.composerID].isGiven
            || self[.displayFlag].isGiven || self[.legacyDisplayFlag].isGiven
    }

    /// Whether the record holds what only FCM's SDKs put beside a message ID.
    var isBesideDeviceContent: Bool {
        if isMarked || self[.fcmOptions].isObject { return true }
        if isTopic(self[.from]) || isTopic(self[.rootFrom]) { return true }
        guard isBesideSender else { return false }
        return self[.deviceContent].isGiven || self[.messageData].isObject
            || self[.notification].isObject
    }

    /// Whether the record says who sent a message, as only a device knows it.
    var isBesideSender: Bool {
        isSender(self[.from]) || isSender(self[.rootFrom])
    }

    private func isSender(_ from: JSONValue) -> Bool { isTopic(from) || isProject(from) }

    /// `from` of a message to a topic.
    private func isTopic(_ from: JSONValue) -> Bool {
        from.isString && from.withCharacters { $0.hasASCIIPrefix("/topics/") }
    }

    /// `from` of all other messages: the number of the sender's project.
    private func isProject(_ from: JSONValue) -> Bool {
        switch from.kind {
        case .string, .escapedString, .number:
            from.withCharacters { text in
                text.count >= 9 && text.allSatisfy(Digits.isDecimal)
            }
        default: false
        }
    }

    /// Whether a line that holds nothing of FCM may yet be a web push: a known word and a UUID.
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
