/// The data on which the noise of a campaign is measured.
package struct MeasuredSends: Sendable, Equatable {
    /// Days with sends.
    var days: Double
    /// Hours with sends. The appeal of a message is noise of all hours in which it is opened, so
    /// there are never more measurements than sends.
    var hours: Int

    /// Measured once a day, or given.
    package static func byDay(_ training: Range<Int>) -> MeasuredSends {
        MeasuredSends(days: Double(training.count) / 24, hours: training.count / 24)
    }
}

/// The noise of a segment by window, relative.
struct MeasuredNoise: Sendable {
    /// Nil with too few windows.
    var sigma: [Double?]
    /// The number of windows.
    var windows: [Int]

    var isIncomplete: Bool { sigma.contains { $0 == nil } }
    var known: [Double] { sigma.map { $0 ?? AlertParameters.unknownNoise } }

    /// Where it is unknown, takes that of a segment with more windows.
    mutating func complete(by other: MeasuredNoise) {
        for window in sigma.indices where sigma[window] == nil && other.sigma[window] != nil {
            sigma[window] = other.sigma[window]
            windows[window] = other.windows[window]
        }
    }
}

/// The noise of the campaigns of a segment, `group × widths.count + window`; of a whole campaign,
/// what its peers do not explain.
struct CampaignNoise: Sendable {
    var tau: [Double]
    var peers: Peers?
}

/// The noise for the judgement of a segment.
package struct ScoreNoise: Sendable {
    /// Window lengths of the measurement, ascending.
    var widths: [Int]
    /// Of campaigns, `group × widths.count + window`.
    var tau: [Double]
    /// Of parts of each campaign: see `PriorNoise`.
    var mix: [Double]
    /// Of the segment, by window: relative, after the correction by the rest.
    var sigma: [Double]
    /// Factors on `tau`, in the same places, for the small number of measurements.
    var tauInflation: [Double]
    /// Factors on `sigma`, by window.
    var sigmaInflation: [Double]
    /// What corrects a whole campaign.
    var peers: Peers?

    /// The place of the shortest window of `width` hours or more, or of the longest.
    func place(of width: Int) -> Int {
        widths.firstIndex { $0 >= width } ?? widths.count - 1
    }
}

extension ScoreNoise {
    /// With one factor for all noise.
    package init(
        widths: [Int] = AlertParameters.usualWindows, tau: [Double], sigma: [Double],
        inflation: Double
    ) {
        self.init(
            widths: widths, tau: tau, mix: tau.map { _ in 0 }, sigma: sigma,
            tauInflation: tau.map { _ in inflation }, sigmaInflation: sigma.map { _ in inflation })
    }
}

extension AlertParameters {
    /// The shortest length that windows count as: noise is correlated at least this long.
    private static let fewestHours = (ofCampaigns: 12, ofSegments: 6)

    /// Factors on the noise of campaigns: `group × widths.count + window`.
    static func inflation(_ measured: [MeasuredSends], widths: [Int]) -> [Double] {
        measured.flatMap { sends in
            widths.map { width in
                let separate = sends.days * 24 / Double(max(width, fewestHours.ofCampaigns))
                return inflation(days: min(separate, Double(sends.hours)))
            }
        }
    }

    /// The factor on the noise of a segment, for this many overlapping windows of this many hours:
    /// 1.03 to 1.06 for four weeks of them.
    ///
    /// It is smaller than the factor of campaigns, because this noise is measured after the
    /// correction by the rest, and matters less. A larger one hardly avoids false alarms, and
    /// misses drops that need long windows.
    static func inflation(windows: Int, width: Int) -> Double {
        let separate = Double(windows) / Double(max(width, fewestHours.ofSegments))
        return 1 + 0.3 / max(separate, 1).squareRoot()
    }
}
