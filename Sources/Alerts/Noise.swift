internal import Locked

/// Relative noise beyond counting, for each window length: of campaigns (`tau`), and of segments
/// after the correction by the rest (`sigma`).
///
/// It is measured on the training hours, so normal variation is no alarm. This is the slowest step,
/// so only the requested noise is measured.
package struct Noise: Sendable {
    /// The fewest windows to measure the noise of a campaign, and of a segment.
    private static let fewestWindows = (tau: 24, sigma: 48)

    /// Window lengths in hours, ascending.
    package let widths: [Int]
    /// The smallest noise of each campaign.
    let floors: [Double]
    private let data: LeafHours
    private let grouping: Grouping
    /// Excluded leaf hours: `leaf × hours + hour`.
    private let excluded: [Bool]?
    private let known: KnownNoise

    package init(
        _ data: LeafHours, grouping: Grouping, floors: [Double], excluded: [Bool]? = nil,
        widths: [Int] = AlertParameters.usualWindows
    ) {
        self.data = data
        self.grouping = grouping
        self.floors = floors
        self.excluded = excluded
        self.widths = widths
        known = KnownNoise(campaigns: grouping.count)
    }

    /// For all campaigns: `group × widths.count + window`.
    package var tau: [Double] { tau(ofCampaigns: Array(0..<grouping.count)) }

    /// The same for some campaigns; 0 for the others.
    private func tau(ofCampaigns groups: [Int]) -> [Double] {
        var tau = Array(repeating: 0.0, count: grouping.count * widths.count)
        for group in groups {
            let own = known.ofCampaign(group) { measured(group) }
            for (window, noise) in own.enumerated() { tau[group * widths.count + window] = noise }
        }
        return tau
    }

    /// The noise of the campaigns of these leaves, which is all that a segment of them needs.
    func tau(of leaves: [Int]) -> [Double] {
        tau(ofCampaigns: Set(leaves.map { grouping.groups[$0] }).sorted())
    }

    private func measured(_ group: Int) -> [Double] {
        let leaves = grouping.leaves[group]
        let sums = WindowSums(data, leaves: leaves, grouping: grouping)
        let unknown = Array(repeating: 0.0, count: grouping.count * widths.count)
        let windows = Noise.windows(sums, widths, data.hours.count) { end, width, window in
            let found = sums.statistic(end: end, width: width, tau: unknown, window: window)
            return (found.observed - found.plain, found.counting, found.plain)
        }
        return Noise.usual(
            windows, sums, Noise.excludedHours(leaves, data, excluded), floor: floors[group]
        ).map { $0.noise(atLeast: floors[group], fewest: Noise.fewestWindows.tau) }
    }

    /// The noise of a segment, for each window length.
    package func sigma(of leaves: [Int]) -> [Double] {
        measured(of: leaves).sigma
    }

    /// With the number of windows.
    func measured(of leaves: [Int]) -> SegmentNoise {
        let tau = tau(of: leaves)
        let sums = WindowSums(data, leaves: leaves, grouping: grouping)
        let windows = Noise.windows(sums, widths, data.hours.count) { end, width, window in
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
        _ sums: WindowSums, _ widths: [Int], _ hours: Int,
        _ statistic: (Int, Int, Int) -> (deviation: Double, variance: Double, expected: Double)
    ) -> [NoiseWindows] {
        widths.enumerated().map { window, width in
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

    /// Windows without excluded hours and without past incidents.
    private static func usual(
        _ windows: [NoiseWindows], _ sums: WindowSums, _ excluded: [Bool], floor: Double
    ) -> [NoiseWindows] {
        let told = windows.map { $0.without(Noise.before(excluded)) }
        let missing = excluded.indices.map { sums.missing(hour: $0) }
        let incidents = Noise.before(PastIncidents.hours(told, missing: missing, floor: floor))
        return told.map { $0.without(incidents) }
    }

    /// The number of set flags before each index, and of all.
    private static func before(_ flags: [Bool]) -> [Int] {
        var counts = [0]
        counts.reserveCapacity(flags.count + 1)
        for flag in flags { counts.append(counts[counts.count - 1] + (flag ? 1 : 0)) }
        return counts
    }

    /// Hours in which one of the leaves is excluded.
    private static func excludedHours(
        _ leaves: [Int], _ data: LeafHours, _ excluded: [Bool]?
    ) -> [Bool] {
        let count = data.hours.count
        guard let excluded else { return Array(repeating: false, count: count) }
        return (0..<count).map { hour in leaves.contains { excluded[$0 * count + hour] } }
    }
}

/// Noise that was already measured.
private final class KnownNoise: Sendable {
    private let campaigns: Locked<[[Double]?]>

    init(campaigns count: Int) { campaigns = Locked(Array(repeating: nil, count: count)) }

    func ofCampaign(_ group: Int, _ measure: () -> [Double]) -> [Double] {
        if let known = campaigns.withLock({ $0[group] }) { return known }
        let measured = measure()
        campaigns.withLock { $0[group] = measured }
        return measured
    }
}
