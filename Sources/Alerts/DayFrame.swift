/// One judged day: what was learned for it, and the sums of its segments.
struct DayFrame {
    let baseline: Baseline
    /// Of each segment.
    private let noises: FirstUse<ScoreNoise>
    private let least: ScoreNoise
    private let segments: [AlertSegment]
    private let grouping: Grouping
    /// The day before and the day itself, without missing hours.
    private(set) var data: LeafHours
    private var sums: [WindowSums]

    /// `validFrom` is the first valid hour of each leaf; `silent` are hours that are never valid.
    init(
        _ detector: DropDetector, day: Int, baseline: Baseline, validFrom: [Int], silent: [Int]
    ) {
        self.baseline = baseline
        segments = detector.segments
        grouping = detector.model.grouping
        noises = FirstUse(count: segments.count)
        least = baseline.leastNoise
        data = detector.model.counts(baseline.expectation, day - 24..<day + 24)
        for leaf in 0..<data.leafCount {
            for hour in silent { data.drop(leaf, hour..<hour + 1) }
        }
        for span in detector.missing {
            for leaf in span.leaves { data.drop(leaf, span.hours) }
        }
        sums = []
        drop(before: validFrom)
    }

    /// Removes the hours before the first valid hour of each leaf.
    mutating func drop(before validFrom: [Int]) {
        for (leaf, hour) in validFrom.enumerated() where hour > data.hours.lowerBound {
            data.drop(leaf, data.hours.lowerBound..<hour)
        }
        sums = segments.map { WindowSums(data, leaves: $0.leaves, grouping: grouping) }
    }

    /// The place after an hour, in the sums.
    func end(of hour: Int) -> Int { hour + 1 - data.hours.lowerBound }

    /// Expected events in the 24 hours that end with `hour`.
    func expectedInDay(_ segment: Int, hour: Int) -> Double {
        let end = end(of: hour)
        return sums[segment].plain(end: end, width: min(24, end))
    }

    /// The score of a segment; none if it cannot be above `threshold` with any noise of a segment,
    /// because measuring the noise is slow.
    func score(
        _ segment: Int, hour: Int, _ parameters: AlertParameters, above threshold: Double
    ) -> SegmentScore {
        let end = end(of: hour)
        let sums = sums[segment]
        // The noise of campaigns is faster to measure: segments share it.
        guard sums.mayScore(above: threshold, end: end, least, parameters),
            sums.mayScore(
                above: threshold, end: end, least,
                tau: baseline.noise.tau(of: segments[segment].leaves), parameters)
        else { return SegmentScore() }
        return sums.score(end: end, noise: noise(segment), parameters: parameters)
    }

    private func noise(_ segment: Int) -> ScoreNoise {
        noises.value(segment) { baseline.scoreNoise(of: segments[segment].leaves) }
    }

    /// The score of a segment without some leaves.
    func score(
        _ segment: Int, without taken: Set<Int>, hour: Int, _ parameters: AlertParameters
    ) -> SegmentScore {
        var data = data
        for leaf in taken { data.drop(leaf, data.hours) }
        return WindowSums(data, leaves: segments[segment].leaves, grouping: grouping)
            .score(end: end(of: hour), noise: noise(segment), parameters: parameters)
    }

    func sums(of leaves: [Int]) -> WindowSums {
        WindowSums(data, leaves: leaves, grouping: grouping)
    }

    /// A scan for the slice that lacks events in a window, among some leaves, with the noise of a
    /// segment.
    func scan(
        _ leaves: [[String]], chosen: [Int], segment: Int, hour: Int, width: Int
    ) -> SliceScan {
        let noise = noise(segment)
        let window = noise.place(of: width)
        // Slices can have any campaigns.
        let tau = baseline.noise.tau
        let data = data.merged(end: end(of: hour), width: width, of: chosen)
        return SliceScan(
            leaves: leaves,
            likelihood: DropLikelihood(
                data, grouping: grouping,
                tau: grouping.leaves.indices.map { tau[$0 * noise.widths.count + window] },
                sigma: noise.sigma[window]),
            chosen: chosen)
    }
}
