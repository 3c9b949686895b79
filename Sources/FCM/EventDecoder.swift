internal import NDJSON

/// Client events: what an app passes to `appDidReceiveMessage`, and the same of Android, web and
/// cross-platform apps.
extension RecordDecoder {
    func decodeEvent(_ message: DeviceMessage) throws(RecordError) -> ClientEvent {
        let time = try time()
        let kind = try message.isApple ? appleKind() : eventKind()
        guard message.id.isGiven else {
            guard kind == .dismiss, self[.composerID].isGiven else {
                throw RecordError(.noMessageID)
            }
            let platform = namedPlatform(self[.platform]) ?? .android
            return labelEvent(at: time, kind, observed(on: platform, kind))
        }
        let key = try message.isOwn ? ownKey(message.id) : messageKey(message.id)
        if !message.isOwn, !namesTopic { try linkOwnID(to: key) }
        let platform = namedPlatform(self[.platform]) ?? message.platform ?? key.platform
        return ClientEvent(
            key: key, time: time, kind: kind,
            display: kind == .receipt && !message.isApple ? displayReceipt : .none,
            observed: observed(on: platform ?? .unknown, kind),
            amount: kind == .converted ? try amount(self[.value], self[.currency]) : 0)
    }

    private func eventKind() throws(RecordError) -> EventKind {
        if let kind = eventWord { return kind == .open && isDismissed ? .dismiss : kind }
        // The name of a callback may be the only word. Apple's belong to Apple's payloads.
        if appleCallback(self[.callback]) == nil, let kind = eventKind(self[.callback]) {
            return kind
        }
        if let word = unknownWord { throw RecordError(.unknownEvent, at: word) }
        if self[.outerEvent].isGiven { throw RecordError(.unknownEvent, at: self[.outerEvent]) }
        throw RecordError(.noEvent)
    }

    /// Whether the action of a notification, or its button, is to dismiss it.
    private var isDismissed: Bool { isDismissal(self[.action]) || self[.action].equals("dismiss") }

    // MARK: Apple

    /// `userInfo` is the same for opens and receipts: the callback, state and action of the
    /// envelope decide (firebase-ios-sdk, FIRMessagingAnalytics.m).
    private func appleKind() throws(RecordError) -> EventKind {
        guard let callback = appleCallback(self[.callback]) ?? appleCallback(self[.event]) else {
            // The order is: a word of the app, the app's state, the text of a logger.
            let isStated = statedEvent != nil || flaggedEvent != nil || unknownWord != nil
            return appState == .unstated || isStated ? try eventKind() : kindByState()
        }
        switch callback {
        case .willPresent: return .foreground
        case .didReceiveResponse: return isDismissed ? .dismiss : .open
        case .didReceiveRemoteNotification: return appState == .foreground ? .foreground : .receipt
        case .serviceExtension: return .receipt
        case .unnamed: return kindByState()
        }
    }

    private func appleCallback(_ word: JSONValue) -> AppleCallback? {
        canonical(word, .callback, AppleCallback.words)
    }

    /// The Apple SDK's own rule. If an alert also wakes the app in the background, the SDK logs an
    /// open before any tap: a phantom open.
    private func kindByState() -> EventKind {
        switch appState {
        case .unstated: return .receipt
        case .foreground: return .foreground
        case .inactive, .background:
            guard isDisplayable(self[.observedAlert]) else { return .receipt }
            return self[.observedContentAvailable].isTrue ? .phantomOpen : .open
        }
    }

    /// As in the Apple SDK: an alert is a dictionary that is not empty, or any string.
    func isDisplayable(_ alert: JSONValue) -> Bool { alert.isString || alert.isNonEmpty }

    private var appState: AppState {
        canonical(self[.appState], .appState, AppState.words)
            ?? (self[.wasForeground].isTrue ? .foreground : .unstated)
    }

    // MARK: Android, web, plug-ins

    /// The Android SDK shows display messages itself while the app is in the background; in a raw
    /// bundle `gcm.n.e` marks them. `RemoteMessage` objects have no such mark: apps get them in the
    /// foreground.
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

    /// The number of the record's `ObservedProfile`; thousands of records share one.
    private func observed(on platform: Platform, _ kind: EventKind) -> Int32 {
        let kindSalt = countsActions && kind == .open ? 1 : 0 as UInt64
        let salt = kindSalt << 8 | UInt64(platform.rawValue)
        return observedProfiles.number(of: fields, in: observedMemo, salt: salt) {
            ObservedDecoder(fields: RememberedFields(self, observedMemo))
                .observed(on: platform, kind).kept
        }
    }
}

/// Decodes the parts of a client's record other than the event.
struct ObservedDecoder {
    static let roles = RecordDecoder.roles(text: [
        .campaign, .observedLabel, .composerID, .composerName, .from, .analyticsFrom, .rootFrom,
        .originalPriority, .deliveredPriority, .oldPriority, .isPriorityReduced,
    ])

    let fields: RememberedFields

    private subscript(field: Field) -> JSONValue { fields[field] }

    func observed(on platform: Platform, _ kind: EventKind) -> ObservedProfile {
        var observed = ObservedProfile()
        observed.insert(platform)
        observed.composerID = self[.composerID].text
        observed.label =
            self[.observedLabel].text ?? (observed.composerID == nil ? self[.campaign].text : nil)
        observed.composerName = self[.composerName].text
        observed.topic = readTopic()
        observed.isPriorityLowered = readPriorityLowered()
        observed.dimensions = fields.decoder.clientDimensions(of: kind) { fields[slot: $0] }
        return observed
    }

    /// `from` is the sender's project number, except for messages to a topic. The extras of a tap
    /// have both.
    private func readTopic() -> String? {
        [self[.from], self[.analyticsFrom], self[.rootFrom]].lazy.compactMap(\.text)
            .first { $0.hasPrefix("/topics/") }.map(SendTarget.topicName)
    }

    /// Reads the keys as `RemoteMessage` of the Android SDK does, old keys after new ones.
    private func readPriorityLowered() -> Bool? {
        let old = self[.oldPriority].text
        let reduced = self[.isPriorityReduced].isTrue ? "normal" : old
        guard let original = priority(self[.originalPriority]) ?? old,
            let delivered = priority(self[.deliveredPriority]) ?? reduced
        else { return nil }
        return original == "high" && delivered == "normal"
    }

    /// A bundle has words. The getters of a `RemoteMessage` return numbers: `PRIORITY_UNKNOWN` 0,
    /// `PRIORITY_HIGH` 1 and `PRIORITY_NORMAL` 2.
    private func priority(_ value: JSONValue) -> String? {
        switch value.text {
        case "0": nil
        case "1": "high"
        case "2": "normal"
        case let word: word
        }
    }
}
