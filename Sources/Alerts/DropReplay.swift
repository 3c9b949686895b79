/// Judges hours one by one, and keeps the state of each drop.
///
/// - **Firing**: the score of a segment is above the threshold. The slice that explains most
///   becomes an episode. While it fires, its leaves are removed from all other segments: the rest
///   can fire by itself.
/// - **Resolved**: the last two hours expected at least 20 events, their score is below 3, and they
///   lack at most half of the drop. Windows then do not reach back before that hour.
/// - **Reopened**: two hours are few data, and a drop that continues fires again. If within 24
///   hours after a resolve the same slice or a part of it fires, and more than half of the drop is
///   missing in all hours since the resolve, then "it continued" is likelier than "it was over":
///   the episode continues without a new notification.
/// - **Lapsed**: fewer than 20 events of the slice are expected in 24 hours.
/// - The first seven days of an episode are not learned from. What lasts longer is the new normal.
struct DropReplay {
    private static let leastExpected = 20.0
    private static let calmScore = 3.0
    /// The longest window: a drop that continues is found again within it, or not at all.
    private static let longestDoubt = 24
    private static let calmHours = 2
    private static let wholeDay = 24

    /// An episode that fires, with the leaves of its slice.
    private struct Active {
        var place: Int
        var leaves: [Int]
        var noise: ScoreNoise
        var sums: WindowSums

        init(_ place: Int, _ leaves: [Int], _ frame: DayFrame) {
            self.place = place
            self.leaves = leaves
            noise = frame.baseline.scoreNoise(of: leaves)
            sums = frame.sums(of: leaves)
        }

        /// Whether more than a share of the expected events is missing in the last hours.
        func lacks(_ share: Double, end: Int, width: Int) -> Bool {
            let found = sums.statistic(
                end: end, width: width, tau: noise.tau, window: noise.place(of: width))
            return found.observed < found.expected * (1 - share)
        }
    }

    private let detector: DropDetector
    private let silent: [Int]
    private var frame: DayFrame?
    private var frameDay: Int?
    private var active: [Active] = []
    private var episodes: [(episode: Episode, leaves: [Int])] = []
    /// For each leaf, the index of the first hour that windows can include.
    private var validFrom: [Int]
    /// The judged hour, its index, and its threshold.
    private var hour: Int64 = 0
    private var index = 0
    private var threshold = 0.0

    var allEpisodes: [Episode] { episodes.map(\.episode) }

    init(_ detector: DropDetector) {
        self.detector = detector
        let hours = detector.model.hours
        silent = detector.silentHours.filter(hours.contains)
            .map { Int($0 - hours.lowerBound) }.sorted()
        validFrom = Array(repeating: 0, count: detector.model.leaves.count)
    }

    mutating func close(_ hour: Int64) -> HourEvaluation {
        self.hour = hour
        index = Int(hour - detector.model.hours.lowerBound)
        prepare()
        if detector.silentHours.contains(hour) {
            return HourEvaluation(hour: hour, state: .noData)
        }
        guard let frame else { return HourEvaluation(hour: hour, state: .notEnoughHistory) }
        let parameters = detector.model.parameters
        let tested = detector.segments.indices.map {
            frame.expectedInDay($0, hour: index) >= parameters.minVolume
        }
        threshold =
            AlertParameters.threshold(series: tested.count { $0 }, budget: parameters.budget)
            + frame.baseline.surcharge
        follow(frame)
        let segments = evaluate(tested)
        open(segments)
        return HourEvaluation(
            hour: hour, state: active.isEmpty ? .ok : .firing, threshold: threshold,
            segments: segments)
    }

    // MARK: Once a day

    /// Learns again at the first hour of each UTC day.
    private mutating func prepare() {
        let day = index - Int(((hour % 24) + 24) % 24)
        guard frameDay != day else { return }
        frameDay = day
        guard let baseline = baseline(day) else {
            frame = nil
            return
        }
        let frame = DayFrame(
            detector, day: day, baseline: baseline, validFrom: validFrom, silent: silent)
        active = active.map { Active($0.place, $0.leaves, frame) }
        self.frame = frame
    }

    private func baseline(_ day: Int) -> Baseline? {
        let first = detector.model.hours.lowerBound
        var excluded = episodes.map { episode, leaves in
            LeafSpan.incident(of: leaves, episode.start, episode.end, from: first)
        }
        let all = Array(detector.model.leaves.indices)
        excluded += silent.map { LeafSpan(leaves: all, hours: $0..<$0 + 1) }
        excluded += detector.missing
        return Baseline(detector.model, day: day, excluded: excluded)
    }

    // MARK: Once an hour

    /// `tested` is whether each segment expects enough events.
    private func evaluate(_ tested: [Bool]) -> [SegmentEvaluation] {
        guard let frame else { return [] }
        return detector.segments.indices.map { segment in
            guard tested[segment] else {
                return SegmentEvaluation(state: .lowVolume, score: SegmentScore())
            }
            let score = frame.score(
                segment, hour: index, detector.model.parameters, above: threshold)
            return SegmentEvaluation(state: score.score > threshold ? .firing : .ok, score: score)
        }
    }

    /// Opens an episode for each firing segment that no existing episode explains, the most
    /// significant first.
    private mutating func open(_ segments: [SegmentEvaluation]) {
        let firing = segments.indices
            .filter { segments[$0].state == .firing }
            .sorted {
                let (a, b) = (segments[$0].score, segments[$1].score)
                return a.score != b.score ? a.score > b.score : $0 < $1
            }
        for segment in firing {
            let taken = Set(active.flatMap(\.leaves))
            let free = Set(detector.segments[segment].leaves).subtracting(taken)
            guard let frame, !free.isEmpty else { continue }
            var score = segments[segment].score
            if !taken.isEmpty {
                score = frame.score(
                    segment, without: taken, hour: index, detector.model.parameters)
            }
            guard score.score > threshold else { continue }
            open(score, segment, free: free, taken: taken, frame)
        }
    }

    private mutating func open(
        _ score: SegmentScore, _ segment: Int, free: Set<Int>, taken: Set<Int>, _ frame: DayFrame
    ) {
        let leaves = detector.model.leaves
        let scan = frame.scan(
            leaves, chosen: leaves.indices.filter { !taken.contains($0) }, segment: segment,
            hour: index, width: score.window)
        let root =
            scan.root(meeting: free)
            ?? AlertSegment(slice: detector.segments[segment].slice, leaves: free.sorted())
        if reopen(root.slice, taken: taken, frame) { return }
        let one = Active(episodes.count, root.leaves, frame)
        active.append(one)
        let end = frame.end(of: index)
        // The numbers of the slice itself; the segment that fired can be larger.
        let own = one.sums.score(
            end: end, window: one.noise.place(of: score.window), noise: one.noise)
        let episode = Episode(
            slice: root.slice, finding: Episode.Finding(hour: hour, score: own),
            threshold: threshold, restRatio: one.sums.restRatio(end: end, width: score.window))
        episodes.append((episode, root.leaves))
    }

    /// Whether a drop within `slice` was resolved too early and continues.
    private mutating func reopen(_ slice: Slice, taken: Set<Int>, _ frame: DayFrame) -> Bool {
        let end = frame.end(of: index)
        for place in episodes.indices.reversed() {
            let (episode, leaves) = episodes[place]
            let since = Int(hour + 1 - episode.end)
            guard episode.state == .resolved, since <= DropReplay.longestDoubt,
                episode.slice.contains(slice), taken.isDisjoint(with: leaves)
            else { continue }
            let one = Active(place, leaves, frame)
            guard one.lacks(episode.reported.score.drop / 2, end: end, width: since) else {
                continue
            }
            active.append(one)
            episodes[place].episode.reopen(hour)
            update(one, end: end)
            return true
        }
        return false
    }

    // MARK: Episodes

    private mutating func follow(_ frame: DayFrame) {
        let end = frame.end(of: index)
        var going: [Active] = []
        for one in active {
            episodes[one.place].episode.end = hour + 1
            if let state = ending(one, end: end), !isBlind(one, state) {
                episodes[one.place].episode.state = state
                for leaf in one.leaves { validFrom[leaf] = index + 1 }
                continue
            }
            going.append(one)
            update(one, end: end)
        }
        let isChanged = going.count < active.count
        active = going
        if isChanged { restart() }
    }

    /// Whether the end cannot be judged: records of this hour are missing, or of the hours with too
    /// few expected events.
    private func isBlind(_ one: Active, _ state: Episode.State) -> Bool {
        let looked = state == .lapsed ? DropReplay.wholeDay : 1
        let span = index + 1 - looked..<index + 1
        return detector.missing.contains {
            $0.hours.overlaps(span) && !Set($0.leaves).isDisjoint(with: one.leaves)
        }
    }

    private mutating func update(_ one: Active, end: Int) {
        let score = one.sums.score(
            end: end, noise: one.noise, parameters: detector.model.parameters)
        guard score.score > threshold else { return }
        episodes[one.place].episode.update(Episode.Finding(hour: hour, score: score))
    }

    /// Windows do not reach back before a resolve.
    private mutating func restart() {
        frame?.drop(before: validFrom)
        guard let frame else { return }
        for place in active.indices {
            active[place].sums = frame.sums(of: active[place].leaves)
        }
    }

    private func ending(_ active: Active, end: Int) -> Episode.State? {
        let day = active.sums.plain(end: end, width: min(DropReplay.wholeDay, end))
        if day < DropReplay.leastExpected { return .lapsed }
        guard end >= DropReplay.calmHours else { return nil }
        let last = active.sums.score(
            end: end, window: active.noise.place(of: DropReplay.calmHours), noise: active.noise)
        let drop = episodes[active.place].episode.reported.score.drop
        let isBack =
            last.expected >= DropReplay.leastExpected && last.score < DropReplay.calmScore
            && last.observed >= last.expected * (1 - drop / 2)
        return isBack ? .resolved : nil
    }
}
