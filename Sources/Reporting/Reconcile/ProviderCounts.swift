package import FCM

/// Who counted, besides us.
package enum ProviderSource: String, CaseIterable, Comparable, Sendable {
    /// Pages of the FCM Data API's `deliveryData` (discovery document fcmdata.v1beta1).
    case dataAPI = "fcm_data_api"
    /// Rows of FCM's BigQuery export.
    case export = "fcm_export"
    /// Apple's export of delivery metrics.
    case pushMetrics = "apns_metrics"

    /// The zone of its days. The Data API says of one count alone that it is of days of
    /// Los Angeles; the others are of the same rows.
    package var timeZone: String { self == .dataAPI ? "America/Los_Angeles" : "UTC" }

    /// How many of its newest days are not final yet: Data API up to five days, deliveries of the
    /// export a day or two (Firebase, "Understanding message delivery"), Apple's a day.
    package var lateDays: Int {
        switch self {
        case .dataAPI: 5
        case .export: 2
        case .pushMetrics: 1
        }
    }

    package static func < (a: ProviderSource, b: ProviderSource) -> Bool {
        a.rawValue < b.rawValue
    }
}

/// What a count is of. APNs has words of its own, so the list is open.
package struct ProviderMeasure: Hashable, Comparable, Sendable {
    package var name: String

    package init(_ name: String) {
        self.name = name
    }

    package static let accepted = Self("accepted")
    package static let notifications = Self("notifications_accepted")
    package static let delivered = Self("delivered")
    package static let failed = Self("failed")
    package static let pending = Self("pending")
    package static let collapsed = Self("collapsed")
    package static let expired = Self("dropped_ttl_expired")
    package static let priorityLowered = Self("priority_lowered")
    package static let topicRequests = Self("topic_requests")
    package static let topicAccepted = Self("topic_accepted")
    package static let topicDelivered = Self("topic_delivered")
    /// Deliveries of messages whose acceptance is in none of the files.
    package static let deliveredAlone = Self("delivered_alone")

    /// As tables have them; other measures come behind, by name.
    private static let order = [
        accepted, notifications, delivered, failed, pending, collapsed, expired,
    ]

    package static func < (a: Self, b: Self) -> Bool {
        (a.place, a.name) < (b.place, b.name)
    }

    private var place: Int { Self.order.firstIndex(of: self) ?? Self.order.count }
}

/// What a provider's counts are about.
package struct ProviderKey: Hashable, Comparable, Sendable {
    package var source: ProviderSource
    /// YYYY-MM-DD, in the zone of the source.
    package var day: String
    /// Nil for what goes to topics, whose devices are of every platform.
    package var platform: Platform?
    /// The analytics label, empty without one; nil when the source tells none.
    package var campaign: String?
    /// APNs: whether its push type is `alert`; nil for both, and when the source does not tell.
    package var isAlert: Bool?

    package init(
        _ source: ProviderSource, day: String, platform: Platform?, campaign: String? = nil,
        isAlert: Bool? = nil
    ) {
        self.source = source
        self.day = day
        self.platform = platform
        self.campaign = campaign
        self.isAlert = isAlert
    }

    package static func < (a: Self, b: Self) -> Bool {
        (a.source, a.day, a.rank, a.campaign ?? "") < (b.source, b.day, b.rank, b.campaign ?? "")
    }

    private var rank: Int {
        4 * Int(platform?.rawValue ?? .max) + (isAlert.map { $0 ? 1 : 2 } ?? 0)
    }
}

/// A provider's counts for one key.
package struct ProviderCounts: Equatable, Sendable {
    package var counts: [ProviderMeasure: Int64] = [:]
    /// Apps that they are of, where the source names them.
    package var apps: Set<String> = []

    /// A file that tells a larger number is wrong; sums of many stay below what shares of them, in
    /// basis points, need to fit.
    static let largest: Int64 = 1 << 40
    private static let largestSum: Int64 = 1 << 48

    package init() {}

    package mutating func add(_ count: Int64, _ measure: ProviderMeasure) {
        counts[measure] = min((counts[measure] ?? 0) + count, Self.largestSum)
    }

    package mutating func add(_ other: ProviderCounts) {
        for (measure, count) in other.counts { add(count, measure) }
        apps.formUnion(other.apps)
    }
}

/// A row, page or file that could not be counted.
package struct ProviderProblem: Hashable, Comparable, Sendable {
    package var path: String
    /// From 1.
    package var line: Int64
    /// One word.
    package var reason: String

    package static func < (a: Self, b: Self) -> Bool {
        (a.path, a.line, a.reason) < (b.path, b.line, b.reason)
    }
}

/// What was read of one file.
package struct ProviderFile: Equatable, Sendable {
    package var path: String
    package var sources: Set<ProviderSource> = []
    /// Rows and entries that were counted, repeated ones too.
    package var rows: Int64 = 0
    /// Rows, pages or lines that were not.
    package var bad: Int64 = 0
}
