/// The platforms that FCM serves.
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

    /// All platforms but `unknown`.
    package static let known: [Platform] = [.android, .ios, .web]

    /// The words of senders and clients, in any case.
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

/// The source of a send's platform, the most reliable first.
package enum PlatformSource: UInt8, Sendable, CaseIterable {
    /// The sender's log names it.
    case explicit
    /// The message addresses only one platform.
    case addressed
    /// A row of the BigQuery export names it.
    case exported
    case idShape
    case apnsError
    case none

    /// Whether the source is independent of FCM's answer. The others are not: the ID of an accepted
    /// send shows its platform, and a refused send has no ID.
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

/// One value for each platform, including `unknown`.
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
