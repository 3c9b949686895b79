/// Noise beyond counting, relative, for each of the six windows: of campaigns as a whole (`tau`),
/// and of segments after the correction by the rest (`sigma`).
///
/// It is measured on the hours that were learned from, so what is usual of a series is no alarm.
package struct Noise: Sendable {
    /// Fewer windows cannot tell the noise of a campaign, of a segment.
    private static let fewestWindows = (tau: 24, sigma: 48)

    /// `group × 6 + window`.
    package let tau: [Double]
    private let data: LeafHours
    private let grouping: Grouping
    /// Leaf hours that count for nothing: `leaf × hours + hour`.
    private let excluded: [Bool]?

    package init(
        _ data: LeafHours, grouping: Grouping, floors: [Double], excluded: [Bool]? = nil
    ) {
        self.data = data
        self.grouping = grouping
        self.excluded = excluded
        var tau: [Double] = []
        let unknown = Array(
            repeating: 0.0, count: grouping.count * AlertParameters.windows.count)
        for group in 0..<grouping.count {
            let leaves = grouping.leaves[group]
            let sums = WindowSums(data, leaves: leaves, grouping: grouping)
            let windows = Noise.windows(sums, data.hours.count) { end, width, window in
                let found = sums.statistic(end: end, width: width, tau: unknown, window: window)
                return (found.observed - found.plain, found.counting, found.plain)
            }
            tau += Noise.usual(
                windows, sums, Noise.excludedHours(leaves, data, excluded), floor: floors[group]
            ).map { $0.noise(atLeast: floors[group], fewest: Noise.fewestWindows.tau) }
        }
        self.tau = tau
    }

    /// The noise of a segment, for each window.
    package func sigma(of leaves: [Int]) -> [Double] {
        measured(of: leaves).sigma
    }

    /// With the number of windows.
    func measured(of leaves: [Int]) -> SegmentNoise {
        let sums = WindowSums(data, leaves: leaves, grouping: grouping)
        let windows = Noise.windows(sums, data.hours.count) { end, width, window in
            let found = sums.statistic(end: end, width: width, tau: tau, window: window)
            return (
                found.observed - found.expected, found.counting + found.common, found.expected
            )
        }
        let usual = Noise.usual(
            windows, sums, Noise.excludedHours(leaves, data, excluded),
            floor: AlertParameters.sigmaFloor)
        return SegmentNoise(
            sigma: usual.map {
                $0.noise(atLeast: AlertParameters.sigmaFloor, fewest: Noise.fewestWindows.sigma)
            }, windows: usual.map(\.ends.count))
    }

    private static func windows(
        _ sums: WindowSums, _ hours: Int,
        _ statistic: (Int, Int, Int) -> (deviation: Double, variance: Double, expected: Double)
    ) -> [NoiseWindows] {
        AlertParameters.windows.enumerated().map { window, width in
            var windows = NoiseWindows(width: width)
            guard width <= hours else { return windows }
            for end in width...hours {
                let found = statistic(end, width, window)
                guard found.expected >= AlertParameters.leastExpected else { continue }
                windows.append(
                    end: end, deviation: found.deviation, variance: found.variance,
                    expected: found.expected)
            }
            return windows
        }
    }

    /// Windows without what is excluded and without past incidents.
    private static func usual(
        _ windows: [NoiseWindows], _ sums: WindowSums, _ excluded: [Bool], floor: Double
    ) -> [NoiseWindows] {
        let told = windows.map { $0.without(Noise.before(excluded)) }
        let missing = excluded.indices.map { sums.missing(hour: $0) }
        let incidents = Noise.before(PastIncidents.hours(told, missing: missing, floor: floor))
        return told.map { $0.without(incidents) }
    }

    /// How many flags are set before each index, and in all.
    private static func before(_ flags: [Bool]) -> [Int] {
        var counts = [0]
        counts.reserveCapacity(flags.count + 1)
        for flag in flags { counts.append(counts[counts.count - 1] + (flag ? 1 : 0)) }
        return counts
    }

    /// Hours in which one of the leaves counts for nothing.
    private static func excludedHours(
        _ leaves: [Int], _ data: LeafHours, _ excluded: [Bool]?
    ) -> [Bool] {
        let count = data.hours.count
        guard let excluded else { return Array(repeating: false, count: count) }
        return (0..<count).map { hour in leaves.contains { excluded[$0 * count + hour] } }
    }
}
