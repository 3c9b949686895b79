/// The expectation of each leaf, hour by hour, from the history before one day.
struct AlertOutlook {
    let model: RateModel
    let expectation: Expectation
    /// Indices of hours.
    let training: Range<Int>

    /// For the day that begins with the hour of index `day`, up to the hour `end` or the last one;
    /// nil with too little history.
    init?(_ model: RateModel, day: Int, end last: Int? = nil) {
        let end = day - AlertParameters.lag
        let start = max(model.firstUsable, end - model.parameters.historyDays * 24)
        guard end - start >= AlertParameters.fewestDays * 24 else { return nil }
        self.model = model
        training = start..<end
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

    func leaves(of slice: Slice) -> [Int] {
        model.leaves.indices.filter { slice.contains(model.leaves[$0]) }
    }

    var all: [Int] { Array(model.leaves.indices) }
}
