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
    private let compared: FirstUse<(tau: [Double], peers: Peers)>
    /// By peers, because most campaigns have the same: see `readiness(of:)`.
    private let ready = Locked<[[Int]: [[Double]]]>([:])
    /// The campaigns with a history of their own and the most expected events.
    private let largest: [Int]

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
        compared = FirstUse(count: grouping.count)
        let sizes = grouping.leaves.map { $0.reduce(0) { $0 + data.sum($1).expected } }
        largest = Array(
            grouping.leaves.indices.filter { prior[$0].isRegular && sizes[$0] > 0 }
                .sorted { (-sizes[$0], $0) < (-sizes[$1], $1) }.prefix(Peers.most + 1))
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

    /// The campaigns that correct a segment: none, unless it is a whole regular campaign.
    func peers(of leaves: [Int]) -> [Int] {
        guard let group = leaves.first.map({ grouping.groups[$0] }), prior[group].isRegular,
            grouping.leaves[group] == leaves
        else { return [] }
        return Array(largest.filter { $0 != group }.prefix(Peers.most))
    }

    /// `tau(of:)`, and of a whole campaign, what its peers do not explain.
    func campaigns(of leaves: [Int]) -> CampaignNoise {
        let peers = peers(of: leaves)
        guard !peers.isEmpty else { return CampaignNoise(tau: tau(of: leaves)) }
        let group = grouping.groups[leaves[0]]
        let own = compared.value(group) { compared(group, with: peers) }
        var noise = CampaignNoise(tau: tau(of: leaves), peers: own.peers)
        for (window, tau) in own.tau.enumerated() {
            noise.tau[group * widths.count + window] = tau
        }
        return noise
    }

    private func compared(_ group: Int, with groups: [Int]) -> (tau: [Double], peers: Peers) {
        let floor = prior[group].floor
        let all = windows(grouping.leaves[group], floor: floor)
        let own = known.value(group) { measured(group, in: all) }
        let ready = readiness(of: groups)
        var found = (tau: own, peers: Peers(tau: tau(each: groups), trust: own.map { _ in 0 }))
        for (window, windows) in all.enumerated() {
            let readiness = windows.all.map { ready[window][$0.end] }
            let trust = Peers.trust(windows, readiness)
            let left = windows.corrected(zip(windows.all, readiness).map { 1 + trust * $1 })
                .noise(atLeast: floor, fewest: Noise.fewestWindows.tau)
            guard let left, left < own[window] else { continue }
            found.tau[window] = left
            found.peers.trust[window] = trust
        }
        return found
    }

    /// `Peers.Sums.readiness` of some campaigns, for each window length the values by the end of
    /// the window.
    private func readiness(of groups: [Int]) -> [[Double]] {
        if let known = ready.withLock({ $0[groups] }) { return known }
        let sums = Peers.Sums(data, groups, grouping)
        let tau = tau(each: groups)
        let values = widths.enumerated().map { window, width in
            (0...data.hours.count).map { end in
                end < width
                    ? 0 : sums.readiness(end - width..<end, tau: tau, window: window)
            }
        }
        ready.withLock { $0[groups] = values }
        return values
    }

    /// The noise of some campaigns, `place × widths.count + window`.
    private func tau(each groups: [Int]) -> [Double] {
        groups.flatMap { group in known.value(group) { measured(group) } }
    }

    private func measured(_ group: Int) -> [Double] {
        measured(group, in: windows(grouping.leaves[group], floor: prior[group].floor))
    }

    private func measured(_ group: Int, in windows: [NoiseWindows]) -> [Double] {
        let prior = prior[group]
        return windows.map {
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

    /// The windows of some leaves, without excluded hours and without past incidents. Without
    /// noise of campaigns, nothing is corrected by the rest.
    private func windows(
        _ leaves: [Int], tau: [Double]? = nil, floor: Double
    ) -> [NoiseWindows] {
        let tau = tau ?? Array(repeating: 0.0, count: grouping.count * widths.count)
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
