internal import NDJSON

/// Where a push goes: the platforms that FCM serves.
package enum Platform: UInt8, Sendable, CaseIterable {
    case android
    case ios
    case web
    case unknown

    package var name: String {
        switch self {
        case .android: "android"
        case .ios: "ios"
        case .web: "web"
        case .unknown: "unknown"
        }
    }

    /// The platforms that can be known.
    package static let known: [Platform] = [.android, .ios, .web]

    /// What senders and clients write, in any case.
    package static let words = WordTable<Platform>([
        (.android, ["android", "aos"]),
        (
            .ios,
            [
                "ios", "apple", "iphone", "ipad", "ipados", "apns", "macos", "tvos", "watchos",
                "visionos",
            ]
        ),
        (.web, ["web", "webpush", "browser", "chrome", "firefox", "safari", "edge"]),
    ])
}

/// How the platform of a send is known, the surest first.
package enum PlatformSource: UInt8, Sendable, CaseIterable {
    /// The sender's log names it.
    case explicit
    /// The message addresses one platform alone.
    case addressed
    /// A row of the BigQuery export names it.
    case exported
    case idShape
    case apnsError
    case none

    /// Whether it is known whatever FCM answered. The others depend on the answer: an accepted send
    /// shows its platform by its ID, and a refused one has no ID.
    package var isBeforeAnswer: Bool { self == .explicit || self == .addressed }

    package var name: String {
        switch self {
        case .explicit: "explicit"
        case .addressed: "addressed"
        case .exported: "exported"
        case .idShape: "id_shape"
        case .apnsError: "apns_error"
        case .none: "none"
        }
    }
}

/// One value for each platform, `unknown` included.
package struct PerPlatform<Value: Hashable & Sendable>: Hashable, Sendable {
    package var android: Value
    package var ios: Value
    package var web: Value
    package var unknown: Value

    package init(repeating value: Value) {
        android = value
        ios = value
        web = value
        unknown = value
    }

    package subscript(platform: Platform) -> Value {
        get {
            switch platform {
            case .android: android
            case .ios: ios
            case .web: web
            case .unknown: unknown
            }
        }
        set {
            switch platform {
            case .android: android = newValue
            case .ios: ios = newValue
            case .web: web = newValue
            case .unknown: unknown = newValue
            }
        }
    }
}
