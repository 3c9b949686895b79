/// The settings of drop alerts, and what differs between metrics.
package struct AlertParameters: Sendable, Equatable {
    /// Allowed false alarms in a month of 720 hours, for all series together, with
    /// `AlertThresholds.fewestSeries` or more; fewer series get their share of it.
    package var budget = 1.0
    /// Smaller drops are ignored: a share of the expected events, 0 to 1.
    package var minDrop = 0.2
    /// With fewer missing events, a drop is ignored.
    package var minMissing = 10.0
    /// Series that expect fewer events in 24 hours are not judged. Below `lowVolume` nothing can
    /// fire, because P(0) = e^-14 at best.
    package var minVolume = lowVolume
    /// Days of history to learn from.
    package var historyDays = 28
    /// Window lengths in hours, ascending.
    package var windows = usualWindows
    /// The dimensions of series; nil means each dimension, and platform within campaigns.
    package var series: [[String]]?
    /// The smallest assumed noise of a campaign, relative.
    package var tauFloor = 0.03
    /// The noise of campaigns with too few sends for a history of their own.
    package var oneOffNoise = OneOffNoise(
        usual: 0.3, least: 0.2, usualMix: 0.1, leastMix: 0.03, unknown: 0.5)

    /// For opened of sent.
    package static let opens = AlertParameters()

    /// For delivered of sent: a rate near one has little noise.
    package static let delivered: AlertParameters = {
        var parameters = AlertParameters()
        parameters.minDrop = 0.1
        parameters.tauFloor = 0.02
        parameters.oneOffNoise = OneOffNoise(
            usual: 0.1, least: 0.05, usualMix: 0.05, leastMix: 0.02, unknown: 0.05)
        return parameters
    }()

    /// For refused of attempted sends: accepted sends that are missing because FCM refused them.
    package static let refused: AlertParameters = {
        var parameters = AlertParameters()
        parameters.minDrop = 0.02
        parameters.minMissing = 5
        parameters.series = [[], ["platform"], ["campaign"], ["platform", "campaign"]]
        return parameters
    }()

    // MARK: The method's own numbers

    /// The method was tested with these; with others, alerts fire more or less often than the
    /// budget.
    package static let usualWindows = [1, 2, 3, 6, 12, 24]
    /// The search for past incidents needs the first three; the end of a drop all but the first.
    private static let neededWindows = usualWindows

    /// Window lengths in which noise is measured, ascending.
    package var measuredWindows: [Int] {
        Set(windows + AlertParameters.neededWindows).sorted()
    }

    /// The smallest assumed noise of a segment.
    static let sigmaFloor = 0.02
    /// The noise if there are too few data to measure it.
    static let unknownNoise = 0.5
    /// Windows with fewer expected events are not used to measure noise.
    static let leastExpected = 5.0
    /// The shortest history in days.
    package static let fewestDays = 14
    /// With fewer days, the threshold is higher by `shortHistorySurcharge`.
    static let fullDays = 21
    static let shortHistorySurcharge = 0.5
    /// Training ends this many hours before the judged day, to exclude a running incident.
    static let lag = 24
    package static let lowVolume = 14.0
    /// Campaigns with sends on fewer days of the history share one history.
    static let regularDays = 7

    /// Factor on noise that was measured in this many days: 1.25 for 28, 1.35 for 14.
    package static func inflation(days: Double) -> Double { 1 + 1.3 / days.squareRoot() }
}
