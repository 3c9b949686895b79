/// How far a segment is below the expected count, in its most significant window.
package struct SegmentScore: Equatable, Sendable {
    /// −ln of the probability of so few events; 0 if no window has a drop.
    package var score = 0.0
    /// Length of the window in hours; 0 without one.
    package var window = 0
    package var observed = 0.0
    package var expected = 0.0
    /// Variance of the observed count.
    package var variance = 0.0

    /// Missing events as a share of the expected ones.
    package var drop: Double { expected > 0 ? 1 - observed / expected : 0 }
    package var missing: Double { expected - observed }

    /// The range of 99 % of counts without a fault.
    package var likelyRange: ClosedRange<Double> {
        NegativeBinomial.likelyRange(mean: expected, variance: variance)
    }
}

extension WindowSums {
    /// The most significant of the windows that end before hour `end`.
    ///
    /// `V = counting + common + f² σ² E'²`, score `= −ln P(Y <= y)`. Windows with a smaller drop
    /// than the settings ask for are skipped.
    package func score(
        end: Int, noise: ScoreNoise, parameters: AlertParameters
    ) -> SegmentScore {
        drops(end: end, noise, parameters).reduce(SegmentScore()) { best, drop in
            let one = drop.found.score(noise, window: drop.window)
            return one.score > best.score ? one : best
        }
    }

    /// Whether the score can be above `threshold` with any noise that is not below `least`. More
    /// noise makes so few events likelier, and a higher expectation makes them less likely. With
    /// `campaigns`, only the segment's own noise is not known.
    ///
    /// If the variance is close to that of counting, `NegativeBinomial` changes to another
    /// distribution, and the two cannot be compared.
    func mayScore(
        above threshold: Double, end: Int, _ least: ScoreNoise, campaigns: CampaignNoise? = nil,
        _ parameters: AlertParameters
    ) -> Bool {
        var noise = least
        noise.tau = campaigns?.tau ?? least.tau
        noise.peers = campaigns?.peers
        return drops(end: end, noise, parameters, isCeiling: campaigns == nil).contains {
            let score = $0.found.score(noise, window: $0.window)
            return score.variance <= score.expected * 1.001 || score.score > threshold
        }
    }

    /// The windows that end before hour `end` and have a drop that is large enough for the
    /// settings, with their places in the noise.
    private func drops(
        end: Int, _ noise: ScoreNoise, _ parameters: AlertParameters, isCeiling: Bool = false
    ) -> [(window: Int, found: WindowStatistic)] {
        noise.widths.enumerated().compactMap { window, width in
            guard width <= end, parameters.windows.contains(width) else { return nil }
            let found = statistic(
                end: end, width: width, tau: noise.tau, window: window,
                inflation: noise.tauInflation, mix: noise.mix, peers: noise.peers,
                isCeiling: isCeiling)
            let isDrop =
                found.expected > 0 && found.observed < found.expected * (1 - parameters.minDrop)
                && found.expected - found.observed >= parameters.minMissing
            return isDrop ? (window, found) : nil
        }
    }

    /// One window, whether it shows a drop or not.
    package func score(end: Int, window: Int, noise: ScoreNoise) -> SegmentScore {
        let found = statistic(
            end: end, width: noise.widths[window], tau: noise.tau, window: window,
            inflation: noise.tauInflation, mix: noise.mix, peers: noise.peers)
        return found.score(noise, window: window)
    }
}

extension WindowStatistic {
    /// The probability of the count; `window` is its place in the noise.
    func score(_ noise: ScoreNoise, window: Int) -> SegmentScore {
        var result = SegmentScore()
        result.window = noise.widths[window]
        result.observed = observed
        result.expected = expected
        let own = noise.sigma[window] * noise.sigmaInflation[window] * expected
        result.variance = counting + common + own * own
        // Not −0 if nothing is expected.
        result.score = max(
            0,
            -NegativeBinomial.logTail(observed, mean: expected, variance: result.variance))
        return result
    }
}
