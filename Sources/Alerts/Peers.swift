/// Corrects the expectation of a whole campaign in windows of one length by the other regular
/// campaigns: it has no other parts to compare with.
///
/// `x = Σ w (Y / E − 1) / (Σ w + 1 / 0.1²)` over the peers, with `w = 1 / (τ² + V / E²)`: how much
/// readier people are than usual, drawn to 0 if the peers have few events. `E' = E (1 + β x)`;
/// `β`, 0 to 1, and the noise that is left are measured in the training hours.
package struct Peers: Sendable {
    /// So many of the largest campaigns are peers.
    static let most = 8
    /// How ready people are varies so much.
    private static let spread = 0.1
    /// `x` is limited: more is a fault of the peers, or an event of their own.
    private static let limits = -0.5...0.2
    private static let leastExpected = 5.0
    /// So many windows that show nothing are added.
    private static let weight = 20.0
    private static let separateHours = 6

    /// The noise of each peer.
    var tau: [Double]
    /// `β`.
    var trust: Double

    /// Running sums of the peers of a campaign.
    package struct Sums: Sendable {
        private static let width = 3

        private let count: Int
        private let hours: Int
        /// `(place of peer × (hours + 1) + hour) × 3`: observed, expected and variance.
        private var sums: [Double]

        /// `peers` are campaigns.
        init(_ data: LeafHours, _ peers: [Int], _ grouping: Grouping) {
            count = peers.count
            hours = data.hours.count
            sums = Array(repeating: 0, count: count * (hours + 1) * Sums.width)
            for (place, group) in peers.enumerated() {
                let first = place * (hours + 1) * Sums.width
                for leaf in grouping.leaves[group] {
                    for hour in 0..<hours {
                        let one = data.counts[leaf * hours + hour]
                        let sum = first + (hour + 1) * Sums.width
                        sums[sum] += one.observed
                        sums[sum + 1] += one.expected
                        sums[sum + 2] += one.variance
                    }
                }
                for sum in first..<first + hours * Sums.width {
                    sums[sum + Sums.width] += sums[sum]
                }
            }
        }

        private func count(_ place: Int, _ hours: Range<Int>) -> LeafHours.Count {
            let first = (place * (self.hours + 1) + hours.lowerBound) * Sums.width
            let last = (place * (self.hours + 1) + hours.upperBound) * Sums.width
            return LeafHours.Count(
                observed: sums[last] - sums[first], expected: sums[last + 1] - sums[first + 1],
                variance: sums[last + 2] - sums[first + 2])
        }

        /// `x` in some hours.
        func readiness(_ hours: Range<Int>, tau: [Double]) -> Double {
            var sum = 0.0
            var weights = 1 / (Peers.spread * Peers.spread)
            for place in 0..<count {
                let one = count(place, hours)
                guard one.expected >= Peers.leastExpected else { continue }
                let weight =
                    1 / (tau[place] * tau[place] + one.variance / (one.expected * one.expected))
                sum += weight * (one.observed / one.expected - 1)
                weights += weight
            }
            return min(max(sum / weights, Peers.limits.lowerBound), Peers.limits.upperBound)
        }

        /// The largest `x` with any noise.
        func mostReady(_ hours: Range<Int>) -> Double {
            let most = (0..<count).reduce(0.0) { most, place in
                let one = count(place, hours)
                guard one.expected >= Peers.leastExpected else { return most }
                return max(most, one.observed / one.expected - 1)
            }
            return min(most, Peers.limits.upperBound)
        }
    }

    /// How much of `readiness` in each of some windows the campaign has, too.
    static func trust(_ windows: NoiseWindows, _ readiness: [Double]) -> Double {
        var (both, own) = (0.0, 0.0)
        for (place, ready) in readiness.enumerated() {
            both += ready * windows.deviations[place]
            own += ready * ready * windows.expected[place]
        }
        guard own > 0 else { return 0 }
        let separate = Double(windows.count) / Double(max(windows.width, separateHours))
        return min(1, max(0, both / own)) * separate / (separate + weight)
    }
}
