internal import Delivery

/// A count of a provider, and the same count of the logs.
package struct ReconcileLine: Equatable, Sendable {
    package var source: ProviderSource
    package var day: String
    package var apps: [String]
    /// Nil for all.
    package var platform: String?
    package var campaign: String?
    package var measure: String
    /// Nil on the side that does not count this.
    package var theirs: Int64?
    package var ours: Int64?
    /// The bases of shares; nil for counts.
    package var theirBase: Int64?
    package var ourBase: Int64?
    package var reasons: Set<ReconcileReason> = []

    package var difference: Int64? {
        guard let theirs, let ours else { return nil }
        return theirs - ours
    }

    var cells: [ResultTable.Cell] {
        let shares = (theirs: share(theirs, theirBase), ours: share(ours, ourBase))
        let reasons = reasons.sorted().map(\.rawValue).joined(separator: ", ")
        return [
            .text(source.rawValue), .text(day), .text(platform ?? ReconcileLine.all),
            .text(campaign ?? ReconcileLine.all),
            .text(measure), .count(theirs), .count(ours), .count(difference),
            .rounded(relative),
            .rounded(shares.theirs), .rounded(shares.ours), .rounded(change(shares)),
            reasons.isEmpty ? .null : .text(reasons),
            apps.isEmpty ? .null : .text(apps.joined(separator: ", ")),
        ]
    }

    /// The text for all platforms or campaigns.
    static let all = "(all)"

    static let columns: [QueryFile.Column] = [
        .init("source", .text, "fcm_data_api, fcm_export or apns_metrics"),
        .init("day", .text, "YYYY-MM-DD, in the zone of the source, or of --tz"),
        .init("platform", .text, "android, ios, web, unknown; (all) for topics"),
        .init("campaign", .text, "analytics label, '(none)' without one; (all) for their sum"),
        .init("measure", .text, "the counted thing"),
        .init("theirs", .integer, "count of the provider; percentages are converted to counts"),
        .init("ours", .integer, "count of the logs; null if they lack it"),
        .init("difference", .integer, "theirs minus ours"),
        .init("relative_change", .share, "difference divided by ours"),
        .init("theirs_share", .share, "theirs divided by their accepted; null below 100"),
        .init("ours_share", .share, "ours divided by our sent; null below 100"),
        .init("share_change", .change, "their share minus ours"),
        .init("reasons", .text, "known reasons for a difference; null without difference"),
        .init("app", .text, "apps that the source names; the logs have no apps"),
    ]

    private var relative: Double? {
        guard let difference, let ours, ours > 0 else { return nil }
        return Double(difference) / Double(ours)
    }

    private func share(_ part: Int64?, _ base: Int64?) -> Double? {
        guard let part, let base, base >= Proportion.fewestShown else { return nil }
        return Double(part) / Double(base)
    }

    private func change(_ shares: (theirs: Double?, ours: Double?)) -> Double? {
        guard let theirs = shares.theirs, let ours = shares.ours else { return nil }
        return theirs - ours
    }
}
