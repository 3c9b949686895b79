/// What a send asked for, apart from its target and time: the same for thousands of messages of
/// a campaign, so it is stored once and referred to.
///
/// Fields for all platforms stay side by side until the platform of the message is settled,
/// which another record may do. `nil` and `unknown` mean that no record told.
package struct SendProfile: Hashable, Sendable {
    /// The platform that the sender's log names.
    package var explicitPlatform: Platform?
    /// The one platform whose block the message has, with no common `notification` or `data`.
    package var addressedPlatform: Platform?
    package var target: TargetKind = .unknown
    /// The topic's name without `/topics/`, or the condition's text.
    package var topic: String?
    /// The `campaign` that the sender's log names.
    package var campaign: String?
    /// `fcm_options.analytics_label` of each platform's block; `unknown` holds the message's own.
    package var labels = PerPlatform<String?>(repeating: nil)
    /// The label in a row of the BigQuery export.
    package var exportedLabel: String?
    /// The platform in a row of the BigQuery export. FCM knows it of what it accepted.
    package var exportedPlatform: Platform?
    package var images = PerPlatform(repeating: ImageStatus.unknown)
    package var displays = PerPlatform(repeating: Display.unknown)
    package var options = DeliveryOptions()

    package init() {}

    package func merged(with other: SendProfile) -> SendProfile {
        var result = self
        result.explicitPlatform = least(explicitPlatform, other.explicitPlatform)
        result.addressedPlatform = least(addressedPlatform, other.addressedPlatform)
        result.target = min(target, other.target)
        result.topic = least(topic, other.topic)
        result.campaign = least(campaign, other.campaign)
        result.labels = labels.merged(with: other.labels, least)
        result.exportedLabel = least(exportedLabel, other.exportedLabel)
        result.exportedPlatform = least(exportedPlatform, other.exportedPlatform)
        result.images = images.merged(with: other.images, min)
        result.displays = displays.merged(with: other.displays, min)
        result.options = options.merged(with: other.options)
        return result
    }
}

/// What one request addresses. A known kind comes before `unknown`, so the least of two is the
/// better known.
package enum TargetKind: UInt8, Sendable, Comparable, CaseIterable {
    case token
    case fid
    case topic
    case condition
    case unknown

    package static func < (a: TargetKind, b: TargetKind) -> Bool { a.rawValue < b.rawValue }

    package var name: String {
        switch self {
        case .token: "token"
        case .fid: "fid"
        case .topic: "topic"
        case .condition: "condition"
        case .unknown: "unknown"
        }
    }

    /// One request to FCM that reaches an unknown number of devices, each under another ID.
    package var isFanOut: Bool { self == .topic || self == .condition }
}

/// Whether a message has something to show on a platform.
package enum Display: UInt8, Sendable, Comparable {
    case shown
    case silent
    case unknown

    package static func < (a: Display, b: Display) -> Bool { a.rawValue < b.rawValue }
}

/// How a message is to be delivered and what a tap does, for the platform of the send.
package struct DeliveryOptions: Hashable, Sendable {
    /// `high` or `normal`.
    package var priority: String?
    package var ttlSeconds: Int64?
    /// Whether a later message may replace this one before delivery.
    package var isCollapsible: Bool?
    /// Android's click action, Apple's category or the web link's presence.
    package var clickAction: String?
    /// `notification`, `data` or `notification+data`.
    package var messageType: String?

    package init() {}

    package func merged(with other: DeliveryOptions) -> DeliveryOptions {
        var result = self
        result.priority = least(priority, other.priority)
        result.ttlSeconds = least(ttlSeconds, other.ttlSeconds)
        result.isCollapsible =
            isCollapsible.map { $0 || other.isCollapsible == true } ?? other.isCollapsible
        result.clickAction = least(clickAction, other.clickAction)
        result.messageType = least(messageType, other.messageType)
        return result
    }
}

/// The smaller of two values; a value comes before none. Commutative, associative, idempotent.
package func least<Value: Comparable>(_ a: Value?, _ b: Value?) -> Value? {
    guard let a else { return b }
    guard let b else { return a }
    return min(a, b)
}

extension Platform: Comparable {
    package static func < (a: Platform, b: Platform) -> Bool { a.rawValue < b.rawValue }
}
