internal import Glibc

/// Judges the refused sends of one class hour by hour, and follows each rise from alarm to end.
///
/// - **Firing**: in one of the windows, more sends of a slice are refused than the usual share of
///   the same sends and its noise explain. Of the slices that fire, the one that explains most
///   becomes an episode; while it fires, its leaves are removed from all others.
/// - **Resolved**: in the shortest window of two hours or more in which five refusals would be due,
///   at most half of the excess is left, and the score is below 3. So small slices end, too. The
///   rise was over when the hours since then are best explained by the usual share.
/// - **Lapsed**: even a day has too few sends for that.
package struct RefusalDetector {
    /// Dead tokens are usual after a purge and in a first mailing to old tokens: only a large rise
    /// is worth a notification.
    private static let deadTokens = (minDrop: 0.3, minMissing: 20.0)
    private static let calmScore = 3.0
    private static let fewestDue = 5.0
    private static let endWindows = [2, 3, 6, 12, 24]
    private static let longestCalm = 24

    private struct Active {
        var place: Int
        var leaves: [Int]
    }

    private let kind: RefusalClass
    private let counts: RefusalHours
    private let refused: [Double]
    private var parameters: AlertParameters
    private let kinds: [Int]
    private let slices: [AlertSegment]
    private var frame: RefusalFrame?
    private var frameDay: Int?
    private var noises: [[Int]: Double] = [:]
    private var validFrom: [Int]
    private var active: [Active] = []
    package private(set) var episodes: [Episode] = []
    /// The judged hour, its index, and its thresholds.
    private var hour: Int64 = 0
    private var index = 0
    private var thresholds = AlertThresholds([], budget: 1)

    /// `kinds` is the kind of each hour: see `HourOfWeek.kind`.
    package init(
        _ kind: RefusalClass, _ counts: RefusalHours, kinds: [Int], parameters: AlertParameters
    ) {
        self.kind = kind
        self.counts = counts
        self.kinds = kinds
        self.parameters = parameters
        if kind == .token {
            let least = RefusalDetector.deadTokens
            self.parameters.minDrop = max(parameters.minDrop, least.minDrop)
            self.parameters.minMissing = max(parameters.minMissing, least.minMissing)
        }
        refused = counts.refused(kind) ?? Array(repeating: 0, count: counts.attempts.count)
        slices = counts.slices(by: parameters.series ?? [[]])
        validFrom = Array(repeating: 0, count: counts.leaves.count)
    }

    /// Hours in order.
    package mutating func close(_ hour: Int64) -> HourEvaluation {
        self.hour = hour
        index = Int(hour - counts.hours.lowerBound)
        prepare()
        guard let frame else { return HourEvaluation(hour: hour, state: .notEnoughHistory) }
        let tested = slices.filter {
            let day = frame.window($0.leaves, end: index + 1, hours: 24)
            return day.attempts - day.expected >= parameters.minVolume
        }
        thresholds = AlertThresholds(
            tested.map(\.slice), times: RefusalClass.allCases.count, budget: parameters.budget)
        follow(frame)
        while let found = root(tested) { open(found) }
        return HourEvaluation(
            hour: hour, state: active.isEmpty ? .ok : .firing,
            segments: slices.indices.map {
                SegmentEvaluation(state: $0 < tested.count ? .ok : .lowVolume)
            })
    }

    // MARK: Once a day

    private mutating func prepare() {
        let day = index - Int(((hour % 24) + 24) % 24)
        guard frameDay != day else { return }
        frameDay = day
        noises = [:]
        frame = nil
        guard let training = RefusalBaseline.training(before: day, parameters) else { return }
        let baseline = RefusalBaseline(
            counts, refused: refused, kinds: kinds, training: training,
            excluded: episodes.map {
                LeafSpan.incident(of: $0.leaves, $0.start, $0.end, from: counts.hours.lowerBound)
            })
        frame = RefusalFrame(counts, refused, baseline, day: day, validFrom: validFrom)
    }

    // MARK: Once an hour

    private typealias Found = (segment: AlertSegment, score: SegmentScore)

    /// The slice that explains most. Leaves of episodes that fire already are left out.
    private mutating func root(_ tested: [AlertSegment]) -> Found? {
        guard let frame else { return nil }
        let taken = Set(active.flatMap(\.leaves))
        var firing: [Found] = []
        for slice in tested {
            var free = slice
            if !taken.isEmpty { free.leaves.removeAll(where: taken.contains) }
            guard !free.leaves.isEmpty else { continue }
            let score = score(free, frame)
            if score.score > thresholds.of(free.slice) { firing.append((free, score)) }
        }
        // Slices are compared in one window: that of the clearest alarm.
        guard let most = firing.max(by: { $0.score.score < $1.score.score }) else { return nil }
        return firing.max { value($0, most, frame) < value($1, most, frame) - 1e-9 }
    }

    private func value(_ found: Found, _ most: Found, _ frame: RefusalFrame) -> Double {
        let dimensions = found.segment.slice.values.map { $0 == nil }
        let alike = slices.count { $0.slice.values.map { $0 == nil } == dimensions }
        let window = frame.window(
            found.segment.leaves, end: index + 1, hours: most.score.window)
        return window.evidence - log(Double(alike))
    }

    /// The most significant window; empty if none shows a rise that is large enough.
    private mutating func score(
        _ segment: AlertSegment, _ frame: RefusalFrame, longest: Int = .max
    ) -> SegmentScore {
        let threshold = thresholds.of(segment.slice)
        var best = SegmentScore()
        for hours in parameters.windows where hours <= longest {
            let window = frame.window(segment.leaves, end: index + 1, hours: hours)
            guard window.excess >= parameters.minMissing, window.drop >= parameters.minDrop,
                window.score(noise: 0).score > threshold
            else { continue }
            let score = window.score(noise: noise(of: segment.leaves, hours, frame))
            if score.score > best.score { best = score }
        }
        return best
    }

    private mutating func noise(
        of leaves: [Int], _ hours: Int, _ frame: RefusalFrame
    ) -> Double {
        if let known = noises[[hours] + leaves] { return known }
        let noise = frame.baseline.noise(of: leaves, width: hours)
        noises[[hours] + leaves] = noise
        return noise
    }

    private mutating func open(_ found: Found) {
        let firing = active.map { episodes[$0.place] }
        active.append(Active(place: episodes.count, leaves: found.segment.leaves))
        let slice = found.segment.slice
        episodes.append(
            Episode(
                found.segment, besides: firing.slices(beside: slice, in: counts.leaves),
                finding: Episode.Finding(hour: hour, score: found.score),
                threshold: thresholds.of(slice)))
    }

    // MARK: Episodes

    private mutating func follow(_ frame: RefusalFrame) {
        var going: [Active] = []
        for one in active {
            episodes[one.place].end = hour + 1
            if let state = ending(one, frame) {
                episodes[one.place].state = state
                if state == .resolved { episodes[one.place].end = end(one, frame) }
                for leaf in one.leaves { validFrom[leaf] = index + 1 }
                continue
            }
            going.append(one)
            let threshold = thresholds.of(episodes[one.place].slice)
            guard let score = continued(one, frame), score.score > threshold else { continue }
            episodes[one.place].update(Episode.Finding(hour: hour, score: score))
        }
        let isChanged = going.count < active.count
        active = going
        guard isChanged, let frameDay else { return }
        self.frame = RefusalFrame(
            counts, refused, frame.baseline, day: frameDay, validFrom: validFrom)
    }

    /// The score since the start; nil if this hour has at most half of the excess, because later
    /// hours would dilute what was refused.
    private mutating func continued(_ one: Active, _ frame: RefusalFrame) -> SegmentScore? {
        let episode = episodes[one.place]
        let last = frame.window(one.leaves, end: index + 1, hours: 1)
        guard last.drop > episode.reported.score.drop / 2 else { return nil }
        let segment = AlertSegment(slice: episode.slice, leaves: one.leaves)
        return score(segment, frame, longest: Int(hour + 1 - episode.start))
    }

    private mutating func ending(_ one: Active, _ frame: RefusalFrame) -> Episode.State? {
        let drop = episodes[one.place].reported.score.drop
        for hours in RefusalDetector.endWindows {
            let window = frame.window(one.leaves, end: index + 1, hours: hours)
            guard window.attempts * drop >= RefusalDetector.fewestDue else { continue }
            let isBack =
                window.drop <= drop / 2
                && window.score(noise: noise(of: one.leaves, hours, frame)).score
                    < RefusalDetector.calmScore
            return isBack ? .resolved : nil
        }
        return .lapsed
    }

    /// One after the last hour of the rise, which is the hour of the first alarm or a later one.
    private func end(_ one: Active, _ frame: RefusalFrame) -> Int64 {
        let episode = episodes[one.place]
        var end = hour + 1
        var (evidence, most) = (0.0, 0.0)
        for back in 0..<min(Int(hour - episode.firedAt), RefusalDetector.longestCalm) {
            let last = frame.window(one.leaves, end: index + 1 - back, hours: 1)
            evidence += last.calmness(against: episode.reported.score.drop)
            guard evidence > most else { continue }
            (end, most) = (hour - Int64(back), evidence)
        }
        return end
    }
}
