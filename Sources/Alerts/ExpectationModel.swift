/// A source of expectations: sends (`RateModel`), or the past of the series (`VolumeModel`).
package protocol ExpectationModel: Sendable {
    var parameters: AlertParameters { get }
    /// Hours since 1970-01-01 00:00 UTC; indices of hours count from the first.
    var hours: Range<Int64> { get }
    var leaves: [[String]] { get }
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

/// Hours of some leaves that are not learned from.
package struct LeafSpan: Sendable, Equatable {
    package var leaves: [Int]
    package var hours: Range<Int>

    package init(leaves: [Int], hours: Range<Int>) {
        self.leaves = leaves
        self.hours = hours
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
        let end = day - AlertParameters.lag
        let start = max(model.firstUsable, end - model.parameters.historyDays * 24)
        let days = Double(end - start) / 24
        guard days >= Double(AlertParameters.fewestDays) else { return nil }
        training = start..<end
        expectation = model.expectation(
            training: training, end: min(day + 24, model.hours.count), excluded: excluded)
        let data = LeafHours(
            expectation, arrivals: model.arrivals, total: model.hours.count, span: training)
        noise = Noise(
            data, grouping: model.grouping, floors: model.tauFloors(training: training),
            excluded: LeafSpan.flags(
                excluded, leafCount: model.leaves.count, in: training),
            widths: model.parameters.measuredWindows)
        measured = model.measured(training: training)
        surcharge =
            days < Double(AlertParameters.fullDays) ? AlertParameters.shortHistorySurcharge : 0
    }

    package func scoreNoise(of leaves: [Int]) -> ScoreNoise {
        ScoreNoise(
            widths: noise.widths, tau: noise.tau(of: leaves), measured: measured,
            noise.measured(of: leaves))
    }

    /// The smallest noise of any segment.
    var leastNoise: LeastNoise {
        LeastNoise(
            widths: noise.widths, floors: noise.floors, measured: measured, hours: training.count)
    }
}
