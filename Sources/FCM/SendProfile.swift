/// The content of a send apart from its target and time. Thousands of messages of a campaign share
/// it, so it is stored once.
///
/// Fields for all platforms are kept until the platform of the message is known, possibly from
/// another record. `nil` and `unknown` mean that no record had the value.
package struct SendProfile: Hashable, Sendable {
    /// The platform in the sender's log.
    package var explicitPlatform: Platform?
    /// The platform of the message's only block, without a common `notification` or `data`.
    package var addressedPlatform: Platform?
    package var target: TargetKind = .unknown
    /// The topic's name without `/topics/`, or the condition's text.
    package var topic: String?
    /// The `campaign` in the sender's log.
    package var campaign: String?
    /// The ID of the Firebase project: of the message name that FCM answers, else of the sender's
    /// log. Texts of digits are project numbers.
    package var project: String?
    /// The number of the Firebase project: of a message name, or of the BigQuery export.
    package var projectNumber: String?
    /// `fcm_options.analytics_label` of each platform's block; `unknown` holds the message's own.
    package var labels = PerPlatform<String?>(repeating: nil)
    /// The label in a row of the BigQuery export.
    package var exportedLabel: String?
    /// The platform in a row of the BigQuery export. FCM knows it for accepted messages.
    package var exportedPlatform: Platform?
    /// Delivery options in a row of the BigQuery export: those of the sender's log come first.
    package var exportedPriority: String?
    package var exportedTTLSeconds: Int64?
    package var exportedMessageType: String?
    package var images = PerPlatform(repeating: ImageStatus.unknown)
    package var displays = PerPlatform(repeating: Display.unknown)
    package var options = DeliveryOptions()
    package var dimensions = DimensionValues()

    package init() {}
}

extension SendProfile: SharedValue {
    package static let members: [SharedMember<SendProfile>] =
        [
            .rank("explicit_platform") { $1(&$0.explicitPlatform) },
            .rank("addressed_platform") { $1(&$0.addressedPlatform) },
            .rank("target", unknown: .unknown) { $1(&$0.target) },
            .text("topic") { $1(&$0.topic) },
            .text("campaign") { $1(&$0.campaign) },
            .text("project_id") { $1(&$0.project) },
            .text("project_number") { $1(&$0.projectNumber) },
            .text("message_label") { $1(&$0.labels.unknown) },
            .text("android_label") { $1(&$0.labels.android) },
            .text("ios_label") { $1(&$0.labels.ios) },
            .text("web_label") { $1(&$0.labels.web) },
            .text("exported_label") { $1(&$0.exportedLabel) },
            .rank("exported_platform") { $1(&$0.exportedPlatform) },
            .text("exported_priority") { $1(&$0.exportedPriority) },
            .number("exported_ttl_seconds") { $1(&$0.exportedTTLSeconds) },
            .text("exported_message_type") { $1(&$0.exportedMessageType) },
            .ranks("image", column: "images", unknown: .unknown) { $1(&$0.images) },
            .ranks("display", column: "displays", unknown: .unknown) { $1(&$0.displays) },
            .text("priority") { $1(&$0.options.priority) },
            .number("ttl_seconds") { $1(&$0.options.ttlSeconds) },
            .flag("collapsible", column: "is_collapsible") { $1(&$0.options.isCollapsible) },
            .text("click_action") { $1(&$0.options.clickAction) },
            .text("message_type") { $1(&$0.options.messageType) },
        ]
        + OwnDimension.Source.sends.columns.enumerated().map { position, name in
            .text(name) { $1(&$0.dimensions[position]) }
        }
}

extension SendProfile {
    /// Whether the name of a project is its number, and not its ID.
    package static func isProjectNumber(_ name: String) -> Bool {
        name.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Sets the project from its ID or its number; nil changes nothing.
    mutating func setProject(_ name: String?) {
        guard let name else { return }
        if SendProfile.isProjectNumber(name) {
            projectNumber = name
        } else {
            project = name
        }
    }
}

/// The kind of target of one request. Known kinds are less than `unknown`, so the least of two
/// wins.
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

    /// Whether one request reaches an unknown number of devices, each under another ID.
    package var isFanOut: Bool { self == .topic || self == .condition }
}

/// Whether a message has something to show on a platform.
package enum Display: UInt8, Sendable, Comparable {
    case shown
    case silent
    case unknown

    package static func < (a: Display, b: Display) -> Bool { a.rawValue < b.rawValue }
}

/// Delivery options and the action of a tap, for the platform of the send.
package struct DeliveryOptions: Hashable, Sendable {
    /// `high` or `normal`.
    package var priority: String?
    package var ttlSeconds: Int64?
    /// Whether a later message may replace this one before its delivery.
    package var isCollapsible: Bool?
    /// Android's click action, Apple's category, or whether there is a web link.
    package var clickAction: String?
    /// `notification`, `data` or `notification+data`.
    package var messageType: String?

    package init() {}
}

extension Platform: Comparable {
    package static func < (a: Platform, b: Platform) -> Bool { a.rawValue < b.rawValue }
}
