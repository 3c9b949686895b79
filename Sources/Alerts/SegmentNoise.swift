/// The measured noise of a segment, for each window length.
struct SegmentNoise {
    /// Relative, after the correction by the rest.
    var sigma: [Double]
    /// The number of windows in the measurement.
    var windows: [Int]
}

/// The data on which the noise of a campaign is measured.
package struct MeasuredSends: Sendable, Equatable {
    /// Days with sends.
    var days: Double
    /// Hours with sends. The appeal of a message is noise of all hours in which it is opened, so
    /// there are never more measurements than sends.
    var hours: Int

    /// Measured once a day, or given.
    static func byDay(_ training: Range<Int>) -> MeasuredSends {
        MeasuredSends(days: Double(training.count) / 24, hours: training.count / 24)
    }
}

/// The noise for the judgement of a segment.
package struct ScoreNoise: Sendable {
    /// Window lengths of the measurement, ascending.
    package var widths: [Int]
    /// Of campaigns, `group × widths.count + window`.
    package var tau: [Double]
    /// Of the segment, by window.
    package var sigma: [Double]
    /// Factors on `tau`, in the same places, for the small number of measurements.
    package var tauInflation: [Double]
    /// Factors on `sigma`, by window.
    package var sigmaInflation: [Double]

    /// With one factor for all noise.
    package init(
        widths: [Int] = AlertParameters.usualWindows, tau: [Double], sigma: [Double],
        inflation: Double
    ) {
        self.widths = widths
        self.tau = tau
        self.sigma = sigma
        tauInflation = Array(repeating: inflation, count: tau.count)
        sigmaInflation = Array(repeating: inflation, count: sigma.count)
    }

    /// `measured` has the data of the measurement for each group.
    init(widths: [Int], tau: [Double], measured: [MeasuredSends], _ segment: SegmentNoise) {
        self.widths = widths
        self.tau = tau
        sigma = segment.sigma
        tauInflation = AlertParameters.inflation(measured, widths: widths)
        sigmaInflation = zip(widths, segment.windows).map { width, windows in
            AlertParameters.inflation(windows: windows, width: width)
        }
    }

    /// The place of the shortest window of `width` hours or more, or of the longest.
    func place(of width: Int) -> Int {
        widths.firstIndex { $0 >= width } ?? widths.count - 1
    }
}

/// The smallest noise that a measurement can give.
struct LeastNoise {
    /// Window lengths, ascending.
    let widths: [Int]
    /// Of each campaign.
    let floors: [Double]
    /// Factors on it, which are known without a measurement: `group × widths.count + window`.
    let tauInflation: [Double]
    /// Training hours.
    private let hours: Int

    init(widths: [Int], floors: [Double], measured: [MeasuredSends], hours: Int) {
        self.widths = widths
        self.floors = floors
        tauInflation = AlertParameters.inflation(measured, widths: widths)
        self.hours = hours
    }

    /// For a segment, as if all windows of that length were measured.
    func sigma(width: Int) -> Double {
        AlertParameters.sigmaFloor
            * AlertParameters.inflation(windows: max(0, hours - width + 1), width: width)
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
