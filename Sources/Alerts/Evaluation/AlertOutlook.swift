/// The expectation of each leaf, hour by hour, from the history before one day.
struct AlertOutlook {
    let model: RateModel
    let expectation: Expectation
    /// Indices of hours.
    let training: Range<Int>
    /// All leaves.
    let all: [Int]

    /// For the day that begins with the hour of index `day`, up to the hour `end` or the last one;
    /// nil with too little history.
    init?(_ model: RateModel, day: Int, end last: Int? = nil) {
        guard let training = model.training(before: day) else { return nil }
        self.model = model
        self.training = training
        all = Array(model.leaves.indices)
        expectation = model.expectation(
            training: training, end: min(last ?? .max, model.hours.count), excluded: [])
    }

    /// Hours with an expectation: from the first training hour on.
    var hours: Range<Int> { expectation.hours }

    func expected(_ leaves: [Int], hour: Int) -> Double {
        guard hours.contains(hour) else { return 0 }
        return leaves.reduce(0) {
            $0 + expectation.expected[$1 * hours.count + hour - hours.lowerBound]
        }
    }

    func observed(_ leaves: [Int], hour: Int) -> Double {
        leaves.reduce(0) { $0 + model.arrivals[$1 * model.hours.count + hour] }
    }

    func sum(_ leaves: [Int], _ span: Range<Int>) -> (observed: Double, expected: Double) {
        span.clamped(to: hours).reduce((0, 0)) {
            ($0.0 + observed(leaves, hour: $1), $0.1 + expected(leaves, hour: $1))
        }
    }

    /// With more missing events than this, it is no chance.
    var silenceLimit: Double {
        Staleness.limit(
            noise: AlertClock.noise(training) { (observed(all, hour: $0), expected(all, hour: $0)) }
        )
    }

    /// The hours up to `end` with almost no events although many were expected.
    func silentHours(end: Int, limit: Double) -> [Int] {
        hours.filter { hour in
            let expected = expected(all, hour: hour)
            return hour < end && expected >= limit
                && observed(all, hour: hour) < AlertOutlook.silentShare * expected
        }
    }

    /// An hour with less than this share of the expected events is without data.
    private static let silentShare = 0.05
}
