package import NDJSON

/// What one line says.
///
/// Records are plain values without references, so that handing them to another thread counts
/// none: what many of them share goes by number, see `DictionaryDelta`.
package enum Record: Sendable {
    case send(SendRecord)
    /// A multicast request: one send for each target, which the decoder holds until the next
    /// line, and an identity of its own, so that the line as a whole can be told new from
    /// repeated.
    case batch(identity: MessageKey, time: Timestamp)
    case event(ClientEvent)
    /// Several records, which the decoder holds until the next line.
    case several
    /// Not about FCM: a line of another system.
    case foreign(ForeignLine)
}

/// A line that holds nothing of FCM.
package enum ForeignLine: UInt8, Sendable {
    case other
    /// A known event word and a UUID, which may be a web push and may be anything.
    case unprovenEvent
}

/// One of several records in a line, or why a part of the line is none.
package struct Entry: Sendable {
    package var outcome: Result<Record, RecordError>
    /// Of a batch.
    package var sends: [SendRecord] = []

    package init(outcome: Result<Record, RecordError>, sends: [SendRecord] = []) {
        self.outcome = outcome
        self.sends = sends
    }
}

/// One request to FCM for one target, and what came of it.
package struct SendRecord: Hashable, Sendable {
    package var key: MessageKey
    package var time: Timestamp
    /// The log tells no time: it is that of the message ID.
    package var isTimeOfID: Bool
    /// Keyed hash of the token or installation ID; 0 when the log has none.
    package var targetHash: UInt64
    /// Number of the decoder's `SendProfile`.
    package var profile: Int32
    /// Number of the decoder's `SendError`; 0 is none.
    package var error: Int32
    package var outcome: SendOutcome

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
    /// FCM gave a message name: it took the message on. Not yet delivered.
    case sent
    /// Refused, for the reason that the error tells.
    case failed
    /// A `validate_only` request: checked, not sent. With an error if it would be refused.
    case validated
}

/// Why FCM refused a send.
package struct SendError: Hashable, Comparable, Sendable {
    /// FcmError.errorCode, or the next best: see `SendErrorDecoder`.
    package var code: String
    /// The reason that APNs gave, such as `BadDeviceToken`.
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

/// What a client saw of a message.
package enum EventKind: UInt8, Sendable, CaseIterable {
    case receipt
    case foreground
    case impression
    case open
    case dismiss
    /// An open that the Apple SDK logs without a tap.
    case phantomOpen

    package var name: String {
        switch self {
        case .receipt: "receipt"
        case .foreground: "foreground"
        case .impression: "impression"
        case .open: "open"
        case .dismiss: "dismiss"
        case .phantomOpen: "phantom_open"
        }
    }

    /// How columns with its time begin: `opened_at` in the store, `opened_ms` in views and lakes.
    package var column: String {
        switch self {
        case .open: "opened"
        case .dismiss: "dismissed"
        default: name
        }
    }
}

/// One record of what a client saw.
package struct ClientEvent: Hashable, Sendable {
    /// Whether a receipt is one of a display message that the Android SDK shows itself: its own
    /// metric counts those as impressions.
    package enum Display: UInt8, Sendable {
        case none
        /// The app was in the background: it was shown.
        case background
        /// The record does not say where the app was: shown unless a foreground event says no.
        case unstated
    }

    package var key: MessageKey
    package var time: Timestamp
    /// Number of the decoder's `ObservedProfile`.
    package var observed: Int32
    package var kind: EventKind
    package var display: Display
    /// The record names no FCM message: it counts under its label or campaign, never by message.
    package var isLabelOnly: Bool
    /// A row of the BigQuery export, which no client wrote.
    package var isExported: Bool

    package init(
        key: MessageKey, time: Timestamp, kind: EventKind, display: Display = .none,
        isLabelOnly: Bool = false, isExported: Bool = false, observed: Int32
    ) {
        self.key = key
        self.time = time
        self.kind = kind
        self.display = display
        self.isLabelOnly = isLabelOnly
        self.isExported = isExported
        self.observed = observed
    }
}

/// What clients say about a message beside what happened to it. Never decides a platform or a
/// campaign of a send: it would make every message without a receipt `unknown`.
package struct ObservedProfile: Hashable, Sendable {
    /// A bit for each platform's raw value.
    package var platforms: UInt8 = 0
    /// The analytics label on the device (`google.c.a.m_l`, `fcmOptions.analyticsLabel`).
    package var label: String?
    /// Composer's campaign ID and notification name (`google.c.a.c_id`, `c_l`).
    package var composerID: String?
    package var composerName: String?
    /// The topic without `/topics/`, from `from`.
    package var topic: String?
    /// Whether Android delivered at a lower priority than asked for.
    package var isPriorityLowered: Bool?

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
    package static let members: [SharedMember<ObservedProfile>] = [
        .bits("observed_platforms", column: "platforms") { $1(&$0.platforms) },
        .text("observed_label", column: "label") { $1(&$0.label) },
        .text("composer_id") { $1(&$0.composerID) },
        .text("composer_name") { $1(&$0.composerName) },
        .text("observed_topic", column: "topic") { $1(&$0.topic) },
        .flag("priority_lowered", column: "is_priority_lowered") { $1(&$0.isPriorityLowered) },
    ]
}

/// Two refusals of one message merge as a whole: the least counts.
extension SendError: SharedValue {
    package static let members: [SharedMember<SendError>] = [
        .text("error_code", column: "code", always: { $1(&$0.code) }),
        .text("error_apns_reason", column: "apns_reason") { $1(&$0.apnsReason) },
        .number("error_http_status", column: "http_status") { $1(&$0.httpStatus) },
    ]

    package init() { self.init(code: "") }
}
