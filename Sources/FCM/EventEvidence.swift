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
        if self[.userInfo].isObject, self[.appleMessageID].isGiven {
            return DeviceMessage(id: self[.appleMessageID], platform: .ios, isApple: true)
        }
        if self[.payload].isObject {
            if self[.webMessageID].isGiven {
                return DeviceMessage(id: self[.webMessageID], platform: .web)
            }
            if isDeviceID(self[.payloadMessageID]) {
                return DeviceMessage(id: self[.payloadMessageID], platform: .web)
            }
        }
        let isAndroid = self[.bundle].isObject || self[.remoteMessage].isObject
        if isAndroid, let id = androidID() { return DeviceMessage(id: id, platform: .android) }
        if isDeviceID(self[.remoteMessageID]) { return DeviceMessage(id: self[.remoteMessageID]) }
        if isDeviceID(self[.rootMessageID]) { return DeviceMessage(id: self[.rootMessageID]) }
        return isLabelled && isAndroid ? DeviceMessage(id: self[.bundleMessageID]) : nil
    }

    /// Play services put the ID into `google.message_id`; `message_id` is the server's form, but
    /// may as well be the app's own data, so it counts only in a shape that FCM gives.
    private func androidID() -> JSONValue? {
        if self[.bundleMessageID].isGiven { return self[.bundleMessageID] }
        if isDeviceID(self[.remoteMessageID]) { return self[.remoteMessageID] }
        return isDeviceID(self[.serverMessageID]) ? self[.serverMessageID] : nil
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

    /// Sixteen digits beside an event may be the number of anything; the moment in an ID of FCM's lies
    /// before the record, by no more than the longest time to live and a week.
    private func isNearRecord(_ id: JSONValue) -> Bool {
        guard let moment = readKey(id), moment.shape == .apple, let sent = moment.time,
            let time = try? time()
        else { return true }
        let passed = time.milliseconds - sent.milliseconds
        return passed > -86_400_000 && passed < 35 * 86_400_000
    }

    /// The campaign of the console, which an intent may hold without a message ID.
    private var isLabelled: Bool { self[.composerID].isGiven }

    /// Whether the record holds what only FCM's SDKs put beside a message ID.
    var isBesideDeviceContent: Bool {
        let marks: [Field] = [
            .clientMark, .observedLabel, .composerID, .displayFlag, .legacyDisplayFlag,
        ]
        if marks.contains(where: { self[$0].isGiven }) || self[.fcmOptions].isObject { return true }
        guard isSender(self[.from]) || isSender(self[.rootFrom]) else { return false }
        return self[.deviceContent].isGiven || self[.messageData].isObject
            || self[.notification].isObject
    }

    /// `from` of a message on a device: the number of the sender's project, or a topic.
    private func isSender(_ from: JSONValue) -> Bool {
        switch from.kind {
        case .string, .escapedString, .number:
            from.withCharacters { text in
                text.hasASCIIPrefix("/topics/")
                    || text.count >= 6 && text.allSatisfy { (0x30...0x39).contains($0) }
            }
        default: false
        }
    }

    /// The word for what happened; an object under such a name, as ECS has it, is none.
    var statedEvent: JSONValue? {
        if self[.event].isString { return self[.event] }
        return self[.callback].isString ? self[.callback] : nil
    }

    /// What the word says, if it is one that we know.
    var eventWord: EventKind? {
        statedEvent.flatMap { canonical($0, .event, EventWords.kinds) }
    }

    /// Whether a line that holds nothing of FCM may yet be a web push: a known word and a UUID.
    var isUnprovenEvent: Bool {
        let ids: [Field] = [.rootMessageID, .remoteMessageID, .payloadMessageID]
        return eventWord != nil && ids.contains { form(of: self[$0]) == .uuid }
    }
}
