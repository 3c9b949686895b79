/// What is known of the noise of a campaign before its own hours are measured; relative.
package struct PriorNoise: Sendable, Equatable {
    /// The smallest assumed noise.
    var floor: Double
    /// The noise of windows of which there are too few to measure it.
    var unmeasured = AlertParameters.unknownNoise
    /// The noise of a part of the campaign, compared with its rest: one platform likes a message
    /// better than the others. 0 if it is measured with the noise of segments.
    var mix = 0.0
    var measured: MeasuredSends
    /// Whether the campaign has a history of its own.
    var isRegular: Bool { mix == 0 }

    package init(floor: Double, measured: MeasuredSends) {
        self.floor = floor
        self.measured = measured
    }
}

/// How differently people like campaigns with too few sends for a history of their own, before any
/// is measured; relative.
package struct OneOffNoise: Sendable, Equatable {
    /// Of campaigns, and the smallest assumed one.
    package var usual: Double
    package var least: Double
    /// Of their parts, compared with the rest.
    package var usualMix: Double
    package var leastMix: Double
    /// Of campaigns if there are fewer than five, where their own hours show less.
    package var unknown: Double
}

extension PriorNoise {
    /// A campaign or a part with fewer expected events says little.
    static let leastExpected = 50.0
    private static let fewest = 5
    /// What is assumed counts as so many measurements.
    private static let weight = 5.0
    /// With a smaller share of the expected events, it was a fault.
    private static let fault = 0.2

    /// Of campaigns with too few sends, measured on all of them together.
    static func oneOff(
        _ campaigns: [Appeal], parts: [Appeal], _ assumed: OneOffNoise, _ training: Range<Int>
    ) -> PriorNoise {
        var prior = PriorNoise(floor: assumed.unknown, measured: .byDay(training))
        prior.mix =
            noise(parts, assumed.usualMix, least: assumed.leastMix)
            * AlertParameters.inflation(days: weight + Double(parts.count))
        guard campaigns.count >= fewest else { return prior }
        prior.floor = noise(campaigns, assumed.usual, least: assumed.least)
        prior.unmeasured = prior.floor
        prior.measured = MeasuredSends(
            days: Double(training.count) / 24, hours: Int(weight) + campaigns.count)
        return prior
    }

    /// `σ² = (5 usual² + Σ ((Y − E)² − V) / E²) / (5 + n)`, without faults; each at most 1.
    private static func noise(_ appeals: [Appeal], _ usual: Double, least: Double) -> Double {
        let kept = appeals.filter { $0.observed >= fault * $0.expected }
        let squares = kept.reduce(0.0) { sum, one in
            let distance = one.observed - one.expected
            return sum
                + min(1, (distance * distance - one.variance) / (one.expected * one.expected))
        }
        let mean =
            (weight * usual * usual + max(0, squares)) / (weight + Double(kept.count))
        return max(least, mean.squareRoot())
    }
}
