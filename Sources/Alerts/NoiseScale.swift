/// Windows of one length with enough expected events to measure noise.
struct NoiseWindows {
    struct Window {
        /// One after its last hour.
        var end: Int
        /// Observed minus expected.
        var deviation: Double
        /// The variance without the noise that is measured.
        var variance: Double
        var expected: Double
    }

    let width: Int
    var all: [Window] = []

    /// With other expectations, by factors on them.
    func corrected(_ factors: [Double]) -> NoiseWindows {
        var windows = self
        for (place, factor) in factors.enumerated() {
            windows.all[place].deviation += all[place].expected * (1 - factor)
            windows.all[place].expected *= factor
            windows.all[place].variance *= factor
        }
        return windows
    }

    /// The smallest noise, at least `floor`, with which deviations are not wider than a standard
    /// normal distribution: its middle by the median distance, its low side by the 5 % point. Nil
    /// with less than `fewest` windows.
    func noise(atLeast floor: Double, fewest: Int) -> Double? {
        guard all.count >= fewest else { return nil }
        var scratch: [Double] = []
        scratch.reserveCapacity(all.count)
        if isEnough(floor, &scratch) { return floor }
        var low = floor
        var high = 2.0
        for _ in 0..<12 {
            let middle = (low * high).squareRoot()
            if isEnough(middle, &scratch) { high = middle } else { low = middle }
        }
        return high
    }

    private func isEnough(_ noise: Double, _ scratch: inout [Double]) -> Bool {
        scaled(noise, into: &scratch)
        return RobustScale.isAtMostOne(&scratch)
    }

    private func scaled(_ noise: Double, into scratch: inout [Double]) {
        scratch.removeAll(keepingCapacity: true)
        let square = noise * noise
        for window in all {
            let variance = window.variance + square * window.expected * window.expected
            scratch.append(window.deviation / variance.squareRoot())
        }
    }

    /// Ends of the windows that are more than five robust standard deviations low.
    func lowEnds(floor: Double) -> [Int] {
        var scores: [Double] = []
        scaled(floor, into: &scores)
        let (median, mad) = RobustScale.deviation(scores)
        let limit = -5 * max(1, mad)
        return zip(all, scores).filter { $1 - median < limit }.map(\.0.end)
    }
}
