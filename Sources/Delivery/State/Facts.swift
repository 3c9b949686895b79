package import FCM

/// Which kinds of record have been seen of one message: a bit each.
///
/// A line is new when it sets a bit that was not set. What a batch line tells of its elements
/// has bits of its own, so that a batch and single lines of the same messages count the same in
/// any order.
package struct Facts: OptionSet, Hashable, Sendable {
    package var rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    package static let sent = Facts(rawValue: 1 << 0)
    package static let failed = Facts(rawValue: 1 << 1)
    package static let validated = Facts(rawValue: 1 << 2)
    package static let sentInBatch = Facts(rawValue: 1 << 3)
    package static let failedInBatch = Facts(rawValue: 1 << 4)
    package static let validatedInBatch = Facts(rawValue: 1 << 5)
    /// The identity of a whole batch line.
    package static let batch = Facts(rawValue: 1 << 6)
    /// One for each kind of event but conversions, in their order: see `event`.
    package static let receipt = Facts(rawValue: 1 << 7)
    package static let foreground = Facts(rawValue: 1 << 8)
    package static let impression = Facts(rawValue: 1 << 9)
    package static let open = Facts(rawValue: 1 << 10)
    package static let dismiss = Facts(rawValue: 1 << 11)
    package static let phantomOpen = Facts(rawValue: 1 << 12)

    /// Not a record but what one said: it names no message (see `ClientEvent.isLabelOnly`).
    package static let labelOnly = Facts(rawValue: 1 << 13)
    /// Likewise: shown by the Android SDK, see `ClientEvent.Display`.
    package static let backgroundDisplay = Facts(rawValue: 1 << 14)
    package static let unstatedDisplay = Facts(rawValue: 1 << 15)
    /// Likewise: an event of a client's own log, not of the BigQuery export.
    package static let clientLog = Facts(rawValue: 1 << 16)
    /// Likewise: no record says when it was sent, its ID does. The one bit that merging takes away:
    /// a time in the log comes before that of the ID.
    package static let timeOfID = Facts(rawValue: 1 << 17)

    /// A conversion: the kind of event that came after the bits above.
    package static let converted = Facts(rawValue: 1 << 18)

    package static let anySent: Facts = [.sent, .sentInBatch]
    package static let anyFailed: Facts = [.failed, .failedInBatch]
    package static let anyValidated: Facts = [.validated, .validatedInBatch]
    /// A send that FCM was asked for: accepted or refused.
    package static let attempted: Facts = [.sent, .sentInBatch, .failed, .failedInBatch]
    /// All bits that stand for records: those of sends, then those of events, below and above the
    /// five that stand for none.
    package static let records = Facts(rawValue: .max & ~(0b11111 << 13))
    package static let events = Facts(rawValue: .max & ~(0b11111 << 13) & ~(1 << 7 - 1))

    /// Those that make a line new. Of a batch line that is `batch`, not the facts of its elements.
    package static let lines = records.subtracting([
        .sentInBatch, .failedInBatch, .validatedInBatch,
    ])

    /// Whether a line counts as new or not by this fact; not by those of a batch line's elements.
    package var decidesLine: Bool { intersects(.lines) }

    /// Those by which there is a message: all but the identity of a batch line.
    static let messages = records.subtracting(.batch)

    /// False if a bit is set that only an event or only a send can set, and there is no event or
    /// no send.
    var areConsistent: Bool {
        let setByEvents: Facts = [.labelOnly, .backgroundDisplay, .unstatedDisplay, .clientLog]
        return (!intersects(setByEvents) || intersects(.events))
            && (!contains(.timeOfID) || intersects([.attempted, .anyValidated]))
    }

    package var count: Int { rawValue.nonzeroBitCount }

    package func intersects(_ other: Facts) -> Bool { !isDisjoint(with: other) }

    package static func event(_ kind: EventKind) -> Facts {
        switch kind {
        case .converted: .converted
        default: Facts(rawValue: Facts.receipt.rawValue << Int32(kind.rawValue))
        }
    }
}
