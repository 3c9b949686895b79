package import Delivery

/// One count of a provider beside that of the logs.
package struct ReconcileLine: Equatable, Sendable {
    package var source: ProviderSource
    package var day: String
    package var apps: [String]
    /// Nil for all.
    package var platform: String?
    package var campaign: String?
    package var measure: String
    /// Nil where the one or the other does not count this.
    package var theirs: Int64?
    package var ours: Int64?
    /// What they are shares of; nil for what is no share.
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

    /// What stands for no particular platform or campaign.
    static let all = "(all)"

    static let columns: [QueryFile.Column] = [
        .init("source", .text, "fcm_data_api, fcm_export or apns_metrics"),
        .init("day", .text, "YYYY-MM-DD, in the zone of the source, or of --tz"),
        .init("platform", .text, "android, ios, web, unknown; (all) for topics"),
        .init("campaign", .text, "analytics label, '(none)' without one; (all) for their sum"),
        .init("measure", .text, "what is counted"),
        .init("theirs", .integer, "of the provider; of percentages, what they come to"),
        .init("ours", .integer, "of the logs; null where they cannot tell"),
        .init("difference", .integer, "theirs less ours"),
        .init("relative_change", .share, "difference, as a part of ours"),
        .init("theirs_share", .share, "of what they accepted; null below 100"),
        .init("ours_share", .share, "of what was sent; null below 100"),
        .init("share_change", .change, "their share less ours"),
        .init("reasons", .text, "known reasons for a difference here; null where there is none"),
        .init("app", .text, "apps that the source names; the logs tell none apart"),
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
