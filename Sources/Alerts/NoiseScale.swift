/// Windows of one length with enough expected events to measure noise.
struct NoiseWindows {
    let width: Int
    /// Of each window: one after its last hour.
    private(set) var ends: [Int] = []
    /// Observed minus expected.
    private(set) var deviations: [Double] = []
    private(set) var expected: [Double] = []
    /// Without the noise that is measured.
    private var variances: [Double] = []

    init(width: Int) { self.width = width }

    var count: Int { ends.count }

    mutating func reserve(_ count: Int) {
        ends.reserveCapacity(count)
        deviations.reserveCapacity(count)
        expected.reserveCapacity(count)
        variances.reserveCapacity(count)
    }

    mutating func append(end: Int, _ found: WindowStatistic) {
        ends.append(end)
        deviations.append(found.observed - found.expected)
        expected.append(found.expected)
        variances.append(found.counting + found.common)
    }

    /// With other expectations, by factors on them.
    func corrected(_ factors: [Double]) -> NoiseWindows {
        var windows = self
        for (place, factor) in factors.enumerated() {
            windows.deviations[place] += expected[place] * (1 - factor)
            windows.expected[place] *= factor
            windows.variances[place] *= factor
        }
        return windows
    }

    /// The smallest noise, at least `floor`, with which deviations are not wider than a standard
    /// normal distribution: its middle by the median distance, its low side by the 5 % point. Nil
    /// with less than `fewest` windows.
    func noise(atLeast floor: Double, fewest: Int) -> Double? {
        guard count >= fewest else { return nil }
        var scratch = deviations
        let lowest = lowestForLowSide(&scratch)
        // More noise does not make the middle wider: what suffices once always does.
        var enough = Double.infinity
        func isEnough(_ noise: Double) -> Bool {
            guard noise * noise >= lowest else { return false }
            guard noise < enough else { return true }
            scale(noise, into: &scratch)
            guard RobustScale.isMiddleAtMostOne(&scratch) else { return false }
            enough = noise
            return true
        }
        if isEnough(floor) { return floor }
        var low = floor
        var high = 2.0
        // Often the low side decides: then no other noise needs to be looked at.
        if lowest > floor * floor, lowest < high * high { _ = isEnough(lowest.squareRoot().nextUp) }
        for _ in 0..<12 {
            let middle = (low * high).squareRoot()
            if isEnough(middle) { high = middle } else { low = middle }
        }
        return high
    }

    /// The square of the smallest noise for which at most 5 % of the deviations are below the 5 %
    /// point: `-d / √(v + n² E²) > 1.645` is a bound of `n²` for each of them.
    private func lowestForLowSide(_ scratch: inout [Double]) -> Double {
        let point = RobustScale.lowPoint * RobustScale.lowPoint
        for place in scratch.indices {
            let (deviation, expected) = (deviations[place], expected[place])
            scratch[place] =
                deviation < 0
                ? (deviation * deviation / point - variances[place]) / (expected * expected)
                : -.infinity
        }
        let above = Int(RobustScale.lowShare * Double(count))
        return RobustScale.select(&scratch, count - 1 - above)
    }

    /// Deviations over their standard deviation with some noise.
    private func scale(_ noise: Double, into scaled: inout [Double]) {
        let square = noise * noise
        // Without checks of bounds, processors compute several at once.
        scaled.withUnsafeMutableBufferPointer { scaled in
            deviations.withUnsafeBufferPointer { deviations in
                variances.withUnsafeBufferPointer { variances in
                    expected.withUnsafeBufferPointer { expected in
                        for place in 0..<scaled.count {
                            let variance =
                                variances[place] + square * expected[place] * expected[place]
                            scaled[place] = deviations[place] / variance.squareRoot()
                        }
                    }
                }
            }
        }
    }

    /// Ends of the windows that are more than five robust standard deviations low.
    func lowEnds(floor: Double) -> [Int] {
        var scores = deviations
        scale(floor, into: &scores)
        let (median, mad) = RobustScale.deviation(scores)
        let limit = -5 * max(1, mad)
        return zip(ends, scores).filter { $1 - median < limit }.map(\.0)
    }
}
