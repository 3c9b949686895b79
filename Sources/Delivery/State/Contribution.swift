package import FCM
internal import NDJSON

/// What messages add to rollups: a pure function of a message's state.
///
/// Ingest adds the contribution of a message's new state and takes away that of its old one;
/// `verify` adds up all states. Both go through here, so no count has a second definition.
package struct Contributor: Sendable {
    package var windows: Windows
    /// Whose hours the counts are of.
    package var clock: HourClock

    package init(_ windows: Windows, clock: HourClock = .utc) {
        self.windows = windows
        self.clock = clock
    }

    /// Adds the contribution of `state`, `times` 1 or -1. `segment` is the state's.
    package func add(
        _ state: MessageState, segment: Int32, times: Int32, _ dictionaries: borrowing Dictionaries,
        to delta: inout RollupDelta
    ) {
        if state.isSend {
            addSend(state, segment, times, dictionaries, &delta)
        } else if state.isValidated {
            let hour = clock.hour(of: state.sentAt)
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
        guard let meaning = dictionaries.segments.traits(segment) else { return }
        let hour = clock.hour(of: state.sentAt)
        let events = Int32(state.facts.intersection(.events).count)
        if meaning.isFanOut {
            let counts = lanes(state.isSent ? 1 : 0, state.isFailed ? 1 : 0, events)
            delta.add(
                counts &* times, to: RollupCell(.topicSend, hour: hour, reference: segment))
            return
        }
        if state.isFailed {
            let cell = RollupCell(.failure, hour: hour, reference: segment, detail: state.error)
            delta.add(one(times), to: cell)
        }
        let observed = dictionaries.observed.traits(state.observed) ?? .init()
        let outcome = MessageOutcome(state, meaning, observed, windows)
        delta.add(
            outcome.counts &* times, to: RollupCell(.funnel, hour: hour, reference: segment))
        if state.facts.contains(.converted), state.isSent {
            let cell = RollupCell(
                .conversion, hour: hour, reference: segment, detail: state.amount)
            delta.add(outcome.conversion &* times, to: cell)
        }
        if observed.hasDimensions, outcome.isReceived {
            let cell = RollupCell(
                .client, hour: hour, reference: segment, detail: state.observed)
            delta.add(outcome.client &* times, to: cell)
        }
        for stage in Stage.allCases {
            let moment = outcome.time(of: stage)
            guard moment != Moment.never else { continue }
            let bucket = DelayBucket.index(milliseconds: moment - state.sentAt)
            let hoursLater = DelayBucket.hoursLater(sent: state.sentAt, moment, clock)
            let cell = RollupCell(
                .delay, hour: hour, reference: segment,
                detail: stage.packed(bucket, hoursLater: hoursLater))
            delta.add(one(times), to: cell)
        }
    }

    // MARK: Events without a send

    private func addOrphan(_ state: MessageState, _ times: Int32, _ delta: inout RollupDelta) {
        let hour = clock.hour(of: state.cohort)
        let events = Int32(state.facts.intersection(.events).count)
        let counts = lanes(1, events, state.facts.contains(.open) ? 1 : 0)
        delta.add(counts &* times, to: RollupCell(.orphan, hour: hour, reference: state.observed))
    }

    private func addLabelEvent(
        _ state: MessageState, _ times: Int32, _ delta: inout RollupDelta
    ) {
        for kind in EventKind.allCases where state.facts.contains(.event(kind)) {
            let cell = RollupCell(
                .label, hour: clock.hour(of: state.eventTimes[kind]), reference: state.observed,
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
            dictionaries.observed.traits(state.observed)?.isTopic == true
        else { return }
        let counts = lanes(1, state.facts.contains(.open) ? 1 : 0)
        let cell = RollupCell(
            .topicReceipt, hour: clock.hour(of: state.cohort), reference: state.observed)
        delta.add(counts &* times, to: cell)
    }

    // MARK: Lanes

    private func one(_ times: Int32) -> RollupDelta.Counts { lanes(times) }

    private func lanes(_ first: Int32, _ second: Int32 = 0, _ third: Int32 = 0)
        -> RollupDelta.Counts
    {
        var counts = RollupDelta.Counts.zero
        counts[0] = first
        counts[1] = second
        counts[2] = third
        return counts
    }
}

/// How far one send came: the definitions of the funnel's counts.
package struct MessageOutcome {
    package var isReceived = false
    package var isOpened = false
    package var isLate = false
    package private(set) var counts = RollupDelta.Counts.zero
    /// When the message reached each stage; `Moment.never` where it did not.
    private var receivedAt = Moment.never
    private var impressionAt = Moment.never
    private(set) var openedAt = Moment.never
    private var convertedAt = Moment.never

    /// Counts of a message with a conversion, in the order of the columns of `conversion_cells`:
    /// within the window, that and opened, and after the window.
    var conversion: RollupDelta.Counts {
        var counts = RollupDelta.Counts.zero
        let isConverted = convertedAt != Moment.never
        counts[0] = isConverted ? 1 : 0
        counts[1] = isConverted && isOpened ? 1 : 0
        counts[2] = isConverted ? 0 : 1
        return counts
    }

    /// Counts of a received message, in the order of the columns of `client_cells`.
    var client: RollupDelta.Counts {
        var counts = RollupDelta.Counts.zero
        for (lane, step) in [FunnelLane.received, .impressions, .opened].enumerated() {
            counts[lane] = self.counts[step.rawValue]
        }
        return counts
    }

    func time(of stage: Stage) -> Int64 {
        switch stage {
        case .received: receivedAt
        case .impression: impressionAt
        case .opened: openedAt
        case .converted: convertedAt
        }
    }

    init(
        _ state: MessageState, _ segment: Segment.Traits, _ observed: ObservedProfile.Traits,
        _ windows: Windows
    ) {
        set(.attempted, true)
        set(.failed, state.isFailed)
        set(.sent, state.isSent)
        counts[FunnelLane.events.rawValue] = Int32(state.facts.intersection(.events).count)
        guard state.isSent else { return }
        countReceived(state, segment, observed)
        if !segment.isSilent { countShown(state, segment, windows.opens) }
        if state.facts.contains(.converted) {
            let isInWindow = state.eventTimes.converted - state.sentAt <= windows.conversions
            convertedAt = isInWindow ? state.eventTimes.converted : Moment.never
        }
    }

    private mutating func countReceived(
        _ state: MessageState, _ segment: Segment.Traits, _ observed: ObservedProfile.Traits
    ) {
        isReceived = state.facts.intersects(.events)
        set(.received, isReceived)
        set(.receipts, state.facts.contains(.receipt))
        receivedAt = state.eventTimes.first
        let platforms = observed.platforms
        let contradicts = platforms != 0 && platforms & 1 << segment.platform.rawValue == 0
        set(.platformConflicts, contradicts && segment.platform != .unknown)
        set(.priorityTold, observed.isPriorityLowered != nil)
        set(.priorityLowered, observed.isPriorityLowered == true)
    }

    private mutating func countShown(
        _ state: MessageState, _ segment: Segment.Traits, _ window: Int64
    ) {
        impressionAt = MessageOutcome.impressionAt(state, on: segment.platform)
        set(.impressions, impressionAt != Moment.never)
        set(.impressionBase, state.facts.contains(.clientLog))
        if state.facts.contains(.open) {
            openedAt = state.eventTimes.open
            isOpened = openedAt - state.sentAt <= window
            isLate = !isOpened
            set(.receiptsBeforeOpen, isOpened && state.eventTimes.receipt <= openedAt)
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
        return min(state.eventTimes[.impression], shown)
    }

    private mutating func set(_ lane: FunnelLane, _ holds: Bool) {
        counts[lane.rawValue] = holds ? 1 : 0
    }
}
