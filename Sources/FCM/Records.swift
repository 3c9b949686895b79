package import NDJSON

/// The content of one line.
///
/// Records are plain values without references, so that passing them to another thread counts no
/// references. Values that many records share are numbered: see `DictionaryDelta`.
package enum Record: Sendable {
    case send(SendRecord)
    /// A multicast request. The decoder holds its sends, one for each target, until the next line.
    /// The identity shows whether the line is a repeat.
    case batch(identity: MessageKey, time: Timestamp)
    case event(ClientEvent)
    /// Several records. The decoder holds them until the next line.
    case several
    /// A line of another system.
    case foreign(ForeignLine)
}

/// A line without traces of FCM.
package enum ForeignLine: UInt8, Sendable {
    case other
    /// A known event word and a UUID: possibly a web push.
    case unprovenEvent
}

/// One of several records in a line, or the reason why a part of the line is none.
package struct Entry: Sendable {
    package var outcome: Result<Record, RecordError>
    /// The sends of a batch.
    package var sends: [SendRecord] = []

    package init(outcome: Result<Record, RecordError>, sends: [SendRecord] = []) {
        self.outcome = outcome
        self.sends = sends
    }
}

/// One request to FCM for one target, and its outcome.
package struct SendRecord: Hashable, Sendable {
    package var key: MessageKey
    package var time: Timestamp
    /// Keyed hash of the token or installation ID; 0 if the log has none. The bit above
    /// `targetHashBits` marks a hash from a row of the BigQuery export.
    package var targetHash: UInt64
    /// The number of the decoder's `SendProfile`.
    package var profile: Int32
    /// The number of the decoder's `SendError`; 0 is none.
    package var error: Int32
    package var outcome: SendOutcome
    /// Whether the time is that of the message ID, because the log has none.
    package var isTimeOfID: Bool

    /// The bits of the hash itself: 53, so that JSON and SQL programs read it exactly.
    package static let targetHashBits: UInt64 = (1 << 53) - 1

    package init(
        key: MessageKey, time: Timestamp, isTimeOfID: Bool = false, outcome: SendOutcome,
        error: Int32 = 0, targetHash: UInt64, profile: Int32
    ) {
        self.key = key
        self.time = time
        self.isTimeOfID = isTimeOfID
        self.outcome = outcome
        self.error = error
        self.targetHash = targetHash
        self.profile = profile
    }
}

package enum SendOutcome: UInt8, Hashable, Sendable {
    /// FCM accepted the message and returned its name. It is not delivered yet.
    case sent
    /// FCM refused the message: see `error`.
    case failed
    /// A `validate_only` request: checked, not sent. It has an error if FCM would refuse it.
    case validated
}

/// Why FCM refused a send.
package struct SendError: Hashable, Comparable, Sendable {
    /// FcmError.errorCode, or a substitute: see `SendErrorDecoder`.
    package var code: String
    /// APNs' reason, such as `BadDeviceToken`.
    package var apnsReason: String?
    package var httpStatus: Int64?

    package init(code: String, apnsReason: String? = nil, httpStatus: Int64? = nil) {
        self.code = code
        self.apnsReason = apnsReason
        self.httpStatus = httpStatus
    }

    package static func < (a: SendError, b: SendError) -> Bool {
        (a.code, a.apnsReason ?? "", a.httpStatus ?? 0)
            < (b.code, b.apnsReason ?? "", b.httpStatus ?? 0)
    }
}

/// What happened to a message on a client.
package enum EventKind: UInt8, Sendable, CaseIterable {
    case receipt
    case foreground
    case impression
    case open
    case dismiss
    /// An open that the Apple SDK logs without a tap.
    case phantomOpen
    /// What the sender wanted, such as a purchase.
    case converted

    package var name: String {
        switch self {
        case .receipt: "receipt"
        case .foreground: "foreground"
        case .impression: "impression"
        case .open: "open"
        case .dismiss: "dismiss"
        case .phantomOpen: "phantom_open"
        case .converted: "converted"
        }
    }

    /// The prefix of columns with its time: `opened_at` in the store, `opened_ms` in views and
    /// lakes.
    package var column: String {
        switch self {
        case .open: "opened"
        case .dismiss: "dismissed"
        default: name
        }
    }
}

/// One record of a client.
package struct ClientEvent: Hashable, Sendable {
    /// Whether a receipt is of a display message that the Android SDK shows itself. Its own metric
    /// counts those as impressions.
    package enum Display: UInt8, Sendable {
        case none
        /// The app was in the background, so the message was shown.
        case background
        /// The record does not name the app's state: the message was shown unless a foreground
        /// event contradicts.
        case unstated
    }

    package var key: MessageKey
    package var time: Timestamp
    /// The number of the decoder's `ObservedProfile`.
    package var observed: Int32
    package var kind: EventKind
    package var display: Display
    /// The record names no FCM message: it counts under its label or campaign only.
    package var isLabelOnly: Bool
    /// Whether this is a row of the BigQuery export, which no client wrote.
    package var isExported: Bool
    /// Of a conversion: the number of the decoder's `Amount`; 0 if it has no value.
    package var amount: Int32

    package init(
        key: MessageKey, time: Timestamp, kind: EventKind, display: Display = .none,
        isLabelOnly: Bool = false, isExported: Bool = false, observed: Int32, amount: Int32 = 0
    ) {
        self.key = key
        self.time = time
        self.kind = kind
        self.display = display
        self.isLabelOnly = isLabelOnly
        self.isExported = isExported
        self.observed = observed
        self.amount = amount
    }
}

/// The parts of clients' records other than the event. They never decide the platform or campaign
/// of a send: every message without a receipt would become `unknown`.
package struct ObservedProfile: Hashable, Sendable {
    /// A bit for each platform, by raw value.
    package var platforms: UInt8 = 0
    /// The analytics label on the device (`google.c.a.m_l`, `fcmOptions.analyticsLabel`), else the
    /// `campaign` in the app's log.
    package var label: String?
    /// Composer's campaign ID and notification name (`google.c.a.c_id`, `c_l`).
    package var composerID: String?
    package var composerName: String?
    /// The topic in `from`, without `/topics/`.
    package var topic: String?
    /// Whether Android delivered at a lower priority than requested.
    package var isPriorityLowered: Bool?
    /// Dimensions of one's own that client events tell.
    package var dimensions = DimensionValues()

    package init() {}

    package func contains(_ platform: Platform) -> Bool {
        platforms & (1 << platform.rawValue) != 0
    }

    package mutating func insert(_ platform: Platform) {
        guard platform != .unknown else { return }
        platforms |= 1 << platform.rawValue
    }
}

extension ObservedProfile: SharedValue {
    package static let members: [SharedMember<ObservedProfile>] =
        [
            .bits("observed_platforms", column: "platforms") { $1(&$0.platforms) },
            .text("observed_label", column: "label") { $1(&$0.label) },
            .text("composer_id") { $1(&$0.composerID) },
            .text("composer_name") { $1(&$0.composerName) },
            .text("observed_topic", column: "topic") { $1(&$0.topic) },
            .flag("priority_lowered", column: "is_priority_lowered") { $1(&$0.isPriorityLowered) },
        ]
        + OwnDimension.Source.clients.columns.enumerated().map { position, name in
            .text(name) { $1(&$0.dimensions[position]) }
        }
}

/// Two errors of one message merge as a whole: the least one counts.
extension SendError: SharedValue {
    package static let members: [SharedMember<SendError>] = [
        .text("error_code", column: "code", always: { $1(&$0.code) }),
        .text("error_apns_reason", column: "apns_reason") { $1(&$0.apnsReason) },
        .number("error_http_status", column: "http_status") { $1(&$0.httpStatus) },
    ]

    package init() { self.init(code: "") }
}
