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

/// The noise of a segment in windows of one length, relative.
struct MeasuredNoise: Sendable {
    /// Nil with too few windows.
    var sigma: Double?
    /// The number of windows.
    var windows: Int

    var known: Double { sigma ?? AlertParameters.unknownNoise }
}

/// The noise of the campaigns of a segment in windows of one length, by campaign; of a whole
/// campaign, what its peers do not explain.
struct CampaignNoise: Sendable {
    var tau: [Double]
    var peers: Peers?
}

/// The noise for the judgement of a segment in windows of one length.
package struct ScoreNoise: Sendable {
    /// The length of the windows in hours.
    var width: Int
    /// Of each campaign.
    var tau: [Double]
    /// Of parts of each campaign: see `PriorNoise`.
    var mix: [Double]
    /// Of the segment, relative, after the correction by the rest.
    var sigma: Double
    /// Factors on `tau` for the small number of measurements.
    var tauInflation: [Double]
    /// The same on `sigma`.
    var sigmaInflation: Double
    /// What corrects a whole campaign.
    var peers: Peers?

    func with(_ campaigns: CampaignNoise) -> ScoreNoise {
        var noise = self
        noise.tau = campaigns.tau
        noise.peers = campaigns.peers
        return noise
    }
}

extension ScoreNoise {
    /// For each window length, with one factor for all noise of a segment.
    package static func all(
        of leaves: [Int], _ noise: Noise, inflation: Double
    ) -> [ScoreNoise] {
        zip(noise.widths, noise.sigma(of: leaves)).enumerated().map { window, known in
            let tau = noise.tau(window: window)
            return ScoreNoise(
                width: known.0, tau: tau, mix: tau.map { _ in 0 }, sigma: known.1,
                tauInflation: tau.map { _ in inflation }, sigmaInflation: inflation)
        }
    }
}

extension [Int] {
    /// The place of the shortest window of `width` hours or more, or of the longest; these are
    /// lengths, ascending.
    func window(of width: Int) -> Int { firstIndex { $0 >= width } ?? count - 1 }
}

extension AlertParameters {
    /// The shortest length that windows count as: noise is correlated at least this long.
    private static let fewestHours = (ofCampaigns: 12, ofSegments: 6)

    /// Factors on the noise of campaigns.
    static func inflation(_ measured: [MeasuredSends], width: Int) -> [Double] {
        measured.map { sends in
            let separate = sends.days * 24 / Double(max(width, fewestHours.ofCampaigns))
            return inflation(days: min(separate, Double(sends.hours)))
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
