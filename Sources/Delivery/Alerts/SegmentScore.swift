/// How far a segment lies below what is expected, in the window in which that is most telling.
package struct SegmentScore: Equatable, Sendable {
    /// −ln of the probability of so few events; 0 where no window tells of a drop.
    package var score = 0.0
    /// Length of the window in hours; 0 where none does.
    package var window = 0
    package var observed = 0.0
    package var expected = 0.0
    /// Variance of the observed around the expected.
    package var variance = 0.0

    package init() {}

    /// The share of what was expected that is missing.
    package var drop: Double { expected > 0 ? 1 - observed / expected : 0 }
    package var missing: Double { expected - observed }

    /// 99 % of counts fall into it when nothing is wrong.
    package var likelyRange: ClosedRange<Double> {
        NegativeBinomial.likelyRange(mean: expected, variance: variance)
    }
}

extension WindowSums {
    /// The most telling of the six windows that end before hour `end`.
    ///
    /// `V = counting + common + f² σ² E'²`, score `= −ln P(Y <= y)`. Windows without a drop of
    /// the size that matters are passed over.
    package func score(
        end: Int, noise: ScoreNoise, parameters: AlertParameters
    ) -> SegmentScore {
        var best = SegmentScore()
        for (window, width) in AlertParameters.windows.enumerated() where width <= end {
            let found = statistic(
                end: end, width: width, tau: noise.tau, window: window,
                inflation: noise.tauInflation)
            guard found.expected > 0,
                found.observed < found.expected * (1 - parameters.minDrop),
                found.expected - found.observed >= parameters.minMissing
            else { continue }
            let one = found.score(noise, window: window)
            if one.score > best.score { best = one }
        }
        return best
    }

    /// One window, whether it shows a drop or not.
    package func score(end: Int, window: Int, noise: ScoreNoise) -> SegmentScore {
        let found = statistic(
            end: end, width: AlertParameters.windows[window], tau: noise.tau, window: window,
            inflation: noise.tauInflation)
        return found.score(noise, window: window)
    }
}

extension WindowStatistic {
    /// How unlikely it is; `window` is its place among the six.
    func score(_ noise: ScoreNoise, window: Int) -> SegmentScore {
        var result = SegmentScore()
        result.window = AlertParameters.windows[window]
        result.observed = observed
        result.expected = expected
        let own = noise.sigma[window] * noise.sigmaInflation[window] * expected
        result.variance = counting + common + own * own
        // Not −0 where nothing is expected.
        result.score = max(
            0,
            -NegativeBinomial.logTail(observed, mean: expected, variance: result.variance))
        return result
    }
}
