internal import Delivery

/// An episode of a rule, with what it is told by.
struct AlertFinding {
    var rule: AlertRule
    var slice: Slice
    var episode: Episode
    /// Indices of the leaves of the slice.
    var leaves: [Int]

    var isFiring: Bool { episode.state == .firing }

    /// As it was when it was worst.
    var atWorst: AlertFinding {
        var finding = self
        finding.episode.latest = episode.worst
        return finding
    }

    /// The alert without its explanation.
    func alert() -> AlertReport.Alert {
        let score = episode.latest.score
        let likely = score.likelyRange
        let dimensions = AlertPhrases.dimensions(slice)
        let drop = max(0, score.drop)
        var alert = AlertReport.Alert(
            id: AlertIdentity.id(rule: rule.rawValue, slice: dimensions), rule: rule.rawValue,
            state: episode.isInhibited ? .inhibited : isFiring ? .firing : .resolved,
            severity: drop >= 0.5 ? "critical" : "warning", metric: rule.rawValue,
            slice: dimensions, windowHours: score.window, observed: score.observed,
            expected: score.expected, likelyLow: likely.lowerBound,
            likelyHigh: likely.upperBound, drop: drop, missing: score.missing,
            score: score.score, threshold: episode.threshold, hoursInARow: episode.hoursFiring,
            startsAt: episode.start * 3_600_000, updatedAt: (episode.latest.hour + 1) * 3_600_000,
            endsAt: isFiring ? nil : episode.end * 3_600_000, restRatio: episode.restRatio,
            contributors: [], ruledOut: [], summary: "", command: "", isNews: false)
        alert.worstDrop = max(0, episode.worst.score.drop)
        return alert
    }
}
