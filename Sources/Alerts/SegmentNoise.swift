internal import Delivery

/// The noise of a segment, measured, for each length of window.
struct SegmentNoise {
    /// Relative, after the correction by the rest.
    var sigma: [Double]
    /// Windows that it was measured on.
    var windows: [Int]
}

/// What the noise of a campaign is measured on.
package struct MeasuredSends: Sendable, Equatable {
    /// Days with sends.
    var days: Double
    /// Hours with sends. How a message is liked is noise of all hours in which it is opened: so
    /// nothing is measured more often than it was sent.
    var hours: Int

    /// What is measured once a day, or given.
    static func byDay(_ training: Range<Int>) -> MeasuredSends {
        MeasuredSends(days: Double(training.count) / 24, hours: training.count / 24)
    }
}

/// The noise that a segment is judged by.
package struct ScoreNoise: Sendable {
    /// Lengths of the windows that it was measured in, ascending.
    package var widths: [Int]
    /// Of campaigns, `group × widths.count + window`.
    package var tau: [Double]
    /// Of the segment, by window.
    package var sigma: [Double]
    /// Factors on `tau`, in the same places, for having been measured on so little.
    package var tauInflation: [Double]
    /// Factors on `sigma`, by window.
    package var sigmaInflation: [Double]

    /// With one factor on all of it.
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

    /// `measured` tells what the noise of each group was measured on.
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

/// Noise that no measuring can fall below.
struct LeastNoise {
    /// Lengths of windows, ascending.
    let widths: [Int]
    /// Of each campaign.
    let floors: [Double]
    /// Factors on it, which are known without measuring: `group × widths.count + window`.
    let tauInflation: [Double]
    /// Hours that are learned from.
    private let hours: Int

    init(widths: [Int], floors: [Double], measured: [MeasuredSends], hours: Int) {
        self.widths = widths
        self.floors = floors
        tauInflation = AlertParameters.inflation(measured, widths: widths)
        self.hours = hours
    }

    /// Of a segment, as if all windows of that length were measured.
    func sigma(width: Int) -> Double {
        AlertParameters.sigmaFloor
            * AlertParameters.inflation(windows: max(0, hours - width + 1), width: width)
    }
}

extension AlertParameters {
    /// Windows are counted as if they had so many hours at least: noise forgets no sooner.
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

    /// The factor on the noise of a segment that was measured on so many windows, which overlap, of
    /// so many hours: 1.03 to 1.06 for four weeks of them.
    ///
    /// It is less than that of campaigns: what is measured here was corrected by the rest before,
    /// and matters less. A higher one hardly saves false alarms, and costs drops that need long
    /// windows.
    static func inflation(windows: Int, width: Int) -> Double {
        let separate = Double(windows) / Double(max(width, fewestHours.ofSegments))
        return 1 + 0.3 / max(separate, 1).squareRoot()
    }
}
