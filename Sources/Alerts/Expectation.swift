/// Expected events of each leaf in each arrival hour, computed from the sends.
///
/// For leaf `l` in hour `t`, with sends `n`, campaign `g` and kind of hour `c(t)`:
///
///     E = m(l) · s(g, c(t)) · Σ over ages a of n(l, t − a) · q(g, a)
///
/// - `q(g, a)`: events at age `a` over sends, of all leaves of the campaign in training hours;
/// - `m(l) = (Σ events + 20 m) / (Σ expected so far + 20)`: the factor of the leaf. `m` is the same
///   of its kin: leaves that differ in the campaign only, drawn to 1 in the same way;
/// - `s(g, c)`: the factor of the hour of day on weekdays or weekends, 48 kinds: events over
///   expected so far; the factor of all leaves is drawn to 1 with weight 50, and that of a campaign
///   to the factor of all leaves with weight 50; 1 for one-offs.
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
    /// Of each leaf: the factor of its kin over its own. Expected events times it are those of an
    /// average campaign, whatever the leaf's own past is.
    private(set) var kinShare: [Double]

    struct Training {
        var cohorts: Cohorts
        var grouping: Grouping
        /// The campaigns that share one history, as a group; it has no factors of hours. Its few
        /// sends meet few kinds of hours, and would be mistaken for these.
        var oneOffs: Int?
        /// Leaves with the same level until more is known of them.
        var kin: Grouping
        /// The kind of each hour, 0 to 47.
        var kinds: [Int]
        /// The training hours; the expectation begins with the first of them.
        var hours: Range<Int>
        /// One after the last hour of the expectation.
        var end: Int
        /// The valid training hours of each leaf, `leaf × hours.count + hour − hours.lowerBound`;
        /// nil means all.
        var mask: [Bool]?
    }

    init(_ training: Training) {
        hours = training.hours.lowerBound..<training.end
        let leafCount = training.cohorts.leaves.count
        expected = Array(repeating: 0, count: leafCount * hours.count)
        variance = Array(repeating: 1, count: leafCount * hours.count)
        kinShare = Array(repeating: 1, count: leafCount)
        let yields = training.yields()
        for leaf in 0..<leafCount {
            let first = training.grouping.groups[leaf] * Cohorts.ages
            spread(leaf, yields[first..<first + Cohorts.ages], training)
        }
        scale(training)
        let factors = training.factors(of: self)
        for leaf in 0..<leafCount {
            let group = training.grouping.groups[leaf]
            for index in 0..<hours.count {
                let place = leaf * hours.count + index
                let kind = training.kinds[hours.lowerBound + index]
                expected[place] *= factors[group * Expectation.kindsOfHour + kind]
                variance[place] *= expected[place]
            }
        }
    }

    /// The variance of Poisson's distribution.
    package init(hours: Range<Int>, expected: [Double]) {
        self.hours = hours
        self.expected = expected
        variance = expected
        kinShare = []
    }

    /// Σ n q into `expected`, and the binomial share into `variance`.
    private mutating func spread(_ leaf: Int, _ yields: ArraySlice<Double>, _ training: Training) {
        let yields = Array(yields)
        let losses = yields.map { 1 - $0 }
        var events = Array(repeating: 0.0, count: hours.count)
        var binomial = events
        for row in training.cohorts.rows(of: leaf) {
            let sent = training.cohorts.rowSent[row]
            let sendHour = training.cohorts.rowHour[row]
            let span = (sendHour..<sendHour + Cohorts.ages).clamped(to: hours)
            let (index, age) = (span.lowerBound - hours.lowerBound, span.lowerBound - sendHour)
            // Without checks of bounds, processors add several ages at once.
            events.withUnsafeMutableBufferPointer { events in
                binomial.withUnsafeMutableBufferPointer { binomial in
                    for place in 0..<span.count {
                        let expected = sent * yields[age + place]
                        events[index + place] += expected
                        binomial[index + place] += expected * losses[age + place]
                    }
                }
            }
        }
        let bounds = Expectation.binomialShare
        for (index, whole) in events.enumerated() {
            expected[leaf * hours.count + index] = whole
            guard whole > 1e-12 else { continue }
            variance[leaf * hours.count + index] =
                min(bounds.upperBound, max(bounds.lowerBound, binomial[index] / whole))
        }
    }

    /// Multiplies by the factors of the leaves.
    private mutating func scale(_ training: Training) {
        let weight = Expectation.leafWeight
        let counts = (0..<kinShare.count).map { self.counts($0, training) }
        for leaves in training.kin.leaves {
            let observed = leaves.reduce(0) { $0 + counts[$1].observed }
            let known = leaves.reduce(0) { $0 + counts[$1].expected }
            let usual = (observed + weight) / (known + weight)
            for leaf in leaves {
                let own = counts[leaf]
                let factor = (own.observed + weight * usual) / (own.expected + weight)
                kinShare[leaf] = usual / factor
                for place in leaf * hours.count..<(leaf + 1) * hours.count {
                    expected[place] *= factor
                }
            }
        }
    }

    /// Of a leaf in its training hours, so far.
    private func counts(_ leaf: Int, _ training: Training) -> (observed: Double, expected: Double) {
        let mask = training.mask
        let start = leaf * training.hours.count - hours.lowerBound
        var counts = (observed: 0.0, expected: 0.0)
        for hour in training.hours {
            if let mask, !mask[start + hour] { continue }
            counts.observed +=
                training.cohorts.arrivals[leaf * training.cohorts.hours.count + hour]
            counts.expected += expected[leaf * hours.count + hour - hours.lowerBound]
        }
        return counts
    }
}

extension Expectation.Training {
    /// Events over sends, `group × ages + age`.
    fileprivate func yields() -> [Double] {
        // Local: each access to `self` in the loop would count references.
        let (mask, cohorts, hours) = (mask, cohorts, hours)
        let ages = Cohorts.ages
        var events = Array(repeating: 0.0, count: grouping.count * ages)
        var sends = Array(repeating: 0.0, count: grouping.count * ages)
        for leaf in cohorts.leaves.indices {
            let group = grouping.groups[leaf]
            let start = leaf * hours.count - hours.lowerBound
            for row in cohorts.rows(of: leaf) {
                let (sendHour, sent) = (cohorts.rowHour[row], cohorts.rowSent[row])
                for hour in (sendHour..<sendHour + ages).clamped(to: hours) {
                    if let mask, !mask[start + hour] { continue }
                    let age = hour - sendHour
                    events[group * ages + age] += cohorts.rowEvents[row * ages + age]
                    sends[group * ages + age] += sent
                }
            }
        }
        borrow(&events, &sends)
        return zip(events, sends).map { $0 / max($1, 1e-9) }
    }

    /// A group without sends in training uses the yields of all groups together.
    private func borrow(_ events: inout [Double], _ sends: inout [Double]) {
        let ages = Cohorts.ages
        let empty = (0..<grouping.count).filter { group in
            !sends[group * ages..<(group + 1) * ages].contains { $0 > 0 }
        }
        guard !empty.isEmpty else { return }
        for age in 0..<ages {
            let places = stride(from: age, to: sends.count, by: ages)
            let allEvents = places.reduce(0) { $0 + events[$1] }
            let allSends = places.reduce(0) { $0 + sends[$1] }
            for group in empty {
                events[group * ages + age] = allEvents
                sends[group * ages + age] = allSends
            }
        }
    }

    /// The factor of each kind of hour, `group × 48 + kind`.
    fileprivate func factors(of expectation: Expectation) -> [Double] {
        let kinds = Expectation.kindsOfHour
        let weight = Expectation.seasonWeight
        let (mask, cohorts, hours) = (mask, cohorts, hours)
        var observed = Array(repeating: 0.0, count: grouping.count * kinds)
        var expected = Array(repeating: 0.0, count: grouping.count * kinds)
        for leaf in cohorts.leaves.indices {
            let start = leaf * hours.count - hours.lowerBound
            for hour in hours {
                if let mask, !mask[start + hour] { continue }
                let cell = grouping.groups[leaf] * kinds + self.kinds[hour]
                let place = leaf * expectation.hours.count + hour - hours.lowerBound
                observed[cell] += cohorts.arrivals[leaf * cohorts.hours.count + hour]
                expected[cell] += expectation.expected[place]
            }
        }
        var factors = Array(repeating: 1.0, count: grouping.count * kinds)
        for kind in 0..<kinds {
            let cells = (0..<grouping.count).filter { $0 != oneOffs }.map { $0 * kinds + kind }
            let allObserved = cells.reduce(0) { $0 + observed[$1] }
            let allExpected = cells.reduce(0) { $0 + expected[$1] }
            let common = (allObserved + weight) / (allExpected + weight)
            for cell in cells {
                factors[cell] = (observed[cell] + weight * common) / (expected[cell] + weight)
            }
        }
        return factors
    }
}
