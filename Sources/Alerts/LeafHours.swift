/// Observed and expected events of each leaf over some hours.
package struct LeafHours: Sendable {
    struct Count: Sendable {
        var observed = 0.0
        var expected = 0.0
        var variance = 0.0

        static func += (sum: inout Count, one: Count) {
            sum.observed += one.observed
            sum.expected += one.expected
            sum.variance += one.variance
        }
    }

    /// Indices of hours, as in the cohorts.
    package let hours: Range<Int>
    let leafCount: Int
    /// `leaf × hours.count + hour − hours.lowerBound`.
    private(set) var counts: [Count]

    /// The hours of `span` for which all leaves have an expectation.
    ///
    /// `arrivals` has `total` hours for each leaf, from hour 0 on.
    package init(_ expectation: Expectation, arrivals: [Double], total: Int, span: Range<Int>) {
        hours = span.clamped(to: expectation.hours)
        leafCount = total > 0 ? arrivals.count / total : 0
        counts = []
        counts.reserveCapacity(leafCount * hours.count)
        for leaf in 0..<leafCount {
            let start = leaf * expectation.hours.count - expectation.hours.lowerBound
            for hour in hours {
                counts.append(
                    Count(
                        observed: arrivals[leaf * total + hour],
                        expected: expectation.expected[start + hour],
                        variance: expectation.variance[start + hour]))
            }
        }
    }

    /// One hour, by leaf.
    package init(observed: [Double], expected: [Double], variance: [Double]) {
        hours = 0..<1
        leafCount = observed.count
        counts = observed.indices.map {
            Count(observed: observed[$0], expected: expected[$0], variance: variance[$0])
        }
    }

    /// Removes hours of a leaf on all sides, as if nothing had been sent.
    mutating func drop(_ leaf: Int, _ span: Range<Int>) {
        for hour in span.clamped(to: hours) {
            counts[leaf * hours.count + hour - hours.lowerBound] = Count()
        }
    }

    /// Without some hours of some leaves.
    func without(_ spans: [LeafSpan]) -> LeafHours {
        var data = self
        for span in spans {
            for leaf in span.leaves { data.drop(leaf, span.hours) }
        }
        return data
    }

    /// A leaf in all hours.
    func sum(_ leaf: Int) -> Count {
        counts[leaf * hours.count..<(leaf + 1) * hours.count].reduce(into: Count()) { $0 += $1 }
    }

    /// A window as one hour, with some leaves only.
    func merged(end: Int, width: Int, of leaves: [Int]) -> LeafHours {
        let none = Array(repeating: 0.0, count: leafCount)
        var merged = LeafHours(observed: none, expected: none, variance: none)
        for leaf in leaves {
            let start = leaf * hours.count
            for hour in end - width..<end { merged.counts[leaf] += counts[start + hour] }
        }
        return merged
    }
}
