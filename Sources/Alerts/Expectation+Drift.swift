extension Expectation {
    /// With this many expected events, a day weighs as much as the assumption of no drift.
    private static let driftWeight = 200.0
    /// So many days without drift are added.
    private static let assumedDays = 10.0

    /// Events of a day, of all campaigns with a history of their own.
    private struct Day {
        var observed = 0.0
        var expected = 0.0

        /// How far the events are from their expectation, as a share of it.
        var distance: Double {
            (observed - expected) / (expected + Expectation.driftWeight)
        }
    }

    /// Follows slow drifts of everything: the expectation of each UTC day, times `1 + γ r`. `r` is
    /// how much more events there were than expected in the two days that ended 24 hours before;
    /// `γ`, 0 to 1, is how much of that usually remained in the training days.
    func followingDrift(_ training: Training) -> Expectation {
        let first = training.cohorts.hours.lowerBound + Int64(hours.lowerBound)
        let days = (0..<hours.count).map { Int((first + Int64($0)) / 24 - first / 24) }
        let drifts = drifts(of: training, days)
        guard drifts.contains(where: { $0 != 0 }) else { return self }
        var following = self
        for place in following.expected.indices {
            let factor = 1 + drifts[days[place % hours.count]]
            following.expected[place] *= factor
            following.variance[place] *= factor
        }
        return following
    }

    /// `γ r` of each day.
    private func drifts(of training: Training, _ days: [Int]) -> [Double] {
        var sums = Array(repeating: Day(), count: (days.last ?? -1) + 1)
        let (cohorts, mask) = (training.cohorts, training.mask)
        for leaf in cohorts.leaves.indices
        where training.grouping.groups[leaf] != training.oneOffs {
            for (index, hour) in training.hours.enumerated() {
                if let mask, !mask[leaf * training.hours.count + index] { continue }
                sums[days[index]].observed += cohorts.arrivals[leaf * cohorts.hours.count + hour]
                sums[days[index]].expected += expected[leaf * hours.count + index]
            }
        }
        let before = sums.indices.map { day in
            sums[max(0, day - 3)..<max(0, day - 1)].reduce(into: Day()) {
                $0.observed += $1.observed
                $0.expected += $1.expected
            }.distance
        }
        var (both, own, known) = (0.0, 0.0, 0.0)
        for (day, before) in zip(sums, before) where before != 0 && day.expected > 0 {
            both += day.expected * before * day.distance
            own += day.expected * before * before
            known += 1
        }
        guard own > 0 else { return before.map { _ in 0 } }
        let trust =
            min(1, max(0, both / own)) * known / (known + Expectation.assumedDays)
        return before.map { trust * $0 }
    }
}
