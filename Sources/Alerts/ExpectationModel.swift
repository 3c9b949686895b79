/// A source of expectations: sends (`RateModel`), or the past of the series (`VolumeModel`).
package protocol ExpectationModel: Sendable {
    var parameters: AlertParameters { get }
    /// Hours since 1970-01-01 00:00 UTC; indices of hours count from the first.
    var hours: Range<Int64> { get }
    var leaves: [[String]] { get }
    /// The watched slices.
    var segments: [AlertSegment] { get }
    /// Campaigns: leaves that correct each other.
    var grouping: Grouping { get }
    /// `leaf × hours.count + hour`.
    var arrivals: [Double] { get }
    /// The number of hours at the start without enough history to learn from.
    var firstUsable: Int { get }

    /// The expected events of the hours of `training` and after it, up to `end`.
    func expectation(
        training: Range<Int>, end: Int, excluded: [LeafSpan]
    ) -> Expectation

    /// The smallest noise of each campaign.
    func tauFloors(training: Range<Int>) -> [Double]

    /// The data on which the noise of each campaign is measured.
    func measured(training: Range<Int>) -> [MeasuredSends]
}

extension ExpectationModel {
    /// The hours to learn from for the day that begins with the hour of index `day`; nil with too
    /// little history.
    func training(before day: Int) -> Range<Int>? {
        let end = day - AlertParameters.lag
        let start = max(firstUsable, end - parameters.historyDays * 24)
        return end - start >= AlertParameters.fewestDays * 24 ? start..<end : nil
    }

    /// The events of some hours, with their expectation.
    func counts(_ expectation: Expectation, _ span: Range<Int>) -> LeafHours {
        LeafHours(expectation, arrivals: arrivals, total: hours.count, span: span)
    }
}

/// Hours of some leaves that are not learned from.
package struct LeafSpan: Sendable, Equatable {
    package var leaves: [Int]
    package var hours: Range<Int>

    /// The longest part of an incident that is not learned from: what lasts longer is the new
    /// normal.
    static let longestIncident: Int64 = 7 * 24

    /// The hours of an incident, counted from `first`.
    static func incident(
        of leaves: [Int], _ start: Int64, _ end: Int64, from first: Int64
    ) -> LeafSpan {
        let end = max(start, min(end, start + longestIncident))
        return LeafSpan(leaves: leaves, hours: Int(start - first)..<Int(end - first))
    }

    /// Flags of leaf hours, `leaf × span.count + hour`: true in one of the spans. Nil without any
    /// span.
    static func flags(_ spans: [LeafSpan], leafCount: Int, in span: Range<Int>) -> [Bool]? {
        let met = spans.filter { $0.hours.overlaps(span) }
        guard !met.isEmpty else { return nil }
        var flags = Array(repeating: false, count: leafCount * span.count)
        for one in met {
            for leaf in one.leaves {
                for hour in one.hours.clamped(to: span) {
                    flags[leaf * span.count + hour - span.lowerBound] = true
                }
            }
        }
        return flags
    }
}

/// The normal counts, learned once a day, and their noise.
package struct Baseline: Sendable {
    package let training: Range<Int>
    package let expectation: Expectation
    package let noise: Noise
    /// See `ExpectationModel`.
    private let measured: [MeasuredSends]
    /// Added to the threshold while the history is short.
    package let surcharge: Double

    /// For the day that begins with the hour of index `day`. Nil with too little history.
    package init?(
        _ model: some ExpectationModel, day: Int, excluded: [LeafSpan] = []
    ) {
        guard let training = model.training(before: day) else { return nil }
        self.training = training
        expectation = model.expectation(
            training: training, end: min(day + 24, model.hours.count), excluded: excluded)
        noise = Noise(
            model.counts(expectation, training), grouping: model.grouping,
            floors: model.tauFloors(training: training),
            excluded: LeafSpan.flags(
                excluded, leafCount: model.leaves.count, in: training),
            widths: model.parameters.measuredWindows)
        measured = model.measured(training: training)
        surcharge =
            training.count < AlertParameters.fullDays * 24
            ? AlertParameters.shortHistorySurcharge : 0
    }

    package func scoreNoise(of leaves: [Int]) -> ScoreNoise {
        let (sigma, windows) = noise.measured(of: leaves)
        return scoreNoise(noise.tau(of: leaves), sigma, windows: windows)
    }

    /// The smallest noise of any segment, as if all windows were measured.
    var leastNoise: ScoreNoise {
        scoreNoise(
            noise.floors.flatMap { floor in noise.widths.map { _ in floor } },
            noise.widths.map { _ in AlertParameters.sigmaFloor },
            windows: noise.widths.map { max(0, training.count - $0 + 1) })
    }

    private func scoreNoise(_ tau: [Double], _ sigma: [Double], windows: [Int]) -> ScoreNoise {
        ScoreNoise(
            widths: noise.widths, tau: tau, sigma: sigma,
            tauInflation: AlertParameters.inflation(measured, widths: noise.widths),
            sigmaInflation: zip(windows, noise.widths).map {
                AlertParameters.inflation(windows: $0, width: $1)
            })
    }
}
