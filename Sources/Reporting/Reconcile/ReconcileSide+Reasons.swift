extension ReconcileSide {
    /// The known reasons that apply to a line; none without a difference.
    func reasons(
        _ measure: ProviderMeasure, _ line: ReconcileLine, _ counts: ProviderCounts
    ) -> Set<ReconcileReason> {
        guard let difference = line.difference, difference != 0 else { return [] }
        let theirsIsMore = difference > 0
        var reasons = ofDay(line.day)
        switch measure {
        case .accepted, .notifications:
            reasons.formUnion(ofSends(line, theirsIsMore: theirsIsMore))
        case .delivered:
            reasons.formUnion(ofDeliveries(line, counts, theirsIsMore: theirsIsMore))
        case .topicDelivered where theirsIsMore: reasons.insert(.clientsSilent)
        default: break
        }
        switch source {
        case .dataAPI:
            reasons.insert(.optedIn)
            if line.theirBase != nil { reasons.insert(.rounded) }
        case .export:
            if !theirsIsMore, measure == .delivered || measure == .topicDelivered {
                reasons.insert(.exportOptIn)
            }
            if counts.counts[.deliveredAlone] != nil, measure != .failed {
                reasons.insert(.acceptanceMissing)
            }
        case .pushMetrics: reasons.formUnion([.rounded, .allSenders])
        }
        return reasons
    }

    private func ofDay(_ day: String) -> Set<ReconcileReason> {
        var reasons: Set<ReconcileReason> = []
        guard let hours = days.hours(of: day), let newest = days.hours(of: newestDay) else {
            return []
        }
        if hours.lowerBound < covered.lowerBound || hours.upperBound > covered.upperBound {
            reasons.insert(.notCovered)
        }
        if newest.lowerBound - hours.lowerBound < Int64(24 * source.lateDays) {
            reasons.insert(.notFinal)
        }
        if !hasItsDays { reasons.insert(.otherDays) }
        return reasons
    }

    private func ofSends(
        _ line: ReconcileLine, theirsIsMore: Bool
    ) -> Set<ReconcileReason> {
        var reasons: Set<ReconcileReason> = []
        if line.campaign != nil, line.ours == 0 { reasons.insert(.ownNames) }
        guard theirsIsMore else { return reasons }
        let apart = { (kind: String) in ours.apart(kind, line.day, campaign: nil) > 0 }
        if apart("orphan_no_send") { reasons.insert(.sendsNotLogged) }
        if apart("orphan_composer") { reasons.insert(.consoleSends) }
        // Rows of the export name their topic, and topic messages are not in this line.
        if source != .export, apart("topic_requests") || apart("orphan_topic") {
            reasons.insert(.topicFanOut)
        }
        if ours.sums(line.day, "unknown", campaign: line.campaign).sent > 0,
            line.platform != "unknown"
        {
            reasons.insert(.unknownPlatform)
        }
        return reasons
    }

    private func ofDeliveries(
        _ line: ReconcileLine, _ counts: ProviderCounts, theirsIsMore: Bool
    ) -> Set<ReconcileReason> {
        var reasons: Set<ReconcileReason> = []
        let platform = line.platform ?? ""
        let sums = ours.sums(line.day, platform, campaign: line.campaign)
        // As receipt coverage: opened messages whose receipt came first, below 95 %.
        let isSilent = 20 * sums.receiptsBeforeOpen < 19 * sums.opened || sums.received == 0
        if theirsIsMore, isSilent {
            reasons.insert(.clientsSilent)
        }
        if (counts.counts[.pending] ?? 0) > 0 { reasons.insert(.deliveredLate) }
        let words = counts.counts.filter { $0.value > 0 }.map(\.key.name)
        if words.contains(where: { $0.hasPrefix("stored") }) { reasons.insert(.stored) }
        let isDropped = words.contains {
            $0.hasPrefix("dropped") || $0.hasPrefix("discarded") || $0 == "collapsed"
        }
        if isDropped { reasons.insert(.dropped) }
        return reasons
    }
}
