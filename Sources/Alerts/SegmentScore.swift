internal import Glibc

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

    /// How much likelier these Poisson counts are with the drop than without it: the logarithm of
    /// the ratio, 0 without a drop.
    var evidence: Double {
        guard observed < expected else { return 0 }
        return expected - observed + (observed > 0 ? observed * log(observed / expected) : 0)
    }
}

extension WindowSums {
    /// The most significant of the windows that end before hour `end`; `noise` has one for each
    /// length.
    ///
    /// `V = counting + common + f² σ² E'²`, score `= −ln P(Y <= y)`. Windows with a smaller drop
    /// than the settings ask for are skipped.
    package func score(
        end: Int, noise: [ScoreNoise], parameters: AlertParameters
    ) -> SegmentScore {
        noise.reduce(SegmentScore()) { best, noise in
            let one = drop(end: end, noise, parameters)?.score(noise)
            return one.map { $0.score > best.score ? $0 : best } ?? best
        }
    }

    /// The same of the windows of one length.
    func score(end: Int, noise: ScoreNoise, parameters: AlertParameters) -> SegmentScore {
        score(end: end, noise: [noise], parameters: parameters)
    }

    /// Whether the score can be above `threshold` with any noise that is not below `noise`. More
    /// noise makes so few events likelier, and a higher expectation makes them less likely. If the
    /// noise of campaigns is known, only the segment's own is not, and the expectation is what it
    /// is; with `isCeiling` it is not known.
    ///
    /// If the variance is close to that of counting, `NegativeBinomial` changes to another
    /// distribution, and the two cannot be compared.
    func mayScore(
        above threshold: Double, end: Int, _ noise: ScoreNoise, isCeiling: Bool,
        _ parameters: AlertParameters
    ) -> Bool {
        guard let found = drop(end: end, noise, parameters, isCeiling: isCeiling) else {
            return false
        }
        let score = found.score(noise)
        return score.variance <= score.expected * 1.001 || score.score > threshold
    }

    /// The window that ends before hour `end` if it has a drop that is large enough for the
    /// settings.
    private func drop(
        end: Int, _ noise: ScoreNoise, _ parameters: AlertParameters, isCeiling: Bool = false
    ) -> WindowStatistic? {
        guard noise.width <= end, parameters.windows.contains(noise.width) else { return nil }
        let found = statistic(end: end, width: noise.width, noise, isCeiling: isCeiling)
        let isDrop =
            found.expected > 0 && found.observed < found.expected * (1 - parameters.minDrop)
            && found.expected - found.observed >= parameters.minMissing
        return isDrop ? found : nil
    }

    /// One window, whether it shows a drop or not.
    package func score(end: Int, noise: ScoreNoise) -> SegmentScore {
        statistic(end: end, width: noise.width, noise).score(noise)
    }

    /// A window of any length, with the noise of one length.
    func statistic(
        end: Int, width: Int, _ noise: ScoreNoise, isCeiling: Bool = false
    ) -> WindowStatistic {
        statistic(
            end: end, width: width, tau: noise.tau, inflation: noise.tauInflation, mix: noise.mix,
            peers: noise.peers, isCeiling: isCeiling)
    }
}

extension WindowStatistic {
    /// The probability of the count.
    func score(_ noise: ScoreNoise) -> SegmentScore {
        var result = SegmentScore()
        result.window = noise.width
        result.observed = observed
        result.expected = expected
        let own = noise.sigma * noise.sigmaInflation * expected
        result.variance = counting + common + own * own
        // Not −0 if nothing is expected.
        result.score = max(
            0,
            -NegativeBinomial.logTail(observed, mean: expected, variance: result.variance))
        return result
    }
}
