/// One judged day: what was learned for it, and the sums of its segments.
struct DayFrame {
    let baseline: Baseline
    /// The smallest noise of any segment, for each window length.
    private let least: [ScoreNoise]
    // `segment × least.count + window`.
    /// The least noise of a segment with the noise of its campaigns.
    private let campaigns: FirstUse<ScoreNoise>
    private let noises: FirstUse<ScoreNoise>
    private let segments: [AlertSegment]
    private let grouping: Grouping
    /// The day before and the day itself, without missing hours.
    private(set) var data: LeafHours
    private var sums: [WindowSums]
    /// The same without the leaves of slices that fire.
    private var free: (taken: Set<Int>, sums: [WindowSums])?

    /// `validFrom` is the first valid hour of each leaf; `silent` are hours that are never valid.
    init(
        _ detector: DropDetector, day: Int, baseline: Baseline, validFrom: [Int], silent: [Int]
    ) {
        self.baseline = baseline
        segments = detector.segments
        grouping = detector.model.grouping
        least = baseline.leastNoise
        campaigns = FirstUse(count: segments.count * least.count)
        noises = FirstUse(count: segments.count * least.count)
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
        sums = baseline.sums(data, ofEach: segments.map(\.leaves), grouping: grouping)
        free = nil
    }

    /// Leaves that are judged by themselves: what they lack says nothing of the rest.
    mutating func take(_ taken: Set<Int>) {
        guard taken != free?.taken ?? [] else { return }
        free = nil
        guard !taken.isEmpty else { return }
        let leaves = segments.map(\.leaves)
        free = (taken, baseline.sums(without(taken), ofEach: leaves, grouping: grouping))
    }

    private func without(_ taken: Set<Int>) -> LeafHours {
        data.without([LeafSpan(leaves: taken.sorted(), hours: data.hours)])
    }

    /// The place after an hour, in the sums.
    func end(of hour: Int) -> Int { hour + 1 - data.hours.lowerBound }

    /// Expected events in the 24 hours that end with `hour`.
    func expectedInDay(_ segment: Int, hour: Int) -> Double {
        let end = end(of: hour)
        return sums[segment].plain(end: end, width: min(24, end))
    }

    /// The score of a segment, without what `take` has taken if `isFree`; none if it cannot be
    /// above `threshold` with any noise of a segment, because measuring the noise is slow.
    func score(
        _ segment: Int, hour: Int, _ parameters: AlertParameters, above threshold: Double,
        isFree: Bool = false
    ) -> SegmentScore {
        let end = end(of: hour)
        let sums = isFree ? free?.sums[segment] ?? sums[segment] : sums[segment]
        func mayScore(_ noise: ScoreNoise, isCeiling: Bool) -> Bool {
            sums.mayScore(
                above: threshold, end: end, noise, isCeiling: isCeiling, parameters)
        }
        var best = SegmentScore()
        // The noise of campaigns is faster to measure: segments share it.
        for window in least.indices
        where mayScore(least[window], isCeiling: true)
            && mayScore(leastOfCampaigns(segment, window), isCeiling: false)
        {
            let score = sums.score(
                end: end, noise: noise(segment, window), parameters: parameters)
            if score.score > best.score { best = score }
        }
        return best
    }

    private func leastOfCampaigns(_ segment: Int, _ window: Int) -> ScoreNoise {
        campaigns.value(segment * least.count + window) {
            least[window].with(
                baseline.noise.campaigns(of: segments[segment].leaves, window: window))
        }
    }

    private func noise(_ segment: Int, _ window: Int) -> ScoreNoise {
        noises.value(segment * least.count + window) {
            baseline.scoreNoise(of: segments[segment].leaves, window: window)
        }
    }

    /// Of some leaves, without others.
    func sums(of leaves: [Int], without taken: Set<Int>) -> WindowSums {
        baseline.sums(taken.isEmpty ? data : without(taken), of: leaves, grouping: grouping)
    }

    /// A scan for the slice that lacks events in a window, among some leaves, with the noise of a
    /// segment.
    func scan(
        _ leaves: [[String]], chosen: [Int], segment: Int, hour: Int, width: Int
    ) -> SliceScan {
        let window = baseline.noise.widths.window(of: width)
        let data = data.merged(end: end(of: hour), width: width, of: chosen)
        // Campaigns of other days are no candidates.
        let chosen = chosen.filter { data.counts[$0].expected > 0 }
        return SliceScan(
            leaves: leaves,
            likelihood: DropLikelihood(
                data, grouping: grouping,
                // Slices can have any campaigns.
                tau: baseline.noise.tau(window: window), sigma: noise(segment, window).sigma),
            chosen: chosen)
    }
}
