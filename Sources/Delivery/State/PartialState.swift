package import FCM
internal import NDJSON

extension Dictionaries {
    /// The part of a message's state that one send tells.
    package mutating func state(of send: SendRecord, inBatch: Bool = false) -> MessageState {
        var state = MessageState(key: send.key)
        state.sentAt = send.time.milliseconds
        state.profile = profile(of: send)
        state.error = error(of: send)
        state.targetHash = send.targetHash
        switch send.outcome {
        case .sent: state.facts = inBatch ? .sentInBatch : .sent
        case .validated: state.facts = inBatch ? .validatedInBatch : .validated
        case .failed: state.facts = inBatch ? .failedInBatch : .failed
        }
        if send.isTimeOfID { state.facts.insert(.timeOfID) }
        return state
    }

    /// The part of a message's state that one client event tells.
    package mutating func state(of event: ClientEvent) -> MessageState {
        var state = MessageState(key: event.key)
        state.facts = .event(event.kind)
        if event.isLabelOnly { state.facts.insert(.labelOnly) }
        // Another system than the client may log conversions.
        if !event.isExported, event.kind != .converted { state.facts.insert(.clientLog) }
        switch event.display {
        case .none: break
        case .background: state.facts.insert(.backgroundDisplay)
        case .unstated: state.facts.insert(.unstatedDisplay)
        }
        state.eventTimes[event.kind] = event.time.milliseconds
        state.observed = observed(of: event)
        if event.kind == .converted { state.amount = amount(of: event) }
        return state
    }
}
