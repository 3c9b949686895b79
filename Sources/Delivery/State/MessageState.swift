package import FCM
internal import NDJSON

/// All that is known of one message, or the part of it that one record tells.
///
/// States of the same message merge, field by field, with operations that are commutative,
/// associative and idempotent: the state after any set of records is the same in whatever order,
/// however often and in however many pieces they are read.
package struct MessageState: Equatable, Sendable {
    // Small ones side by side: a batch has hundreds of thousands of states.
    package var key: MessageKey
    package var facts: Facts = []
    /// Reference into `Dictionaries.profiles`, or 0.
    package var profile: Int32 = 0
    /// Reference into `Dictionaries.observed`, or 0.
    package var observed: Int32 = 0
    /// Reference into `Dictionaries.errors`, or 0.
    package var error: Int32 = 0
    /// Of the earliest conversion: reference into `Dictionaries.amounts`, or 0.
    package var amount: Int32 = 0
    /// The send, in milliseconds since 1970; the earliest record counts.
    package var sentAt = Moment.never
    /// The earliest record of each kind of client event.
    package var eventTimes = EventTimes()
    /// Keyed hash of the target; 0 when no record has one.
    package var targetHash: UInt64 = 0

    package init(key: MessageKey) {
        self.key = key
    }

    package var isSend: Bool { facts.intersects(.attempted) }
    package var isSent: Bool { facts.intersects(.anySent) }
    /// Refused, and by no record accepted.
    package var isFailed: Bool { facts.intersects(.anyFailed) && !isSent }
    package var isValidated: Bool { facts.intersects(.anyValidated) && !isSend }
    package var isLabelEvent: Bool { facts.contains(.labelOnly) }
    /// Neither a batch line nor an event that names no message: a row of the view `messages`.
    var isMessage: Bool { facts.intersects(.messages) && !isLabelEvent }
    /// Client events of a message whose send is not known (yet).
    package var isOrphan: Bool {
        facts.intersects(.events) && !isSend && !isLabelEvent
    }

    /// Joins what `other` knows. Both have the same key.
    package mutating func merge(_ other: MessageState, _ dictionaries: inout Dictionaries) {
        mergeSendTime(other)
        facts.formUnion(other.facts.subtracting(.timeOfID))
        if other.facts.contains(.converted) { mergeConversion(other, dictionaries) }
        eventTimes.merge(other.eventTimes)
        profile = dictionaries.profiles.merge(profile, other.profile) { $0.merged(with: $1) }
        observed = dictionaries.observed.merge(observed, other.observed) { $0.merged(with: $1) }
        error = dictionaries.errors.merge(error, other.error, min)
        targetHash = MessageState.least(targetHash, other.targetHash)
    }

    /// The earliest conversion counts, of several at one moment the one of the least amount.
    @inline(never)
    private mutating func mergeConversion(
        _ other: MessageState, _ dictionaries: borrowing Dictionaries
    ) {
        let (own, theirs) = (eventTimes.converted, other.eventTimes.converted)
        if theirs < own {
            amount = other.amount
        } else if theirs == own {
            amount = dictionaries.amounts.least(amount, other.amount)
        }
        eventTimes.converted = min(own, theirs)
    }

    /// The earliest time that a log tells, else the one of the ID.
    private mutating func mergeSendTime(_ other: MessageState) {
        guard other.sentAt != Moment.never else { return }
        let isOfID = facts.contains(.timeOfID)
        let isOtherOfID = other.facts.contains(.timeOfID)
        if sentAt == Moment.never || isOfID && !isOtherOfID {
            sentAt = other.sentAt
            facts.subtract(.timeOfID)
            facts.formUnion(other.facts.intersection(.timeOfID))
        } else if isOfID == isOtherOfID {
            sentAt = min(sentAt, other.sentAt)
        }
    }

    /// The day of the earliest record, where the key tells no time; else 0. Rows of one day stand
    /// together in the store.
    package var day: Int64 {
        guard key.k < 0 else { return 0 }
        return floorDay(min(sentAt, eventTimes.first, eventTimes.converted))
    }

    /// When it was sent, as far as that is known: the send, the moment in the message ID, else the
    /// first event.
    var cohort: Int64 {
        if sentAt != Moment.never { return sentAt }
        return key.time?.milliseconds ?? eventTimes.first
    }

    /// The latest of its times. Of each kind of record the earliest is known.
    var latest: Int64 {
        let times = [sentAt] + EventKind.allCases.map { eventTimes[$0] }
        return times.filter { $0 != Moment.never }.max() ?? Moment.never
    }

    /// The state as it was at a moment: without what came later.
    package func cut(at moment: Int64) -> MessageState {
        var cut = self
        if sentAt > moment {
            cut.sentAt = Moment.never
            cut.facts.subtract([.attempted, .anyValidated, .timeOfID])
        }
        for kind in EventKind.allCases where eventTimes[kind] > moment {
            cut.eventTimes[kind] = Moment.never
            cut.facts.subtract(.event(kind))
        }
        if !cut.facts.contains(.converted) { cut.amount = 0 }
        if !cut.facts.contains(.receipt) {
            cut.facts.subtract([.backgroundDisplay, .unstatedDisplay])
        }
        if !cut.facts.intersects(.events) {
            cut.observed = 0
            cut.facts.subtract(.clientLog)
        }
        return cut
    }

    private static func least(_ a: UInt64, _ b: UInt64) -> UInt64 {
        a == 0 ? b : b == 0 ? a : min(a, b)
    }
}

/// Milliseconds since 1970-01-01 UTC.
package enum Moment {
    /// Later than every time: what has not happened, so that the minimum of two is the merge.
    package static let never = Int64.max
    /// The end of the year 9999.
    private static let latest: Int64 = 253_402_300_799_999

    /// A time that was read from a database, from 1970 to 9999: that of a damaged row is cut.
    package static func plausible(_ time: Int64) -> Int64 { min(max(time, 0), latest) }
}

/// The earliest time of each kind of client event, `Moment.never` where there is none.
package struct EventTimes: Equatable, Sendable {
    package var receipt = Moment.never
    package var foreground = Moment.never
    package var impression = Moment.never
    package var open = Moment.never
    package var dismiss = Moment.never
    package var phantomOpen = Moment.never
    package var converted = Moment.never

    package init() {}

    package subscript(kind: EventKind) -> Int64 {
        get {
            switch kind {
            case .receipt: receipt
            case .foreground: foreground
            case .impression: impression
            case .open: open
            case .dismiss: dismiss
            case .phantomOpen: phantomOpen
            case .converted: converted
            }
        }
        set {
            switch kind {
            case .receipt: receipt = newValue
            case .foreground: foreground = newValue
            case .impression: impression = newValue
            case .open: open = newValue
            case .dismiss: dismiss = newValue
            case .phantomOpen: phantomOpen = newValue
            case .converted: converted = newValue
            }
        }
    }

    /// When the message is first known to have been on the device. Another system may log
    /// conversions: its time counts only where no other event is known.
    package var first: Int64 {
        let first = min(min(receipt, foreground, impression), min(open, dismiss, phantomOpen))
        return first == Moment.never ? converted : first
    }

    /// Merges all but conversions, which merge with what they are worth.
    fileprivate mutating func merge(_ other: EventTimes) {
        receipt = min(receipt, other.receipt)
        foreground = min(foreground, other.foreground)
        impression = min(impression, other.impression)
        open = min(open, other.open)
        dismiss = min(dismiss, other.dismiss)
        phantomOpen = min(phantomOpen, other.phantomOpen)
    }
}
