extension Expectation {
    /// Hours with a larger deviation, in standard deviations, are not learned from.
    private static let outlier = 4.0
    /// The smallest assumed standard deviation.
    private static let leastDeviation = 0.05
    /// Hours with fewer expected events are always learned from.
    private static let leastJudged = 10.0

    /// Fitted twice: the second time without the outlier hours of each platform. Then with the
    /// drift of the days.
    ///
    /// Outliers have `|Y / E − 1| > 4 · max(1.4826 · MAD, 5 %)`, over hours with `E > 10`.
    static func robust(_ training: Training, platforms: Grouping) -> Expectation {
        let first = Expectation(training)
        var kept =
            training.mask
            ?? Array(
                repeating: true, count: training.cohorts.leaves.count * training.hours.count)
        var isChanged = false
        for leaves in platforms.leaves {
            for index in first.outliers(leaves, training, kept) {
                isChanged = true
                for leaf in leaves { kept[leaf * training.hours.count + index] = false }
            }
        }
        guard isChanged else { return first.followingDrift(training) }
        var second = training
        second.mask = kept
        return Expectation(second).followingDrift(second)
    }

    /// Indices of the training hours in which these leaves together are outliers.
    private func outliers(_ leaves: [Int], _ training: Training, _ kept: [Bool]) -> [Int] {
        let span = training.hours.count
        let cohorts = training.cohorts
        var indices: [Int] = []
        var ratios: [Double] = []
        for index in 0..<span {
            var observed = 0.0
            var expected = 0.0
            for leaf in leaves where kept[leaf * span + index] {
                let hour = training.hours.lowerBound + index
                observed += cohorts.arrivals[leaf * cohorts.hours.count + hour]
                expected += self.expected[leaf * hours.count + index]
            }
            guard expected > Expectation.leastJudged else { continue }
            indices.append(index)
            ratios.append(observed / expected - 1)
        }
        guard !ratios.isEmpty else { return [] }
        let deviation = max(RobustScale.deviation(ratios).mad, Expectation.leastDeviation)
        return zip(indices, ratios).filter { abs($1) > Expectation.outlier * deviation }.map(\.0)
    }
}
