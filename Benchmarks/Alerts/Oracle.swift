import Alerts
import Delivery

/// The same test by one who knows what is usual and how noisy it is, and has not to learn it: the
/// world's own means, and the noise around them measured over all of its days. What the noise is in
/// an hour, and how a burst is liked, is not known.
///
/// What our delay exceeds the oracle's by is the price of learning.
struct Oracle {
    private static let leastNoise = 0.001

    private let world: World
    private let parameters = AlertParameters.opens
    private let grouping: Grouping
    private let noises: [Slice: [ScoreNoise]]

    init(_ world: World) {
        self.world = world
        let cohorts = world.cohorts(days: 0..<world.days, losing: nil)
        let model = RateModel(cohorts, parameters: parameters, hourOfWeek: World.hourOfWeek)
        grouping = model.grouping
        let total = world.days * 24
        let data = LeafHours(
            Expectation(hours: 0..<total, expected: world.usual), arrivals: cohorts.arrivals,
            total: total, span: World.ages..<total)
        let prior = PriorNoise(
            floor: Oracle.leastNoise, measured: .byDay(World.ages..<total))
        let noise = Noise(
            data, grouping: grouping, prior: Array(repeating: prior, count: grouping.count))
        var noises: [Slice: [ScoreNoise]] = [:]
        for segment in model.segments {
            noises[segment.slice] = ScoreNoise.all(of: segment.leaves, noise, inflation: 1)
        }
        self.noises = noises
    }

    /// Hours from the begin of a loss to the close of the hour in which the segment fires; nil
    /// after its end. `cohorts` are those of `days`.
    func delay(
        _ segment: AlertSegment, _ loss: Loss, _ cohorts: Cohorts, days: Range<Int>,
        threshold: Double
    ) -> Int? {
        guard let noise = noises[segment.slice] else { return nil }
        let start = loss.hours.lowerBound - 24
        let span = start..<loss.hours.upperBound
        let total = world.days * 24
        let expected = cohorts.leaves.indices.flatMap { leaf in
            world.usual[leaf * total + span.lowerBound..<leaf * total + span.upperBound]
        }
        let first = start - days.lowerBound * 24
        let hours = first..<first + span.count
        let data = LeafHours(
            Expectation(hours: hours, expected: expected), arrivals: cohorts.arrivals,
            total: cohorts.hours.count, span: hours)
        let sums = WindowSums(data, leaves: segment.leaves, grouping: grouping)
        return (1...loss.hours.count).first { hour in
            sums.score(end: 24 + hour, noise: noise, parameters: parameters).score > threshold
        }
    }
}
