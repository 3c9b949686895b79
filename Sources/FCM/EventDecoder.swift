internal import NDJSON

/// Client events: what an app hands to `appDidReceiveMessage`, and its Android, web and
/// cross-platform kin.
extension RecordDecoder {
    // MARK: Apple

    /// `userInfo` alone cannot tell an open from a receipt: the envelope's callback, state and
    /// action do (firebase-ios-sdk, FIRMessagingAnalytics.m).
    func decodeAppleEvent() throws(RecordError) -> ClientEvent {
        let time = try time()
        guard self[.appleMessageID].hasValue else { throw RecordError(.notFCM) }
        let key = try messageKey(self[.appleMessageID])
        let kind = try appleKind()
        return ClientEvent(
            key: key, time: time, kind: kind,
            observed: observed(on: namedPlatform(self[.platform]) ?? .ios))
    }

    private func appleKind() throws(RecordError) -> EventKind {
        let stated = self[.callback].isGiven ? self[.callback] : self[.event]
        let named = canonical(stated, .callback, AppleCallback.words)
        guard let callback = named ?? (stated.isGiven ? nil : .unnamed) else {
            guard let kind = canonical(stated, .event, EventWords.kinds) else {
                throw RecordError(.unknownEvent, at: stated)
            }
            return kind
        }
        switch callback {
        case .willPresent: return .foreground
        case .didReceiveResponse: return isDismissAction ? .dismiss : .open
        case .didReceiveRemoteNotification: return appState == .foreground ? .foreground : .receipt
        case .serviceExtension: return .receipt
        case .unnamed: return kindByState()
        }
    }

    /// The rule of the Apple SDK itself. An alert that also wakes the app in the background is
    /// logged as an open before anyone has tapped: that one is a phantom.
    private func kindByState() -> EventKind {
        switch appState {
        case .unstated: return .receipt
        case .foreground: return .foreground
        case .inactive, .background:
            guard isDisplayable(self[.observedAlert]) else { return .receipt }
            return self[.observedContentAvailable].isTrue ? .phantomOpen : .open
        }
    }

    private var isDismissAction: Bool {
        self[.action].equals("com.apple.UNNotificationDismissActionIdentifier")
    }

    /// As the Apple SDK has it: an alert is a dictionary with something in it, or any string.
    func isDisplayable(_ alert: JSONValue) -> Bool { alert.isString || alert.isNonEmpty }

    private var appState: AppState {
        canonical(self[.appState], .appState, AppState.words) ?? .unstated
    }

    // MARK: Android, web, plug-ins

    func decodeEvent() throws(RecordError) -> ClientEvent {
        if self[.payload].isObject {
            return try decodeEvent(id: self[.payloadMessageID], platform: .web)
        }
        if self[.bundle].isObject || self[.remoteMessage].isObject {
            let id = androidID()
            // A plug-in's message at the top of a record has its ID beside a `data` of its own.
            if id.hasValue || !self[.rootMessageID].hasValue {
                return try decodeEvent(id: id, platform: .android)
            }
        }
        let id = self[.remoteMessageID].isGiven ? self[.remoteMessageID] : self[.rootMessageID]
        guard id.isPresent || self[.message].isObject else { throw RecordError(.unknownShape) }
        return try decodeEvent(id: id, platform: nil)
    }

    private func decodeEvent(
        id: JSONValue, platform: Platform?
    ) throws(RecordError) -> ClientEvent {
        let time = try time()
        let kind = try eventKind()
        let named = namedPlatform(self[.platform]) ?? platform
        guard id.hasValue else {
            guard self[.composerID].text != nil, kind == .dismiss else {
                throw RecordError(.noMessageID)
            }
            return labelEvent(at: time, kind, observed(on: named ?? .unknown))
        }
        let key = try messageKey(id)
        return ClientEvent(
            key: key, time: time, kind: kind,
            display: kind == .receipt ? displayReceipt : .none,
            observed: observed(on: named ?? key.platform ?? .unknown))
    }

    private func eventKind() throws(RecordError) -> EventKind {
        let value = self[.event].isGiven ? self[.event] : self[.callback]
        guard let kind = canonical(value, .event, EventWords.kinds) else {
            throw RecordError(.unknownEvent, at: value)
        }
        return kind
    }

    /// Play services put the ID into `google.message_id`; `message_id` is the server's form, but
    /// may as well be the app's own data, so it counts only in a shape that FCM gives.
    private func androidID() -> JSONValue {
        if self[.bundleMessageID].hasValue { return self[.bundleMessageID] }
        if self[.remoteMessageID].hasValue { return self[.remoteMessageID] }
        let server = self[.serverMessageID]
        guard server.hasValue, let key = readKey(server), key.shape != .other else {
            return self[.bundleMessageID]
        }
        return server
    }

    /// The Android SDK shows display messages itself while the app is in the background; a raw
    /// bundle says so by `gcm.n.e`. Of `RemoteMessage` objects nobody can tell: they reach apps
    /// in the foreground.
    private var displayReceipt: ClientEvent.Display {
        let isDisplay = self[.displayFlag].isTrue || self[.legacyDisplayFlag].isTrue
        guard isDisplay, !self[.noUI].isTrue else { return .none }
        return switch appState {
        case .foreground: .none
        case .unstated: .unstated
        case .inactive, .background: .background
        }
    }

    /// The intent of an Android dismissal holds Composer's campaign and no message ID.
    private func labelEvent(
        at time: Timestamp, _ kind: EventKind, _ observed: Int32
    ) -> ClientEvent {
        var hash = SipHash(key: SipHash.Key(0, 0))
        hash.append(kind.name)
        hash.append(self[.bundle])
        hash.append(self[.payload])
        return ClientEvent(
            key: MessageKey(content: hash.finish(), at: time), time: time, kind: kind,
            isLabelOnly: true, observed: observed)
    }

    /// What the record says beside what happened; thousands of records say the same.
    private func observed(on platform: Platform) -> Int32 {
        let next = observedProfiles.next
        let salt = UInt64(platform.rawValue)
        let number = observedMemo.number(of: fields, salt: salt, next: next)
        if number == next { observedProfiles.append(readObserved(platform).kept) }
        return number
    }

    /// What `readObserved` reads.
    static let observedRoles = roles(text: [
        .observedLabel, .composerID, .composerName, .from, .originalPriority, .deliveredPriority,
        .oldPriority, .isPriorityReduced,
    ])

    private func readObserved(_ platform: Platform) -> ObservedProfile {
        var observed = ObservedProfile()
        observed.insert(platform)
        observed.label = self[.observedLabel].text
        observed.composerID = self[.composerID].text
        observed.composerName = self[.composerName].text
        if let from = self[.from].text, from.hasPrefix("/topics/") {
            observed.topic = SendTarget.topicName(from)
        }
        observed.isPriorityLowered = readPriorityLowered()
        return observed
    }

    /// As `RemoteMessage` of the Android SDK reads its keys, the old ones after the new.
    private func readPriorityLowered() -> Bool? {
        let old = self[.oldPriority].text
        let reduced = self[.isPriorityReduced].isTrue ? "normal" : old
        guard let original = self[.originalPriority].text ?? old,
            let delivered = self[.deliveredPriority].text ?? reduced
        else { return nil }
        return original == "high" && delivered == "normal"
    }
}
