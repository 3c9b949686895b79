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
    private let mix: [Double]
    private let data: LeafHours
    private let grouping: Grouping
    /// Excluded leaf hours: `leaf × hours + hour`.
    private let excluded: [Bool]?
    /// Of each campaign.
    private let hours: FirstUse<NoiseHours>
    // `group × widths.count + window`.
    private let known: FirstUse<Double>
    private let compared: FirstUse<(tau: Double, peers: Peers)>
    /// By peers, because most campaigns have the same: see `readiness(of:_:)`.
    private let ready = Locked<[LeavesWindow: [Double]]>([:])
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
        mix = prior.map(\.mix)
        hours = FirstUse(count: grouping.count)
        known = FirstUse(count: grouping.count * widths.count)
        compared = FirstUse(count: grouping.count * widths.count)
        let sizes = grouping.leaves.map { $0.reduce(0) { $0 + data.sum($1).expected } }
        largest = Array(
            grouping.leaves.indices.filter { prior[$0].isRegular && sizes[$0] > 0 }
                .sorted { (-sizes[$0], $0) < (-sizes[$1], $1) }.prefix(Peers.most + 1))
    }

    // MARK: Campaigns

    /// Of all campaigns. As everywhere, `window` is the place of a length in `widths`.
    package func tau(window: Int) -> [Double] {
        grouping.leaves.indices.map { tau($0, window) }
    }

    /// The same for the campaigns of these leaves, which is all that a segment of them needs; 0 for
    /// the others.
    func tau(of leaves: [Int], window: Int) -> [Double] {
        var tau = Array(repeating: 0.0, count: grouping.count)
        for group in Set(leaves.map { grouping.groups[$0] }) {
            tau[group] = self.tau(group, window)
        }
        return tau
    }

    private func tau(_ group: Int, _ window: Int) -> Double {
        known.value(group * widths.count + window) {
            measured(windows(ofCampaign: group, window), group)
        }
    }

    private func measured(_ windows: NoiseWindows, _ group: Int) -> Double {
        let prior = prior[group]
        return windows.noise(atLeast: prior.floor, fewest: Noise.fewestWindows.tau)
            ?? prior.unmeasured
    }

    /// Nothing is corrected by the rest, because a campaign has none.
    private func windows(ofCampaign group: Int, _ window: Int) -> NoiseWindows {
        let none = Array(repeating: 0.0, count: grouping.count)
        let kept = hours.value(group) {
            NoiseHours(self, grouping.leaves[group], floor: prior[group].floor) { _ in none }
        }
        return windows(kept, window, tau: none)
    }

    /// The campaigns that correct a segment: none, unless it is a whole regular campaign.
    func peers(of leaves: [Int]) -> [Int] {
        guard let group = leaves.first.map({ grouping.groups[$0] }), prior[group].isRegular,
            grouping.leaves[group] == leaves
        else { return [] }
        return Array(largest.filter { $0 != group }.prefix(Peers.most))
    }

    /// `tau(of:window:)`, and of a whole campaign, what its peers do not explain.
    func campaigns(of leaves: [Int], window: Int) -> CampaignNoise {
        let peers = peers(of: leaves)
        var noise = CampaignNoise(tau: tau(of: leaves, window: window))
        guard !peers.isEmpty else { return noise }
        let group = grouping.groups[leaves[0]]
        let own = compared.value(group * widths.count + window) {
            compared(group, with: peers, window)
        }
        noise.tau[group] = own.tau
        noise.peers = own.peers
        return noise
    }

    private func compared(
        _ group: Int, with groups: [Int], _ window: Int
    ) -> (tau: Double, peers: Peers) {
        let windows = windows(ofCampaign: group, window)
        let own = known.value(group * widths.count + window) { measured(windows, group) }
        let readiness = readiness(of: groups, window)
        let ready = windows.ends.map { readiness[$0] }
        let trust = Peers.trust(windows, ready)
        var peers = Peers(tau: groups.map { tau($0, window) }, trust: 0)
        let left = windows.corrected(ready.map { 1 + trust * $0 })
            .noise(atLeast: prior[group].floor, fewest: Noise.fewestWindows.tau)
        guard let left, left < own else { return (own, peers) }
        peers.trust = trust
        return (left, peers)
    }

    /// `Peers.Sums.readiness` of some campaigns, by the end of the window.
    private func readiness(of groups: [Int], _ window: Int) -> [Double] {
        let key = LeavesWindow(leaves: groups, window: window)
        if let known = ready.withLock({ $0[key] }) { return known }
        let sums = Peers.Sums(data, groups, grouping)
        let tau = groups.map { self.tau($0, window) }
        let width = widths[window]
        let values = (0...data.hours.count).map { end in
            end < width ? 0 : sums.readiness(end - width..<end, tau: tau)
        }
        ready.withLock { $0[key] = values }
        return values
    }

    // MARK: Segments

    /// The noise of a segment, for each window length.
    package func sigma(of leaves: [Int]) -> [Double] {
        let hours = hours(of: leaves)
        return widths.indices.map { measured(of: leaves, hours, window: $0).known }
    }

    /// The hours on which the noise of a segment is measured.
    func hours(of leaves: [Int]) -> NoiseHours {
        NoiseHours(self, leaves, floor: AlertParameters.sigmaFloor) { tau(of: leaves, window: $0) }
    }

    /// `hours` are `hours(of: leaves)`.
    func measured(of leaves: [Int], _ hours: NoiseHours, window: Int) -> MeasuredNoise {
        let windows = windows(hours, window, tau: tau(of: leaves, window: window))
        return MeasuredNoise(
            sigma: windows.noise(
                atLeast: AlertParameters.sigmaFloor, fewest: Noise.fewestWindows.sigma),
            windows: windows.count)
    }

    // MARK: Windows

    /// The windows without any of the lost hours.
    fileprivate func windows(_ hours: NoiseHours, _ window: Int, tau: [Double]) -> NoiseWindows {
        let width = widths[window]
        var windows = NoiseWindows(width: width)
        guard width <= data.hours.count else { return windows }
        windows.reserve(data.hours.count + 1 - width)
        for end in width...data.hours.count where hours.lost[end] == hours.lost[end - width] {
            let found = hours.sums.statistic(end: end, width: width, tau: tau, mix: mix)
            guard found.expected >= AlertParameters.leastExpected else { continue }
            windows.append(end: end, found)
        }
        return windows
    }

    fileprivate func sums(of leaves: [Int]) -> WindowSums {
        WindowSums(data, leaves: leaves, grouping: grouping)
    }

    /// Hours in which one of the leaves is excluded.
    fileprivate func excludedHours(_ leaves: [Int]) -> [Bool] {
        let count = data.hours.count
        guard let excluded else { return Array(repeating: false, count: count) }
        return (0..<count).map { hour in leaves.contains { excluded[$0 * count + hour] } }
    }
}

/// The counts of some leaves in the training hours, and the hours that no noise is measured on.
struct NoiseHours: Sendable {
    let sums: WindowSums
    /// The number of lost hours before each hour, and of all: excluded hours, and those of past
    /// incidents.
    private(set) var lost: [Int]

    /// `tau` gives the noise of campaigns for a window.
    fileprivate init(
        _ noise: Noise, _ leaves: [Int], floor: Double, tau: (_ window: Int) -> [Double]
    ) {
        sums = noise.sums(of: leaves)
        let excluded = noise.excludedHours(leaves)
        lost = NoiseHours.before(excluded)
        let windows = noise.widths.indices.prefix(PastIncidents.looked)
            .map { noise.windows(self, $0, tau: tau($0)) }
        let missing = excluded.indices.map { sums.missing(hour: $0) }
        let incidents = PastIncidents.hours(windows, missing: missing, floor: floor)
        lost = NoiseHours.before(zip(excluded, incidents).map { $0 || $1 })
    }

    /// The number of set flags before each index, and of all.
    private static func before(_ flags: [Bool]) -> [Int] {
        var counts = [0]
        counts.reserveCapacity(flags.count + 1)
        for flag in flags { counts.append(counts[counts.count - 1] + (flag ? 1 : 0)) }
        return counts
    }
}

/// Some leaves or campaigns, and a window.
struct LeavesWindow: Hashable {
    var leaves: [Int]
    var window: Int
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
