/// Observed and expected events of each leaf over some hours, in flat arrays.
package struct LeafHours: Sendable {
    /// Indices of hours, as in the cohorts.
    package let hours: Range<Int>
    package let leafCount: Int
    /// `leaf × hours.count + hour − hours.lowerBound`, like the others.
    package internal(set) var observed: [Double]
    package internal(set) var expected: [Double]
    package internal(set) var variance: [Double]

    /// The hours of `span` for which all leaves have an expectation.
    ///
    /// `arrivals` has `total` hours for each leaf, from hour 0 on.
    package init(_ expectation: Expectation, arrivals: [Double], total: Int, span: Range<Int>) {
        hours = span.clamped(to: expectation.hours)
        leafCount = total > 0 ? arrivals.count / total : 0
        let size = leafCount * hours.count
        observed = []
        expected = []
        variance = []
        observed.reserveCapacity(size)
        expected.reserveCapacity(size)
        variance.reserveCapacity(size)
        for leaf in 0..<leafCount {
            let own = leaf * total
            observed += arrivals[own + hours.lowerBound..<own + hours.upperBound]
            let start = leaf * expectation.hours.count - expectation.hours.lowerBound
            let part = start + hours.lowerBound..<start + hours.upperBound
            expected += expectation.expected[part]
            variance += expectation.variance[part]
        }
    }

    /// Removes hours of a leaf on all sides, as if nothing had been sent.
    package mutating func drop(_ leaf: Int, _ span: Range<Int>) {
        for hour in span.clamped(to: hours) {
            let place = leaf * hours.count + hour - hours.lowerBound
            observed[place] = 0
            expected[place] = 0
            variance[place] = 0
        }
    }

    /// A window as one hour, with some leaves only.
    func merged(end: Int, width: Int, of leaves: [Int]) -> LeafHours {
        let none = Array(repeating: 0.0, count: leafCount)
        var merged = LeafHours(observed: none, expected: none, variance: none)
        for leaf in leaves {
            for place in leaf * hours.count + end - width..<leaf * hours.count + end {
                merged.observed[leaf] += observed[place]
                merged.expected[leaf] += expected[place]
                merged.variance[leaf] += variance[place]
            }
        }
        return merged
    }

    /// One hour, by leaf.
    package init(observed: [Double], expected: [Double], variance: [Double]) {
        hours = 0..<1
        leafCount = observed.count
        self.observed = observed
        self.expected = expected
        self.variance = variance
    }
}
