/// All that is known of one message, gathered record by record.
struct OracleState {
    var messageID: String?
    var isFailed = false
    var isValidated = false
    /// By logs, and by the ID where none tells.
    var loggedTime: Int64?
    var timeInID: Int64?
    var errorCode: String?
    var apnsReason: String?
    var profile = OracleProfile()
    /// Kinds of lines seen: a line is new when its kind is not among them.
    var lineKinds: Set<String> = []
    var times: [OracleEventKind: Int64] = [:]
    var conversion: OracleConversion?
    var observedPlatforms: Set<String> = []
    var namesTopic = false
    var isComposer = false
    /// Whether an event is of a client's own log, not of the export.
    var isInClientLog = false
    var displayedInBackground = false
    var displayedInUnknownState = false
    /// Nil when no device told.
    var isPriorityLowered: Bool?
    /// Values of `OracleDimensions.clientNames`.
    var told: [String: String] = [:]

    mutating func add(_ send: OracleSend) {
        if send.isTimeOfID {
            timeInID = min(timeInID ?? .max, send.time)
        } else {
            loggedTime = min(loggedTime ?? .max, send.time)
        }
        profile.merge(send.profile)
        switch send.outcome {
        case .sent(let id):
            messageID = id
        case .failed(let code, let reason, _):
            isFailed = true
            errorCode = code
            apnsReason = reason
        case .validated(let code, let reason):
            isValidated = true
            errorCode = code
            apnsReason = reason
        }
    }

    mutating func add(_ event: OracleEvent) {
        messageID = event.messageID
        times[event.kind] = min(times[event.kind] ?? .max, event.time)
        if let platform = event.platform { observedPlatforms.insert(platform) }
        told.merge(event.told) { bytewise($0, $1) ? $0 : $1 }
        namesTopic = namesTopic || event.namesTopic
        isComposer = isComposer || event.isComposer
        if event.kind == .converted {
            // Times of a store have milliseconds.
            let own = OracleConversion(time: event.time / 1000, amount: event.amount)
            conversion = min(conversion ?? own, own)
        } else if !event.isExported {
            isInClientLog = true
        }
        if let lowered = event.isPriorityLowered {
            isPriorityLowered = lowered || isPriorityLowered == true
        }
        switch event.displayReceipt {
        case .inBackground: displayedInBackground = true
        case .stateUnknown: displayedInUnknownState = true
        case nil: break
        }
    }

    var sentTime: Int64? { loggedTime ?? timeInID }

    func milliseconds(_ kind: OracleEventKind) -> Int64? { times[kind].map { $0 / 1000 } }

    /// The message as tests compare it.
    var message: OracleMessage {
        let hasSend = sentTime != nil
        let status =
            isValidated ? "validated" : isFailed ? "failed" : hasSend ? "sent" : "orphan"
        let sender = profile.platform(messageID: messageID)
        let (image, imageStatus) = profile.image(platform: sender.0)
        let observed = observedPlatforms.sorted().joined(separator: "+")
        let observer = observed.isEmpty ? ("unknown", "none") : (observed, "observed")
        let (platform, source) = status == "orphan" ? observer : sender
        let reason = namesTopic ? "topic" : isComposer ? "composer" : "no_send"
        let others = times.filter { $0.key != .converted }.values.min()
        let first = (others ?? times[.converted]).map { $0 / 1000 }
        return OracleMessage(
            messageID: messageID, status: status, platform: platform, platformSource: source,
            campaign: profile.campaign(platform: sender.0), project: profile.project,
            dimensions: profile.dimensionWords, told: clientWords, image: image,
            imageStatus: imageStatus, silent: profile.isSilent(platform: sender.0),
            sentMs: sentTime.map { $0 / 1000 }, errorCode: errorCode, apnsReason: apnsReason,
            receivedMs: first, receiptMs: milliseconds(.receipt),
            foregroundMs: milliseconds(.foreground), impressionMs: milliseconds(.impression),
            openedMs: milliseconds(.open), dismissedMs: milliseconds(.dismiss),
            phantomMs: milliseconds(.phantom), convertedMs: conversion?.time,
            observedPlatform: observed,
            targetKind: profile.targetKind ?? "none", topic: profile.topic,
            orphanReason: hasSend ? nil : reason,
            cohortMs: sentTime.map { $0 / 1000 }
                ?? messageID.flatMap { OracleShapes.milliseconds(id: $0) } ?? first)
    }

    /// When it was shown: by an explicit record, or, on Android, as the SDK's own metric has it.
    func shownMs(on platform: String) -> Int64? {
        let isDisplayed =
            displayedInBackground || (displayedInUnknownState && times[.foreground] == nil)
        let displayed = platform == "android" && isDisplayed ? milliseconds(.receipt) : nil
        return [milliseconds(.impression), displayed].compactMap { $0 }.min()
    }
}
