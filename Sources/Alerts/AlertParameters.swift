internal import Delivery

#if canImport(Glibc)
    internal import Glibc
#endif

/// What a user may set of drop alerts, and what differs between metrics.
package struct AlertParameters: Sendable, Equatable {
    /// False alarms allowed in a month of 720 hours, all series together, where there are
    /// `fewestSeries` or more; fewer get their share of it.
    package var budget = 1.0
    /// Smaller drops are no alarm: a share of what was expected, 0 to 1.
    package var minDrop = 0.2
    /// Fewer missing events are no alarm.
    package var minMissing = 10.0
    /// Fewer expected in 24 hours are not judged. Below `lowVolume` nothing can fire at all, as
    /// P(0) = e^-14 at best.
    package var minVolume = lowVolume
    /// Days that are learned from.
    package var historyDays = 28
    /// Lengths of the windows in which drops are looked for, in hours, ascending.
    package var windows = usualWindows
    /// By which dimensions series are made; nil is by each, and by platform within campaigns.
    package var series: [[String]]?
    /// The smallest noise that a campaign is taken to have, relative.
    package var tauFloor = 0.03
    /// The same of a campaign that is sent too seldom for a history of its own.
    package var oneOffTauFloor = 0.5

    package init() {}

    /// For opened of sent.
    package static let opens = AlertParameters()

    /// For delivered of sent: a rate near one has little noise.
    package static let delivered: AlertParameters = {
        var parameters = AlertParameters()
        parameters.minDrop = 0.1
        parameters.tauFloor = 0.02
        parameters.oneOffTauFloor = 0.05
        return parameters
    }()

    // MARK: The method's own numbers

    /// What the method was tried with: others fire more or less often than the budget says.
    package static let usualWindows = [1, 2, 3, 6, 12, 24]
    /// Past incidents are looked for in the first three of these; the end of a drop is told in
    /// two hours, and that there is nothing to tell in 24.
    private static let neededWindows = [1, 2, 3, 24]

    /// Lengths of the windows that noise is measured in, ascending.
    package var measuredWindows: [Int] {
        Set(windows + AlertParameters.neededWindows).sorted()
    }

    /// Noise of a segment is never taken to be smaller.
    static let sigmaFloor = 0.02
    /// Noise where there is too little to measure it from.
    static let unknownNoise = 0.5
    /// Windows that expect fewer events say nothing of noise.
    static let leastExpected = 5.0
    /// Fewer days of history are too few to judge.
    package static let fewestDays = 14
    /// With fewer days than this the threshold is higher by `shortHistorySurcharge`.
    static let fullDays = 21
    static let shortHistorySurcharge = 0.5
    /// Training ends so many hours before the day that is judged, to keep a running incident out.
    static let lag = 24
    package static let lowVolume = 14.0
    /// A campaign with sends on fewer days of its history shares one with others like it.
    static let regularDays = 7

    /// Factor on the noise measured in so many days: 1.25 for 28, 1.35 for 14.
    package static func inflation(days: Double) -> Double { 1 + 1.3 / days.squareRoot() }

    /// So that one series does not spend what fifty may: a false alarm in 50 months of each.
    static let fewestSeries = 50

    /// A score fires above this: −ln of the probability that spends the budget, with a margin.
    package static func threshold(series: Int, budget: Double) -> Double {
        log(Double(max(fewestSeries, series)) * 720 / budget) + 0.5
    }
}
