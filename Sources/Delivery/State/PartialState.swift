package import FCM
internal import NDJSON

extension Dictionaries {
    /// The part of a message's state that one send tells.
    package mutating func state(of send: SendRecord, inBatch: Bool = false) -> MessageState {
        var state = MessageState(key: send.key)
        state.sentAt = send.time.milliseconds
        state.profile = profiles.intern(send.profile)
        state.targetHash = send.targetHash
        switch send.outcome {
        case .sent: state.facts = inBatch ? .sentInBatch : .sent
        case .validated(let error):
            state.facts = inBatch ? .validatedInBatch : .validated
            if let error { state.error = errors.intern(error) }
        case .failed(let error):
            state.facts = inBatch ? .failedInBatch : .failed
            state.error = errors.intern(error)
        }
        return state
    }

    /// The part of a message's state that one client event tells.
    package mutating func state(of event: ClientEvent) -> MessageState {
        var state = MessageState(key: event.key)
        state.facts = .event(event.kind)
        if event.isLabelOnly { state.facts.insert(.labelOnly) }
        switch event.display {
        case .none: break
        case .background: state.facts.insert(.backgroundDisplay)
        case .unstated: state.facts.insert(.unstatedDisplay)
        }
        state.eventTimes[event.kind] = event.time.milliseconds
        state.observed = observed.intern(event.observed)
        return state
    }
}
