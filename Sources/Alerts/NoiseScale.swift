/// Windows of one length with enough expected events to measure noise.
struct NoiseWindows {
    let width: Int
    /// One after the last hour of each window.
    private(set) var ends: [Int] = []
    /// Observed minus expected.
    private(set) var deviations: [Double] = []
    /// The variance without the noise that is measured.
    private(set) var variances: [Double] = []
    private(set) var expected: [Double] = []

    init(width: Int) { self.width = width }

    mutating func append(end: Int, deviation: Double, variance: Double, expected: Double) {
        ends.append(end)
        deviations.append(deviation)
        variances.append(variance)
        self.expected.append(expected)
    }

    /// The windows without any of the hours that `before` counts: its sums up to each hour.
    func without(_ before: [Int]) -> NoiseWindows {
        guard before.last != 0 else { return self }
        var kept = NoiseWindows(width: width)
        for (index, end) in ends.enumerated() where before[end] == before[end - width] {
            kept.append(
                end: end, deviation: deviations[index], variance: variances[index],
                expected: expected[index])
        }
        return kept
    }

    /// The smallest noise, at least `floor`, with which deviations are not wider than a standard
    /// normal distribution: its middle by the median distance, its low side by the 5 % point.
    func noise(atLeast floor: Double) -> Double {
        var scratch: [Double] = []
        scratch.reserveCapacity(ends.count)
        if isEnough(floor, &scratch) { return floor }
        var low = floor
        var high = 2.0
        for _ in 0..<12 {
            let middle = (low * high).squareRoot()
            if isEnough(middle, &scratch) { high = middle } else { low = middle }
        }
        return high
    }

    /// The same, if there are enough windows.
    func noise(atLeast floor: Double, fewest: Int) -> Double {
        ends.count >= fewest ? noise(atLeast: floor) : AlertParameters.unknownNoise
    }

    private func isEnough(_ noise: Double, _ scratch: inout [Double]) -> Bool {
        scaled(noise, into: &scratch)
        return RobustScale.isAtMostOne(&scratch)
    }

    private func scaled(_ noise: Double, into scratch: inout [Double]) {
        scratch.removeAll(keepingCapacity: true)
        let square = noise * noise
        for index in ends.indices {
            let variance = variances[index] + square * expected[index] * expected[index]
            scratch.append(deviations[index] / variance.squareRoot())
        }
    }

    /// Ends of the windows that are more than five robust standard deviations low.
    func lowEnds(floor: Double) -> [Int] {
        var scores: [Double] = []
        scaled(floor, into: &scores)
        let (median, mad) = RobustScale.deviation(scores)
        let limit = -5 * max(1, mad)
        return zip(ends, scores).filter { $1 - median < limit }.map(\.0)
    }
}
