/// The noise of a segment, measured, for each of the six windows.
struct SegmentNoise {
    /// Relative, after the correction by the rest.
    var sigma: [Double]
    /// Windows that it was measured on.
    var windows: [Int]
}

/// The noise that a segment is judged by.
package struct ScoreNoise: Sendable {
    /// Windows are counted as if they had so many hours at least: noise forgets no sooner.
    private static let fewestHours = 6
    /// No fewer are counted: a factor of 1.5.
    private static let fewestWindows = 7.0

    /// For having been measured on so many windows, which overlap, of so many hours.
    static func inflation(windows: Int, width: Int) -> Double {
        let separate = Double(windows) / Double(max(width, fewestHours))
        return AlertParameters.inflation(days: max(separate, fewestWindows))
    }

    /// Of campaigns, `group × 6 + window`.
    package var tau: [Double]
    /// Of the segment, by window.
    package var sigma: [Double]
    /// Factors on `tau`, by group, for having been measured on so little.
    package var tauInflation: [Double]
    /// Factors on `sigma`, by window.
    package var sigmaInflation: [Double]

    /// With one factor on all of it.
    package init(tau: [Double], sigma: [Double], inflation: Double) {
        self.tau = tau
        self.sigma = sigma
        tauInflation = Array(
            repeating: inflation, count: tau.count / AlertParameters.windows.count)
        sigmaInflation = Array(repeating: inflation, count: sigma.count)
    }

    /// `days` are those that the noise of each group was measured on. Of a segment, separate
    /// windows are counted.
    init(tau: [Double], days: [Double], _ segment: SegmentNoise) {
        self.tau = tau
        sigma = segment.sigma
        tauInflation = days.map(AlertParameters.inflation)
        sigmaInflation = zip(AlertParameters.windows, segment.windows).map { width, windows in
            ScoreNoise.inflation(windows: windows, width: width)
        }
    }

    /// As measured: what guards against false alarms is no help in comparing slices.
    var plain: ScoreNoise {
        ScoreNoise(tau: tau, sigma: sigma, inflation: 1)
    }
}
