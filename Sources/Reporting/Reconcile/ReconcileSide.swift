internal import Delivery
internal import FCM

/// The input of the lines of one source.
struct ReconcileSide {
    var source: ProviderSource
    var theirs: [ProviderKey: ProviderCounts]
    var ours: OwnCounts
    /// The hours of the logs.
    var covered: Range<Int64>
    var days: ProviderDay
    /// Whether days are those of the source.
    var hasItsDays: Bool
    var newestDay: String
}

extension ReconcileSide {
    /// By day; the sums over labels first, then label by label.
    var lines: [ReconcileLine] {
        var lines: [ReconcileLine] = []
        var groups: [ProviderKey: ProviderCounts] = [:]
        for (key, counts) in theirs {
            groups[key, default: ProviderCounts()].add(counts)
            guard key.campaign != nil else { continue }
            var all = key
            all.campaign = nil
            groups[all, default: ProviderCounts()].add(counts)
        }
        for key in groups.keys.sorted() {
            lines += self.lines(key, groups[key] ?? ProviderCounts())
        }
        return (lines + missing(groups)).sorted { ($0.day, $0.place) < ($1.day, $1.place) }
    }

    private func lines(_ key: ProviderKey, _ counts: ProviderCounts) -> [ReconcileLine] {
        counts.counts.keys.sorted().map { measure in
            var line = ReconcileLine(
                source: source, day: key.day, apps: counts.apps.sorted(),
                platform: key.platform?.name, campaign: key.campaign.map(Self.ourName),
                measure: name(measure, key))
            line.theirs = counts.counts[measure]
            if isShare(measure) { line.theirBase = base(measure, counts) }
            let own = own(measure, key, line.campaign)
            (line.ours, line.ourBase) = (own.count, isShare(measure) ? own.base : nil)
            line.reasons = reasons(measure, line, counts)
            return line
        }
    }

    /// Our labels that the source does not have, on its days and platforms.
    private func missing(_ groups: [ProviderKey: ProviderCounts]) -> [ReconcileLine] {
        let all = groups.keys.filter { $0.campaign == nil && $0.platform != nil }
        let named = Set(groups.keys.compactMap { key in key.campaign.map { Name(key, $0) } })
        guard !named.isEmpty else { return [] }
        return all.flatMap { key -> [ReconcileLine] in
            let platform = key.platform?.name ?? ""
            return ours.campaigns(key.day, platform).compactMap { campaign in
                guard !named.contains(Name(key, Self.theirName(campaign))) else { return nil }
                var line = ReconcileLine(
                    source: source, day: key.day, apps: [], platform: platform,
                    campaign: campaign, measure: ProviderMeasure.accepted.name)
                line.ours = ours.sums(key.day, platform, campaign: campaign).sent
                line.reasons = [.ownNames, .withheld]
                return line
            }
        }
    }

    private struct Name: Hashable {
        var day: String
        var platform: String?
        var campaign: String

        init(_ key: ProviderKey, _ campaign: String) {
            (day, platform, self.campaign) = (key.day, key.platform?.name, campaign)
        }
    }

    private static func ourName(_ label: String) -> String {
        label.isEmpty ? Segment.noWord : label
    }
    private static func theirName(_ campaign: String) -> String {
        campaign == Segment.noWord ? "" : campaign
    }

    private func name(_ measure: ProviderMeasure, _ key: ProviderKey) -> String {
        switch key.isAlert {
        case nil: measure.name
        case true?: measure.name + "_alert"
        case false?: measure.name + "_background"
        }
    }

    // MARK: Definitions

    private func isShare(_ measure: ProviderMeasure) -> Bool {
        ![.accepted, .notifications, .failed, .topicRequests, .topicAccepted, .deliveredAlone]
            .contains(measure)
    }

    private func base(_ measure: ProviderMeasure, _ counts: ProviderCounts) -> Int64? {
        counts.counts[measure == .topicDelivered ? .topicAccepted : .accepted]
    }

    /// The count of the logs for a measure of theirs, and its base.
    private func own(
        _ measure: ProviderMeasure, _ key: ProviderKey, _ campaign: String?
    ) -> (count: Int64?, base: Int64?) {
        if measure == .topicRequests {
            return (ours.apart("topic_requests", key.day, campaign: campaign), nil)
        }
        if measure == .topicDelivered {
            return (ours.apart("topic_received", key.day, campaign: campaign), nil)
        }
        guard let platform = key.platform?.name else { return (nil, nil) }
        let isSilent = measure == .notifications ? false : key.isAlert.map { !$0 }
        let sums = ours.sums(key.day, platform, campaign: campaign, isSilent: isSilent)
        switch measure {
        case .accepted, .notifications: return (sums.sent, nil)
        case .delivered: return (sums.received, sums.sent)
        case .failed: return (sums.failed, nil)
        // Only of devices that logged both priorities.
        case .priorityLowered: return (sums.priorityLowered, sums.priorityTold)
        default: return (nil, nil)
        }
    }
}

extension ReconcileLine {
    /// The order within a day: sums before labels.
    fileprivate var place: String {
        [source.rawValue, platform ?? "", campaign.map { "1" + $0 } ?? "0"]
            .joined(separator: "\u{1}")
    }
}
