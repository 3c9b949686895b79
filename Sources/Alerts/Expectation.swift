/// Expected events of each leaf in each arrival hour, computed from the sends.
///
/// For leaf `l` in hour `t`, with sends `n`, campaign `g` and kind of hour `c(t)`:
///
///     E = m(l) · s(g, c(t)) · Σ over ages a of n(l, t − a) · q(g, a)
///
/// - `q(g, a)`: events at age `a` over sends, of all leaves of the campaign in training hours;
/// - `m(l) = (Σ events + 20) / (Σ expected so far + 20)`: the factor of the leaf;
/// - `s(g, c)`: the factor of the hour of day on weekdays or weekends, 48 kinds: events over
///   expected so far; the factor of all leaves is drawn to 1 with weight 50, and that of a campaign
///   to the factor of all leaves with weight 50.
package struct Expectation: Sendable {
    static let leafWeight = 20.0
    static let seasonWeight = 50.0
    static let kindsOfHour = 48
    /// Bounds of the binomial part of the variance, as a share of Poisson's.
    private static let binomialShare = 0.02...1.0

    /// Indices of hours.
    package let hours: Range<Int>
    /// `leaf × hours.count + hour − hours.lowerBound`.
    package internal(set) var expected: [Double]
    /// Expected events, times the binomial share of Poisson's variance, `Σ n q (1 − q) / Σ n q`.
    package internal(set) var variance: [Double]

    /// The valid training hours of each leaf; nil means all.
    typealias Mask = [Bool]

    struct Training {
        var cohorts: Cohorts
        var grouping: Grouping
        /// The kind of each hour, 0 to 47.
        var kinds: [Int]
        /// The training hours; the expectation begins with the first of them.
        var hours: Range<Int>
        /// One after the last hour of the expectation.
        var end: Int
    }

    init(_ training: Training, mask: Mask? = nil) {
        hours = training.hours.lowerBound..<training.end
        let leafCount = training.cohorts.leaves.count
        expected = Array(repeating: 0, count: leafCount * hours.count)
        variance = Array(repeating: 1, count: leafCount * hours.count)
        let yields = AgeCurves(training, mask)
        for leaf in 0..<leafCount {
            spread(leaf, yields.of(training.grouping.groups[leaf]), training)
            scale(leaf, training, mask)
        }
        let season = Season(self, training, mask)
        for leaf in 0..<leafCount {
            let group = training.grouping.groups[leaf]
            for index in 0..<hours.count {
                let place = leaf * hours.count + index
                let kind = training.kinds[hours.lowerBound + index]
                expected[place] *= season.factors[group * Expectation.kindsOfHour + kind]
                variance[place] *= expected[place]
            }
        }
    }

    /// The variance of Poisson's distribution.
    package init(hours: Range<Int>, expected: [Double]) {
        self.hours = hours
        self.expected = expected
        variance = expected
    }

    /// Σ n q into `expected`, and the binomial share into `variance`.
    private mutating func spread(_ leaf: Int, _ yields: ArraySlice<Double>, _ training: Training) {
        let start = leaf * hours.count - hours.lowerBound
        var binomial = Array(repeating: 0.0, count: hours.count)
        for row in training.cohorts.rows(of: leaf) {
            let sent = training.cohorts.rowSent[row]
            let sendHour = training.cohorts.rowHour[row]
            let first = max(sendHour, hours.lowerBound)
            let last = min(sendHour + Cohorts.ages, hours.upperBound)
            guard first < last else { continue }
            for hour in first..<last {
                let yield = yields[yields.startIndex + hour - sendHour]
                expected[start + hour] += sent * yield
                binomial[hour - hours.lowerBound] += sent * yield * (1 - yield)
            }
        }
        for index in 0..<hours.count {
            let whole = expected[leaf * hours.count + index]
            guard whole > 1e-12 else { continue }
            let bounds = Expectation.binomialShare
            variance[leaf * hours.count + index] =
                min(bounds.upperBound, max(bounds.lowerBound, binomial[index] / whole))
        }
    }

    /// Multiplies by the leaf's own factor.
    private mutating func scale(_ leaf: Int, _ training: Training, _ mask: Mask?) {
        let count = training.cohorts.hours.count
        var observed = 0.0
        var known = 0.0
        for hour in training.hours {
            let index = hour - hours.lowerBound
            if let mask, !mask[leaf * training.hours.count + index] { continue }
            observed += training.cohorts.arrivals[leaf * count + hour]
            known += expected[leaf * hours.count + index]
        }
        let factor = (observed + Expectation.leafWeight) / (known + Expectation.leafWeight)
        for index in 0..<hours.count { expected[leaf * hours.count + index] *= factor }
    }
}

/// Events over sends by age, of each group of leaves.
private struct AgeCurves {
    private var yields: [Double]

    init(_ training: Expectation.Training, _ mask: Expectation.Mask?) {
        let ages = Cohorts.ages
        let cohorts = training.cohorts
        let count = training.grouping.count * ages
        var events = Array(repeating: 0.0, count: count)
        var sends = Array(repeating: 0.0, count: count)
        for leaf in cohorts.leaves.indices {
            let group = training.grouping.groups[leaf]
            let start = leaf * training.hours.count - training.hours.lowerBound
            for row in cohorts.rows(of: leaf) {
                let sendHour = cohorts.rowHour[row]
                let first = max(sendHour, training.hours.lowerBound)
                let last = min(sendHour + ages, training.hours.upperBound)
                guard first < last else { continue }
                for hour in first..<last {
                    if let mask, !mask[start + hour] { continue }
                    let age = hour - sendHour
                    events[group * ages + age] += cohorts.rowEvents[row * ages + age]
                    sends[group * ages + age] += cohorts.rowSent[row]
                }
            }
        }
        AgeCurves.borrow(&events, &sends, groups: training.grouping.count)
        yields = zip(events, sends).map { $0 / max($1, 1e-9) }
    }

    /// A group without sends in training uses the yields of all groups together.
    private static func borrow(_ events: inout [Double], _ sends: inout [Double], groups: Int) {
        let ages = Cohorts.ages
        func isEmpty(_ group: Int) -> Bool {
            !sends[group * ages..<(group + 1) * ages].contains { $0 > 0 }
        }
        let empty = (0..<groups).filter(isEmpty)
        guard !empty.isEmpty else { return }
        for age in 0..<ages {
            let places = stride(from: age, to: groups * ages, by: ages)
            let allEvents = places.reduce(0) { $0 + events[$1] }
            let allSends = places.reduce(0) { $0 + sends[$1] }
            for group in empty {
                events[group * ages + age] = allEvents
                sends[group * ages + age] = allSends
            }
        }
    }

    func of(_ group: Int) -> ArraySlice<Double> {
        yields[group * Cohorts.ages..<(group + 1) * Cohorts.ages]
    }
}

/// The factor of each kind of hour, for each group of leaves.
private struct Season {
    /// `group × 48 + kind`.
    private(set) var factors: [Double]

    init(
        _ expectation: Expectation, _ training: Expectation.Training, _ mask: Expectation.Mask?
    ) {
        let kinds = Expectation.kindsOfHour
        let weight = Expectation.seasonWeight
        let groups = training.grouping.count
        let cohorts = training.cohorts
        var observed = Array(repeating: 0.0, count: groups * kinds)
        var expected = observed
        for leaf in cohorts.leaves.indices {
            let group = training.grouping.groups[leaf]
            for hour in training.hours {
                let index = hour - training.hours.lowerBound
                if let mask, !mask[leaf * training.hours.count + index] { continue }
                let cell = group * kinds + training.kinds[hour]
                observed[cell] += cohorts.arrivals[leaf * cohorts.hours.count + hour]
                expected[cell] += expectation.expected[leaf * expectation.hours.count + index]
            }
        }
        factors = Array(repeating: 1, count: groups * kinds)
        for kind in 0..<kinds {
            let cells = stride(from: kind, to: groups * kinds, by: kinds)
            let allObserved = cells.reduce(0) { $0 + observed[$1] }
            let allExpected = cells.reduce(0) { $0 + expected[$1] }
            let common = (allObserved + weight) / (allExpected + weight)
            for cell in cells {
                factors[cell] = (observed[cell] + weight * common) / (expected[cell] + weight)
            }
        }
    }
}
