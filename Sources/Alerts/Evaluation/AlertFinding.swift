internal import Delivery
internal import Glibc

/// An episode of a rule, and the leaves it was found in.
struct AlertFinding {
    /// An alarm that wakes people lacks at least this share, and may be false a hundredth as often
    /// as others: so much is its score above the threshold.
    private static let critical = (drop: 0.5, surcharge: log(100.0))

    var rule: AlertRule
    var slice: Slice
    /// The dimensions of the slice's values.
    var names: [String]
    var episode: Episode
    /// Indices of the leaves of the slice.
    var leaves: [Int]
    /// Of rule `failed`: the class of the refusals.
    var refusals: RefusalClass?

    var isFiring: Bool { episode.state == .firing }

    /// The finding with the numbers of its worst hour.
    var atWorst: AlertFinding {
        var finding = self
        finding.episode.latest = episode.worst
        return finding
    }

    /// Those of its slice, and the class of refusals: two classes are two incidents.
    var dimensions: [AlertReport.Dimension] {
        slice.dimensions(names)
            + [refusals].compactMap(\.self).map {
                AlertReport.Dimension(name: AlertHistory.refusalDimension, text: $0.rawValue)
            }
    }

    private func isCritical(_ score: SegmentScore) -> Bool {
        let critical = AlertFinding.critical
        return score.drop >= critical.drop
            && score.score >= episode.threshold + critical.surcharge
    }

    /// The alert without contributors and excluded causes. `hours` are those that were judged.
    func alert(
        _ hours: HourClock, mainPart: AlertReport.Contributor? = nil,
        rejections: AlertReport.Rejections? = nil
    ) -> AlertReport.Alert {
        let score = episode.latest.score
        let drop = max(0, score.drop)
        let start = hours.beginning(of: episode.start)
        let latest = hours.beginning(of: episode.latest.hour + 1)
        let end = isFiring ? nil : hours.beginning(of: episode.end)
        var alert = AlertReport.Alert(
            rule: rule.rawValue, slice: dimensions,
            facts: .drop(
                start: start, end: end ?? latest, windowEnd: episode.latest.hour + 1,
                mainPart: mainPart, rejections: rejections),
            startsAt: start, updatedAt: latest)
        alert.besides = episode.besides.map { $0.dimensions(names) }
        alert.state = episode.isInhibited ? .inhibited : isFiring ? .firing : .resolved
        alert.severity = isCritical(score) ? "critical" : "warning"
        alert.windowHours = score.window
        alert.observed = score.observed
        alert.expected = score.expected
        alert.likely = score.likelyRange
        alert.drop = drop
        alert.worstDrop = max(0, episode.worst.score.drop)
        alert.missing = score.missing
        alert.score = score.score
        alert.threshold = episode.threshold
        alert.hoursInARow = episode.hoursFiring
        alert.endsAt = end
        let total = episode.total
        if refusals == nil {
            alert.total = AlertReport.Counts(
                hours: total.hours, observed: total.observed, expected: total.expected,
                likely: total.likelyRange)
        }
        if episode.state != .lapsed, let recent = episode.recent {
            alert.recent = AlertReport.Counts(
                hours: recent.window, observed: recent.observed, expected: recent.expected)
        }
        alert.restRatio = episode.latest.restRatio
        return alert
    }
}

extension Slice {
    /// Nil if the slice has a value in a dimension of the database that is not among these.
    init?(_ slice: [AlertReport.Dimension], of names: [String]) {
        guard slice.allSatisfy({ !$0.isOfDatabase || names.contains($0.name) }) else { return nil }
        self.init(names.map { name in slice.first { $0.name == name }?.text })
    }

    /// The dimensions in which it is one value.
    func dimensions(_ names: [String]) -> [AlertReport.Dimension] {
        zip(names, values).compactMap { name, value in
            value.map { AlertReport.Dimension(name: name, text: $0) }
        }
    }
}
