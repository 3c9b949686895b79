internal import Glibc

/// What judging the hours of one day needs, for one class of refusals: what is usual, and running
/// sums from the start of the day before.
struct RefusalFrame {
    let baseline: RefusalBaseline
    private let first: Int
    private let width: Int
    /// For each leaf, `width` running sums.
    private var attempts: [Double] = []
    private var refused: [Double] = []
    private var expected: [Double] = []

    /// `validFrom` is the first hour of each leaf that windows can include.
    init(
        _ hours: RefusalHours, _ refusals: [Double], _ baseline: RefusalBaseline, day: Int,
        validFrom: [Int]
    ) {
        self.baseline = baseline
        first = day - 24
        let span = first..<min(day + 24, hours.hours.count)
        width = span.count + 1
        for leaf in hours.leaves.indices {
            var sums = (0.0, 0.0, 0.0)
            append(sums)
            for hour in span {
                if hour >= validFrom[leaf] {
                    let cell = leaf * hours.hours.count + hour
                    sums.0 += hours.attempts[cell]
                    sums.1 += refusals[cell]
                    sums.2 += baseline.expected(leaf, hour)
                }
                append(sums)
            }
        }
    }

    private mutating func append(_ sums: (Double, Double, Double)) {
        attempts.append(sums.0)
        refused.append(sums.1)
        expected.append(sums.2)
    }

    /// The counts of some leaves in the hours before `end`.
    func window(_ leaves: [Int], end: Int, hours: Int) -> RefusalWindow {
        var window = RefusalWindow(hours: hours)
        for leaf in leaves {
            let last = leaf * width + end - first
            let before = max(leaf * width, last - hours)
            window.attempts += attempts[last] - attempts[before]
            window.refused += refused[last] - refused[before]
            window.expected += expected[last] - expected[before]
        }
        return window
    }
}

/// Attempted and refused sends of some hours, and the refused ones that are usual.
struct RefusalWindow {
    var hours: Int
    var attempts = 0.0
    var refused = 0.0
    var expected = 0.0

    init(hours: Int) { self.hours = hours }

    /// Refused beyond the usual number.
    var excess: Double { refused - expected }
    /// The same as a share of the sends that are usually accepted.
    var drop: Double { attempts > expected ? excess / (attempts - expected) : 0 }

    /// How much better an excess explains the counts than chance: Poisson's likelihood ratio.
    var evidence: Double {
        refused > expected ? refused * log(refused / max(expected, 1e-9)) - excess : 0
    }

    /// How much better the usual share explains the counts than a larger one with this drop.
    func calmness(against drop: Double) -> Double {
        guard expected > 0 else { return 0 }
        let high = expected + drop * (attempts - expected)
        return high - expected - refused * log(high / expected)
    }

    /// As the score of a drop of accepted sends, with the tail of the refused ones.
    func score(noise: Double) -> SegmentScore {
        var score = SegmentScore()
        score.window = hours
        score.observed = attempts - refused
        score.expected = attempts - expected
        score.variance = expected + noise * expected * expected
        score.score = max(
            0,
            -NegativeBinomial.logUpperTail(refused, mean: expected, variance: score.variance))
        return score
    }
}
