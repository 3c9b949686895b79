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

    package init() {}

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
        var best = SegmentScore()
        for (window, width) in noise.widths.enumerated()
        where width <= end && parameters.windows.contains(width) {
            let found = statistic(
                end: end, width: width, tau: noise.tau, window: window,
                inflation: noise.tauInflation)
            guard found.isDrop(parameters) else { continue }
            let one = found.score(noise, window: window)
            if one.score > best.score { best = one }
        }
        return best
    }

    /// Whether the score can be above `threshold` with any noise. More noise makes so few events
    /// likelier, and a higher expectation makes them less likely.
    ///
    /// If the variance is close to that of counting, `NegativeBinomial` changes to another
    /// distribution, and the two cannot be compared.
    func mayScore(
        above threshold: Double, end: Int, _ least: LeastNoise, _ parameters: AlertParameters
    ) -> Bool {
        mayScore(above: threshold, end: end, least, parameters) { width, window in
            ceiling(end: end, width: width, window: window, least)
        }
    }

    /// The same if the noise of campaigns is known, and only the segment's own is not.
    func mayScore(
        above threshold: Double, end: Int, _ least: LeastNoise, tau: [Double],
        _ parameters: AlertParameters
    ) -> Bool {
        mayScore(above: threshold, end: end, least, parameters) { width, window in
            statistic(
                end: end, width: width, tau: tau, window: window, inflation: least.tauInflation)
        }
    }

    private func mayScore(
        above threshold: Double, end: Int, _ least: LeastNoise, _ parameters: AlertParameters,
        _ show: (_ width: Int, _ window: Int) -> WindowStatistic
    ) -> Bool {
        least.widths.enumerated().contains { window, width in
            guard width <= end, parameters.windows.contains(width) else { return false }
            let found = show(width, window)
            guard found.isDrop(parameters) else { return false }
            let own = least.sigma(width: width) * found.expected
            let variance = found.counting + found.common + own * own
            guard variance > found.expected * 1.001 else { return true }
            let tail = NegativeBinomial.logTail(
                found.observed, mean: found.expected, variance: variance)
            return -tail > threshold
        }
    }

    /// One window, whether it shows a drop or not.
    package func score(end: Int, window: Int, noise: ScoreNoise) -> SegmentScore {
        let found = statistic(
            end: end, width: noise.widths[window], tau: noise.tau, window: window,
            inflation: noise.tauInflation)
        return found.score(noise, window: window)
    }
}

extension WindowStatistic {
    /// Whether the drop is large enough for the settings.
    func isDrop(_ parameters: AlertParameters) -> Bool {
        expected > 0 && observed < expected * (1 - parameters.minDrop)
            && expected - observed >= parameters.minMissing
    }

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
