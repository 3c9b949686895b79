package import FCM
internal import NDJSON

/// What messages add to rollups: a pure function of a message's state.
///
/// Ingest adds the contribution of a message's new state and takes away that of its old one;
/// `verify` adds up all states. Both go through here, so no count has a second definition.
package struct Contributor: Sendable {
    /// An open later than this after its send is late.
    package var windowMilliseconds: Int64

    package init(windowMilliseconds: Int64) {
        self.windowMilliseconds = windowMilliseconds
    }

    /// Adds the contribution of `state`, `times` 1 or -1. `segment` is the state's.
    package func add(
        _ state: MessageState, segment: Int32, times: Int32, _ dictionaries: borrowing Dictionaries,
        to delta: inout RollupDelta
    ) {
        if state.isSend {
            addSend(state, segment, times, dictionaries, &delta)
        } else if state.isValidated {
            let hour = floorHour(state.sentAt)
            delta.add(one(times), to: RollupCell(.validated, hour: hour, reference: segment))
        } else if state.isLabelEvent {
            addLabelEvent(state, times, &delta)
        } else if state.isOrphan {
            addOrphan(state, times, &delta)
        }
        addTopicReceipt(state, times, dictionaries, &delta)
    }

    // MARK: Sends

    private func addSend(
        _ state: MessageState, _ segment: Int32, _ times: Int32, _ dictionaries: Dictionaries,
        _ delta: inout RollupDelta
    ) {
        guard let meaning = dictionaries.segments[segment] else { return }
        let hour = floorHour(state.sentAt)
        let events = Int32(state.facts.intersection(.events).count)
        if meaning.target.isFanOut {
            let counts = lanes(state.isSent ? 1 : 0, state.isFailed ? 1 : 0, events)
            delta.add(
                counts &* times, to: RollupCell(.topicSend, hour: hour, reference: segment))
            return
        }
        if state.isFailed {
            let cell = RollupCell(.failure, hour: hour, reference: segment, detail: state.error)
            delta.add(one(times), to: cell)
        }
        let outcome = MessageOutcome(
            state, meaning, dictionaries.observed[state.observed], windowMilliseconds)
        delta.add(
            outcome.counts &* times, to: RollupCell(.funnel, hour: hour, reference: segment))
        if outcome.impressionAt != Moment.never {
            let cell = RollupCell(.impression, hour: 0, reference: segment)
            delta.add(one(times), to: cell)
        }
        for (stage, moment) in outcome.stages {
            let bucket = DelayBucket.index(milliseconds: moment - state.sentAt)
            let cell = RollupCell(
                .delay, hour: hour, reference: segment, detail: stage.packed(bucket))
            delta.add(one(times), to: cell)
        }
    }

    // MARK: Events without a send

    private func addOrphan(_ state: MessageState, _ times: Int32, _ delta: inout RollupDelta) {
        let hour = floorHour(cohort(state))
        let events = Int32(state.facts.intersection(.events).count)
        let counts = lanes(1, events, state.facts.contains(.open) ? 1 : 0)
        delta.add(counts &* times, to: RollupCell(.orphan, hour: hour, reference: state.observed))
    }

    private func addLabelEvent(
        _ state: MessageState, _ times: Int32, _ delta: inout RollupDelta
    ) {
        for kind in EventKind.allCases where state.facts.contains(.event(kind)) {
            let cell = RollupCell(
                .label, hour: floorHour(state.eventTimes[kind]), reference: state.observed,
                detail: Int32(kind.rawValue))
            delta.add(one(times), to: cell)
        }
    }

    /// Devices see a topic's message under IDs of their own; they tell its topic.
    private func addTopicReceipt(
        _ state: MessageState, _ times: Int32, _ dictionaries: Dictionaries,
        _ delta: inout RollupDelta
    ) {
        guard state.observed != 0, !state.isLabelEvent,
            dictionaries.observed[state.observed]?.topic != nil
        else { return }
        let counts = lanes(1, state.facts.contains(.open) ? 1 : 0)
        let cell = RollupCell(
            .topicReceipt, hour: floorHour(cohort(state)), reference: state.observed)
        delta.add(counts &* times, to: cell)
    }

    /// When an event's message was sent, as far as it can be known: the send, the moment inside
    /// the message ID, else the first event.
    private func cohort(_ state: MessageState) -> Int64 {
        if state.sentAt != Moment.never { return state.sentAt }
        return state.key.time?.milliseconds ?? state.eventTimes.first
    }

    // MARK: Lanes

    private func one(_ times: Int32) -> RollupDelta.Counts { lanes(times) }

    private func lanes(_ values: Int32...) -> RollupDelta.Counts {
        var counts = RollupDelta.Counts.zero
        for (index, value) in values.enumerated() { counts[index] = value }
        return counts
    }
}

/// How far one send came: the definitions of the funnel's counts.
package struct MessageOutcome {
    package var isReceived = false
    package var isOpened = false
    package var isLate = false
    package var impressionAt = Moment.never
    package private(set) var counts = RollupDelta.Counts.zero
    /// The stages that the message reached, and when.
    package private(set) var stages: [(Stage, Int64)] = []

    package init(
        _ state: MessageState, _ segment: Segment, _ observed: ObservedProfile?, _ window: Int64
    ) {
        set(.attempted, true)
        set(.failed, state.isFailed)
        set(.sent, state.isSent)
        counts[FunnelLane.events.rawValue] = Int32(state.facts.intersection(.events).count)
        guard state.isSent else { return }
        countReceived(state, segment, observed)
        if !segment.isSilent { countShown(state, segment, window) }
    }

    private mutating func countReceived(
        _ state: MessageState, _ segment: Segment, _ observed: ObservedProfile?
    ) {
        isReceived = state.facts.intersects(.events)
        set(.received, isReceived)
        set(.receipts, state.facts.contains(.receipt))
        if isReceived { stages.append((.received, state.eventTimes.first)) }
        let contradicts =
            observed.map { $0.platforms != 0 && !$0.contains(segment.platform) } ?? false
        set(.platformConflicts, contradicts && segment.platform != .unknown)
    }

    private mutating func countShown(_ state: MessageState, _ segment: Segment, _ window: Int64) {
        let times = state.eventTimes
        impressionAt = MessageOutcome.impressionAt(state, on: segment.platform)
        set(.impressions, impressionAt != Moment.never)
        if impressionAt != Moment.never { stages.append((.impression, impressionAt)) }
        if state.facts.contains(.open) {
            stages.append((.opened, times.open))
            isOpened = times.open - state.sentAt <= window
            isLate = !isOpened
            set(.receiptsBeforeOpen, isOpened && times.receipt <= times.open)
        }
        set(.opened, isOpened)
        set(.late, isLate)
        set(.dismissed, state.facts.contains(.dismiss))
        set(.phantom, state.facts.contains(.phantomOpen))
    }

    /// Explicit, or by the Android SDK's practice: a display message received while the app was
    /// in the background, or nobody says that it was not.
    package static func impressionAt(_ state: MessageState, on platform: Platform) -> Int64 {
        let isShown =
            state.facts.contains(.backgroundDisplay)
            || (state.facts.contains(.unstatedDisplay) && !state.facts.contains(.foreground))
        let shown = isShown && platform == .android ? state.eventTimes.receipt : Moment.never
        return min(state.eventTimes.impression, shown)
    }

    private mutating func set(_ lane: FunnelLane, _ holds: Bool) {
        counts[lane.rawValue] = holds ? 1 : 0
    }
}

func floorHour(_ milliseconds: Int64) -> Int64 {
    milliseconds >= 0 ? milliseconds / 3_600_000 : (milliseconds - 3_599_999) / 3_600_000
}
