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
    private let prior: [PriorNoise]
    private let data: LeafHours
    private let grouping: Grouping
    /// Excluded leaf hours: `leaf × hours + hour`.
    private let excluded: [Bool]?
    /// Of each campaign.
    private let known: FirstUse<[Double]>

    package init(
        _ data: LeafHours, grouping: Grouping, prior: [PriorNoise], excluded: [Bool]? = nil,
        widths: [Int] = AlertParameters.usualWindows
    ) {
        self.data = data
        self.grouping = grouping
        self.prior = prior
        self.excluded = excluded
        self.widths = widths
        known = FirstUse(count: grouping.count)
    }

    /// For all campaigns: `group × widths.count + window`.
    package var tau: [Double] { tau(ofCampaigns: Array(0..<grouping.count)) }

    /// The same for some campaigns; 0 for the others.
    private func tau(ofCampaigns groups: [Int]) -> [Double] {
        var tau = Array(repeating: 0.0, count: grouping.count * widths.count)
        for group in groups {
            let own = known.value(group) { measured(group) }
            for (window, noise) in own.enumerated() { tau[group * widths.count + window] = noise }
        }
        return tau
    }

    /// The noise of the campaigns of these leaves, which is all that a segment of them needs.
    func tau(of leaves: [Int]) -> [Double] {
        tau(ofCampaigns: Set(leaves.map { grouping.groups[$0] }).sorted())
    }

    private func measured(_ group: Int) -> [Double] {
        // Without noise of campaigns, nothing is corrected by the rest.
        let none = Array(repeating: 0.0, count: grouping.count * widths.count)
        let prior = prior[group]
        return windows(grouping.leaves[group], tau: none, floor: prior.floor).map {
            $0.noise(atLeast: prior.floor, fewest: Noise.fewestWindows.tau) ?? prior.unmeasured
        }
    }

    /// The noise of a segment, for each window length.
    package func sigma(of leaves: [Int]) -> [Double] { measured(of: leaves).known }

    func measured(of leaves: [Int]) -> MeasuredNoise {
        let floor = AlertParameters.sigmaFloor
        let windows = windows(leaves, tau: tau(of: leaves), floor: floor)
        return MeasuredNoise(
            sigma: windows.map { $0.noise(atLeast: floor, fewest: Noise.fewestWindows.sigma) },
            windows: windows.map(\.all.count))
    }

    /// The windows of some leaves, without excluded hours and without past incidents.
    private func windows(_ leaves: [Int], tau: [Double], floor: Double) -> [NoiseWindows] {
        let sums = WindowSums(data, leaves: leaves, grouping: grouping)
        let hours = data.hours.count
        let excluded = Noise.before(excludedHours(leaves))
        let mix = prior.map(\.mix)
        let told = widths.enumerated().map { window, width in
            var windows = NoiseWindows(width: width)
            guard width <= hours else { return windows }
            for end in width...hours {
                let found = sums.statistic(
                    end: end, width: width, tau: tau, window: window, mix: mix)
                guard found.expected >= AlertParameters.leastExpected else { continue }
                windows.all.append(
                    NoiseWindows.Window(
                        end: end, deviation: found.observed - found.expected,
                        variance: found.counting + found.common, expected: found.expected))
            }
            return windows.without(excluded)
        }
        let missing = (0..<hours).map { sums.missing(hour: $0) }
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
    private func excludedHours(_ leaves: [Int]) -> [Bool] {
        let count = data.hours.count
        guard let excluded else { return Array(repeating: false, count: count) }
        return (0..<count).map { hour in leaves.contains { excluded[$0 * count + hour] } }
    }
}

/// Values that are computed when they are first used.
final class FirstUse<Value: Sendable>: Sendable {
    private let known: Locked<[Value?]>

    init(count: Int) { known = Locked(Array(repeating: nil, count: count)) }

    func value(_ place: Int, _ compute: () -> Value) -> Value {
        if let value = known.withLock({ $0[place] }) { return value }
        let value = compute()
        known.withLock { $0[place] = value }
        return value
    }
}
