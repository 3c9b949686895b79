/// How a campaign with too few sends for a history of its own was liked: in all, and on each
/// platform compared with the others.
struct OneOffCampaign {
    /// Nil with too few expected events.
    private(set) var whole: Appeal?
    private(set) var parts: [Appeal] = []

    /// Expected are the events of an average campaign.
    init(
        _ leaves: [Int], _ platforms: Grouping, _ data: LeafHours, _ expectation: Expectation
    ) {
        var byPlatform: [Int: Appeal] = [:]
        for leaf in leaves {
            let sum = data.sum(leaf)
            let share = expectation.kinShare[leaf]
            byPlatform[platforms.groups[leaf], default: Appeal()] += Appeal(
                observed: sum.observed, expected: sum.expected * share,
                variance: sum.variance * share)
        }
        // Sums of floating-point numbers depend on their order.
        let found = byPlatform.sorted { $0.key < $1.key }.map(\.value)
        let all = found.reduce(into: Appeal()) { $0 += $1 }
        guard all.expected >= PriorNoise.leastExpected else { return }
        whole = all
        parts = found.compactMap { $0.compared(with: all - $0) }
    }
}

/// Events of a campaign, or of a part of it, in all training hours.
struct Appeal {
    var observed = 0.0
    var expected = 0.0
    /// Without the noise that is measured.
    var variance = 0.0

    static func += (sum: inout Appeal, one: Appeal) {
        sum.observed += one.observed
        sum.expected += one.expected
        sum.variance += one.variance
    }

    static func - (all: Appeal, part: Appeal) -> Appeal {
        Appeal(
            observed: all.observed - part.observed, expected: all.expected - part.expected,
            variance: all.variance - part.variance)
    }

    /// With what the rest of the campaign makes of the expected events; nil with too few events.
    fileprivate func compared(with rest: Appeal) -> Appeal? {
        let least = PriorNoise.leastExpected
        guard expected >= least, rest.expected >= least, rest.observed >= least else { return nil }
        let ratio = rest.observed / rest.expected
        return Appeal(
            observed: observed, expected: expected * ratio,
            variance: variance * ratio
                + expected * expected * rest.variance * ratio / (rest.expected * rest.expected))
    }
}
