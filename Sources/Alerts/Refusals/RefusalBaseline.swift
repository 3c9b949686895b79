/// The refused sends that are usual for one class: the share of each leaf, times the factor of the
/// hour of day on weekdays or weekends; and their noise beyond counting.
///
/// Shares of leaves with few sends are drawn to the share of their platform, and those to the share
/// of all. The largest past incidents of each leaf are not learned from: all is fitted twice, the
/// second time without them.
struct RefusalBaseline {
    /// No share is assumed to be smaller.
    private static let leastShare = 0.0005
    /// The sends of a platform and of a leaf that count as much as what they are drawn to.
    private static let weights = (platform: 500.0, leaf: 200.0)
    private static let kindWeight = 50.0
    /// Assumed relative variance, and the squared expected count with the same weight.
    private static let prior = (variance: 0.5, weight: 2.0)
    private static let leastNoise = 0.3

    private let hours: RefusalHours
    private let refused: [Double]
    private let kinds: [Int]
    let training: Range<Int>
    /// Hours of leaves that are not learned from: `leaf × training.count + hour`.
    private var excluded: [Bool]
    private var shares: [Double] = []
    private var factors: [Double] = []

    /// The hours to learn from for the day that begins with the hour of index `day`; nil with too
    /// little history.
    static func training(before day: Int, _ parameters: AlertParameters) -> Range<Int>? {
        let end = day - AlertParameters.lag
        let start = max(0, end - parameters.historyDays * 24)
        return end - start >= AlertParameters.fewestDays * 24 ? start..<end : nil
    }

    /// `kinds` is the kind of each hour: see `HourOfWeek.kind`.
    init(
        _ hours: RefusalHours, refused: [Double], kinds: [Int], training: Range<Int>,
        excluded: [LeafSpan]
    ) {
        self.hours = hours
        self.refused = refused
        self.kinds = kinds
        self.training = training
        let count = hours.leaves.count
        self.excluded =
            LeafSpan.flags(excluded, leafCount: count, in: training)
            ?? Array(repeating: false, count: count * training.count)
        fit()
        let hasIncidents = hours.leaves.indices.map { excludeIncidents(of: $0) }
        if hasIncidents.contains(true) { fit() }
    }

    /// The refused sends that are usual in an hour of a leaf.
    func expected(_ leaf: Int, _ hour: Int) -> Double {
        let share = min(1, shares[leaf] * factors[kinds[hour]])
        return hours.attempts[leaf * hours.hours.count + hour] * share
    }

    /// Relative variance beyond counting, in windows of some hours.
    func noise(of leaves: [Int], width: Int) -> Double {
        var excess = 0.0
        var squares = 0.0
        for start in stride(from: training.lowerBound, to: training.upperBound, by: width) {
            let window = start..<min(start + width, training.upperBound)
            var (observed, expected) = (0.0, 0.0)
            for leaf in leaves {
                for hour in window where !isExcluded(leaf, hour) {
                    observed += refused[leaf * hours.hours.count + hour]
                    expected += self.expected(leaf, hour)
                }
            }
            excess += (observed - expected) * (observed - expected) - expected
            squares += expected * expected
        }
        let prior = RefusalBaseline.prior
        let variance = (max(0, excess) + prior.variance * prior.weight) / (squares + prior.weight)
        return max(variance, RefusalBaseline.leastNoise * RefusalBaseline.leastNoise)
    }

    private func isExcluded(_ leaf: Int, _ hour: Int) -> Bool {
        excluded[leaf * training.count + hour - training.lowerBound]
    }

    // MARK: Fit

    /// Attempted and refused sends of a leaf, by kind of hour.
    private struct Sums {
        var attempts = Array(repeating: 0.0, count: Expectation.kindsOfHour)
        var refused = Array(repeating: 0.0, count: Expectation.kindsOfHour)
    }

    private typealias Sum = (attempts: Double, refused: Double)

    private mutating func fit() {
        let byKind = hours.leaves.indices.map(sums)
        let sums: [Sum] = byKind.map { ($0.attempts.reduce(0, +), $0.refused.reduce(0, +)) }
        var platforms: [String: Sum] = [:]
        for (leaf, sum) in zip(hours.leaves, sums) {
            let known = platforms[leaf[0]] ?? (0, 0)
            platforms[leaf[0]] = (known.attempts + sum.attempts, known.refused + sum.refused)
        }
        let all: Sum = sums.reduce((0, 0)) { ($0.0 + $1.attempts, $0.1 + $1.refused) }
        let least = RefusalBaseline.leastShare
        let whole = max(least, all.attempts > 0 ? all.refused / all.attempts : 0)
        shares = zip(hours.leaves, sums).map { leaf, sum in
            let weights = RefusalBaseline.weights
            let platform = platforms[leaf[0]] ?? (0, 0)
            let usual = drawn(platform, to: whole, weight: weights.platform)
            return max(least, drawn(sum, to: usual, weight: weights.leaf))
        }
        factors = (0..<Expectation.kindsOfHour).map { kind in
            let observed = byKind.reduce(0) { $0 + $1.refused[kind] }
            let known = zip(byKind, shares).reduce(0) { $0 + $1.0.attempts[kind] * $1.1 }
            let weight = RefusalBaseline.kindWeight
            return (observed + weight) / (known + weight)
        }
    }

    private func drawn(_ sum: Sum, to share: Double, weight: Double) -> Double {
        (sum.refused + weight * share) / (sum.attempts + weight)
    }

    private func sums(of leaf: Int) -> Sums {
        let start = leaf * hours.hours.count
        var sums = Sums()
        for hour in training where hours.attempts[start + hour] > 0 && !isExcluded(leaf, hour) {
            sums.attempts[kinds[hour]] += hours.attempts[start + hour]
            sums.refused[kinds[hour]] += refused[start + hour]
        }
        return sums
    }

    // MARK: Past incidents

    /// At most three, and no more than a quarter of the sends: more frequent ones are usual.
    private mutating func excludeIncidents(of leaf: Int) -> Bool {
        let start = leaf * hours.hours.count
        var isHigh = Array(repeating: false, count: training.count)
        var excess = Array(repeating: 0.0, count: training.count)
        for (place, hour) in training.enumerated()
        where refused[start + hour] > 5 && !isExcluded(leaf, hour) {
            let expected = expected(leaf, hour)
            let observed = refused[start + hour]
            excess[place] = observed - expected
            isHigh[place] = observed > 3 * expected + 4 * expected.squareRoot() + 5
        }
        guard isHigh.contains(true) else { return false }
        let flags = PastIncidents.largest(isHigh, excess)
        let sends = training.map { hours.attempts[start + $0] }
        let removed = zip(flags, sends).reduce(0) { $0 + ($1.0 ? $1.1 : 0) }
        guard removed <= sends.reduce(0, +) / 4 else { return false }
        for place in flags.indices where flags[place] {
            excluded[leaf * training.count + place] = true
        }
        return true
    }
}
