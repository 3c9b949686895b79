/// Judges hours one by one, and keeps the state of each drop.
///
/// - **Firing**: the score of a segment is above the threshold. Of the slices that explain the
///   counts, the best one whose own score is above it becomes an episode, or else the segment.
///   While it fires, its leaves are removed from all other segments, and from what corrects them:
///   the rest can fire by itself.
/// - **Resolved**: in the shortest of 2, 3, 6, 12 and 24 hours that expects at least 20 events, the
///   score is below 3, and at most half of the drop is missing. Windows then do not reach back
///   before that hour.
/// - **Reopened**: these are few data, and a drop that continues fires again. If within 24 hours
///   after a resolve the same slice or a part of it fires, and more than half of the drop is
///   missing in all hours since the resolve, then "it continued" is likelier than "it was over":
///   the episode continues without a new notification. If the window that fires begins after hours
///   that lack less, it is a second drop.
/// - **Lapsed**: fewer than 20 events of the slice are expected in 24 hours.
/// - The first seven days of an episode are not learned from. What lasts longer is the new normal.
struct DropReplay {
    private static let leastExpected = 20.0
    private static let calmScore = 3.0
    /// The longest window: a drop that continues is found again within it, or not at all.
    private static let longestDoubt = 24
    private static let calmHours = [2, 3, 6, 12, 24]
    private static let wholeDay = 24
    /// Slices whose own score is looked at.
    private static let mostRoots = 5

    /// An episode that fires, with the leaves of its slice.
    private struct Active {
        var place: Int
        var leaves: [Int]
        /// For each window length.
        var noise: [ScoreNoise]
        var sums: WindowSums

        init(_ place: Int, _ leaves: [Int], _ frame: DayFrame, without others: Set<Int>) {
            self.place = place
            self.leaves = leaves
            noise = frame.baseline.scoreNoise(of: leaves)
            sums = frame.sums(of: leaves, without: others)
        }

        func score(end: Int, _ parameters: AlertParameters) -> SegmentScore {
            sums.score(end: end, noise: noise, parameters: parameters)
        }

        /// Some of the last hours, whether they show a drop or not.
        func score(end: Int, width: Int) -> SegmentScore {
            sums.score(end: end, noise: noise(of: width))
        }

        /// Of the last `window` hours, those in which a drop is likeliest, by the likelihood of
        /// Poisson counts. Many hours together can be more significant than the last ones alone,
        /// though the first of them lack nothing.
        func hoursOfDrop(end: Int, window: Int) -> SegmentScore {
            (1...max(1, window)).map { score(end: end, width: $0) }
                .max { ($0.evidence, $0.window) < ($1.evidence, $1.window) } ?? SegmentScore()
        }

        private func noise(of width: Int) -> ScoreNoise {
            noise[noise.map(\.width).window(of: width)]
        }

        /// The shortest of the last hours that expect enough events to judge an end.
        func recent(end: Int) -> SegmentScore? {
            DropReplay.calmHours.lazy.filter { $0 <= end }.map { score(end: end, width: $0) }
                .first { $0.expected >= DropReplay.leastExpected }
        }

        /// Whether more than a share of the expected events is missing in some hours before `end`.
        func lacks(_ share: Double, end: Int, width: Int) -> Bool {
            let found = sums.statistic(end: end, width: width, noise(of: width))
            return found.observed < found.expected * (1 - share)
        }
    }

    private let detector: DropDetector
    private let silent: [Int]
    private var frame: DayFrame?
    private var frameDay: Int?
    private var active: [Active] = []
    private(set) var episodes: [Episode] = []
    /// For each leaf, the index of the first hour that windows can include.
    private var validFrom: [Int]
    /// The judged hour, its index, and its thresholds.
    private var hour: Int64 = 0
    private var index = 0
    private var thresholds = AlertThresholds([], budget: 1)

    /// What was learned for the day of the last judged hour; `day` is the index of its first hour.
    /// Nil with too little history.
    var learned: (day: Int, baseline: Baseline)? {
        guard let frameDay, let frame else { return nil }
        return (frameDay, frame.baseline)
    }

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
        thresholds = AlertThresholds(
            zip(detector.segments, tested).filter(\.1).map(\.0.slice), budget: parameters.budget,
            surcharge: frame.baseline.surcharge)
        follow(frame)
        let segments = evaluate(tested)
        while let next = mostSignificant(segments) { open(next.segment, next.score) }
        return HourEvaluation(
            hour: hour, state: active.isEmpty ? .ok : .firing, segments: segments)
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
        self.frame = frame
        regroup()
    }

    /// The leaves of slices that fire.
    private var taken: Set<Int> { Set(active.flatMap(\.leaves)) }

    /// No slice that fires is part of what another one is compared with.
    private mutating func regroup() {
        let taken = taken
        frame?.take(taken)
        guard let frame else { return }
        active = active.map {
            Active($0.place, $0.leaves, frame, without: taken.subtracting($0.leaves))
        }
    }

    private func baseline(_ day: Int) -> Baseline? {
        let first = detector.model.hours.lowerBound
        var excluded = episodes.map {
            LeafSpan.incident(of: $0.leaves, $0.start, $0.end, from: first)
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
        return detector.segments.enumerated().map { segment, one in
            guard tested[segment] else { return SegmentEvaluation() }
            let threshold = thresholds.of(one.slice)
            let score = frame.score(
                segment, hour: index, detector.model.parameters, above: threshold)
            return SegmentEvaluation(
                state: score.score > threshold ? .firing : .ok, score: score, threshold: threshold)
        }
    }

    /// The segment whose score is furthest above its threshold, without the slices that fire
    /// already. `segments` have their scores with these.
    private func mostSignificant(
        _ segments: [SegmentEvaluation]
    ) -> (segment: Int, score: SegmentScore)? {
        guard let frame else { return nil }
        let taken = taken
        var best: (segment: Int, score: SegmentScore)?
        var most = 0.0
        for (segment, evaluation) in segments.enumerated() where evaluation.state != .lowVolume {
            var score = evaluation.score
            if !taken.isEmpty {
                guard !taken.isSuperset(of: detector.segments[segment].leaves) else { continue }
                score = frame.score(
                    segment, hour: index, detector.model.parameters, above: evaluation.threshold,
                    isFree: true)
            }
            guard score.score - evaluation.threshold > most else { continue }
            most = score.score - evaluation.threshold
            best = (segment, score)
        }
        return best
    }

    private mutating func open(_ segment: Int, _ score: SegmentScore) {
        guard let frame else { return }
        let taken = taken
        let (root, own) = root(segment, score, taken: taken, frame)
        if reopen(root.slice, own, taken: taken, frame) { return }
        let one = Active(episodes.count, root.leaves, frame, without: taken)
        let end = frame.end(of: index)
        let threshold = thresholds.of(root.slice)
        let hours = one.hoursOfDrop(end: end, window: own.window)
        let firing = active.map { episodes[$0.place] }
        let episode = Episode(
            root, besides: firing.slices(beside: root.slice, in: detector.model.leaves),
            finding: finding(hours.score > threshold ? hours : own, of: one, end: end),
            hours: hours, quietHours: one.sums.quietHours(end: end, width: hours.window),
            threshold: threshold)
        active.append(one)
        episodes.append(episode)
        regroup()
    }

    /// The slice that explains the counts best and is above the threshold by itself, or else the
    /// segment that fired; and its own score.
    private func root(
        _ segment: Int, _ score: SegmentScore, taken: Set<Int>, _ frame: DayFrame
    ) -> (AlertSegment, SegmentScore) {
        let leaves = detector.model.leaves
        let free = Set(detector.segments[segment].leaves).subtracting(taken)
        let scan = frame.scan(
            leaves, chosen: leaves.indices.filter { !taken.contains($0) }, segment: segment,
            hour: index, width: score.window)
        for slice in scan.roots(meeting: free).prefix(DropReplay.mostRoots) {
            let root = AlertSegment(
                slice: slice, leaves: slice.places(in: leaves).filter { !taken.contains($0) })
            let own = Active(0, root.leaves, frame, without: taken).score(
                end: frame.end(of: index), detector.model.parameters)
            if own.score > thresholds.of(slice) { return (root, own) }
        }
        let slice = detector.segments[segment].slice
        return (AlertSegment(slice: slice, leaves: free.sorted()), score)
    }

    /// Whether a drop within `slice` was resolved too early and continues.
    private mutating func reopen(
        _ slice: Slice, _ score: SegmentScore, taken: Set<Int>, _ frame: DayFrame
    ) -> Bool {
        let end = frame.end(of: index)
        for place in episodes.indices.reversed() {
            let episode = episodes[place]
            let since = Int(hour + 1 - episode.end)
            guard episode.state == .resolved, since <= DropReplay.longestDoubt,
                episode.slice.contains(slice), taken.isDisjoint(with: episode.leaves)
            else { continue }
            let one = Active(place, episode.leaves, frame, without: taken)
            let half = episode.reported.score.drop / 2
            let before = since - score.window
            guard one.lacks(half, end: end, width: since),
                before <= 0 || one.lacks(half, end: end - score.window, width: before)
            else { continue }
            active.append(one)
            for later in (0..<since).reversed() {
                episodes[place].total.add(one.score(end: end - later, width: 1))
            }
            episodes[place].recent = one.recent(end: end)
            episodes[place].reopen(hour)
            update(one, end: end)
            regroup()
            return true
        }
        return false
    }

    // MARK: Episodes

    private mutating func follow(_ frame: DayFrame) {
        let end = frame.end(of: index)
        var going: [Active] = []
        for one in active {
            episodes[one.place].end = hour + 1
            episodes[one.place].total.add(one.score(end: end, width: 1))
            episodes[one.place].recent = one.recent(end: end)
            if let state = ending(one, end: end), !isBlind(one, state) {
                episodes[one.place].state = state
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
        let episode = episodes[one.place]
        let threshold = thresholds.of(episode.slice)
        var score = one.score(end: end, detector.model.parameters)
        guard score.score > threshold else { return }
        let hours = Int(hour + 1 - episode.start)
        if score.window > hours {
            // The hours before the start are not of this drop.
            let since = one.score(end: end, width: hours)
            if since.score > threshold { score = since }
        }
        episodes[one.place].update(finding(score, of: one, end: end))
    }

    private func finding(_ score: SegmentScore, of one: Active, end: Int) -> Episode.Finding {
        Episode.Finding(
            hour: hour, score: score,
            restRatio: one.sums.restRatio(end: end, width: score.window))
    }

    /// Windows do not reach back before a resolve.
    private mutating func restart() {
        frame?.drop(before: validFrom)
        regroup()
    }

    private func ending(_ active: Active, end: Int) -> Episode.State? {
        let day = active.sums.plain(end: end, width: min(DropReplay.wholeDay, end))
        if day < DropReplay.leastExpected { return .lapsed }
        let drop = episodes[active.place].reported.score.drop
        guard let last = active.recent(end: end) else { return nil }
        let isBack =
            last.score < DropReplay.calmScore && last.observed >= last.expected * (1 - drop / 2)
        return isBack ? .resolved : nil
    }
}
