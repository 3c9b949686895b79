internal import Locked

/// A source of expectations: sends (`RateModel`), or the past of the series (`VolumeModel`).
package protocol ExpectationModel: Sendable {
    var parameters: AlertParameters { get }
    /// Hours since 1970-01-01 00:00 UTC; indices of hours count from the first.
    var hours: Range<Int64> { get }
    var leaves: [[String]] { get }
    /// The watched slices.
    var segments: [AlertSegment] { get }
    /// Campaigns: leaves that correct each other.
    var grouping: Grouping { get }
    /// `leaf × hours.count + hour`.
    var arrivals: [Double] { get }
    /// The number of hours at the start without enough history to learn from.
    var firstUsable: Int { get }

    /// The expected events of the hours of `training` and after it, up to `end`.
    func expectation(
        training: Range<Int>, end: Int, excluded: [LeafSpan]
    ) -> Expectation

    /// What is known of the noise of each campaign before it is measured. `data` are the training
    /// hours of `expectation`, without excluded ones.
    func priorNoise(_ data: LeafHours, _ expectation: Expectation) -> [PriorNoise]

    /// The leaves whose noise a segment has if it has too few windows of its own; the closest
    /// first.
    func wider(_ leaves: [Int]) -> [[Int]]
}

extension ExpectationModel {
    /// The hours to learn from for the day that begins with the hour of index `day`; nil with too
    /// little history.
    func training(before day: Int) -> Range<Int>? {
        let end = day - AlertParameters.lag
        let start = max(firstUsable, end - parameters.historyDays * 24)
        return end - start >= AlertParameters.fewestDays * 24 ? start..<end : nil
    }

    /// The events of some hours, with their expectation.
    func counts(_ expectation: Expectation, _ span: Range<Int>) -> LeafHours {
        LeafHours(expectation, arrivals: arrivals, total: hours.count, span: span)
    }
}

/// Hours of some leaves that are not learned from.
package struct LeafSpan: Sendable, Equatable {
    package var leaves: [Int]
    package var hours: Range<Int>

    /// The longest part of an incident that is not learned from: what lasts longer is the new
    /// normal.
    static let longestIncident: Int64 = 7 * 24

    /// The hours of an incident, counted from `first`.
    static func incident(
        of leaves: [Int], _ start: Int64, _ end: Int64, from first: Int64
    ) -> LeafSpan {
        let end = max(start, min(end, start + longestIncident))
        return LeafSpan(leaves: leaves, hours: Int(start - first)..<Int(end - first))
    }

    /// Flags of leaf hours, `leaf × span.count + hour`: true in one of the spans. Nil without any
    /// span.
    static func flags(_ spans: [LeafSpan], leafCount: Int, in span: Range<Int>) -> [Bool]? {
        let met = spans.filter { $0.hours.overlaps(span) }
        guard !met.isEmpty else { return nil }
        var flags = Array(repeating: false, count: leafCount * span.count)
        for one in met {
            for leaf in one.leaves {
                for hour in one.hours.clamped(to: span) {
                    flags[leaf * span.count + hour - span.lowerBound] = true
                }
            }
        }
        return flags
    }
}

/// The normal counts, learned once a day, and their noise.
package struct Baseline: Sendable {
    package let training: Range<Int>
    package let expectation: Expectation
    package let noise: Noise
    package let priorNoise: [PriorNoise]
    /// The smallest noise of any segment, for each window length, as if all windows were measured.
    let leastNoise: [ScoreNoise]
    private let wider: @Sendable ([Int]) -> [[Int]]
    /// Of groups of leaves that `wider` names.
    private let known = Locked<[LeavesWindow: MeasuredNoise]>([:])
    /// Added to the threshold while the history is short.
    package let surcharge: Double

    /// For the day that begins with the hour of index `day`. Nil with too little history.
    package init?(
        _ model: some ExpectationModel, day: Int, excluded: [LeafSpan] = []
    ) {
        guard let training = model.training(before: day) else { return nil }
        self.training = training
        expectation = model.expectation(
            training: training, end: min(day + 24, model.hours.count), excluded: excluded)
        let data = model.counts(expectation, training)
        priorNoise = model.priorNoise(data.without(excluded), expectation)
        noise = Noise(
            data, grouping: model.grouping, prior: priorNoise,
            excluded: LeafSpan.flags(
                excluded, leafCount: model.leaves.count, in: training),
            widths: model.parameters.measuredWindows)
        let prior = priorNoise
        leastNoise = noise.widths.map { width in
            let windows = max(0, training.count - width + 1)
            return ScoreNoise(
                width: width, tau: prior.map(\.floor), mix: prior.map(\.mix),
                sigma: AlertParameters.sigmaFloor,
                tauInflation: AlertParameters.inflation(prior.map(\.measured), width: width),
                sigmaInflation: AlertParameters.inflation(windows: windows, width: width))
        }
        wider = model.wider
        surcharge =
            training.count < AlertParameters.fullDays * 24
            ? AlertParameters.shortHistorySurcharge : 0
    }

    /// For each window length.
    package func scoreNoise(of leaves: [Int]) -> [ScoreNoise] {
        let hours = noise.hours(of: leaves)
        return noise.widths.indices.map { scoreNoise(of: leaves, hours, window: $0) }
    }

    func scoreNoise(of leaves: [Int], window: Int) -> ScoreNoise {
        scoreNoise(of: leaves, noise.hours(of: leaves), window: window)
    }

    private func scoreNoise(of leaves: [Int], _ hours: NoiseHours, window: Int) -> ScoreNoise {
        var own = noise.measured(of: leaves, hours, window: window)
        for group in wider(leaves) where own.sigma == nil && group != leaves {
            let other = known(group, window)
            if other.sigma != nil { own = other }
        }
        var score = leastNoise[window].with(noise.campaigns(of: leaves, window: window))
        score.sigma = own.known
        score.sigmaInflation = AlertParameters.inflation(
            windows: own.windows, width: noise.widths[window])
        return score
    }

    /// The sums of a segment, with those of its peers.
    package func sums(
        _ data: LeafHours, of leaves: [Int], grouping: Grouping
    ) -> WindowSums {
        sums(data, ofEach: [leaves], grouping: grouping)[0]
    }

    /// The same of several segments: most campaigns have the same peers.
    func sums(
        _ data: LeafHours, ofEach segments: [[Int]], grouping: Grouping
    ) -> [WindowSums] {
        var known: [[Int]: Peers.Sums] = [:]
        return segments.map { leaves in
            let peers = noise.peers(of: leaves)
            if !peers.isEmpty, known[peers] == nil {
                known[peers] = Peers.Sums(data, peers, grouping)
            }
            return WindowSums(data, leaves: leaves, grouping: grouping, peers: known[peers])
        }
    }

    private func known(_ leaves: [Int], _ window: Int) -> MeasuredNoise {
        let key = LeavesWindow(leaves: leaves, window: window)
        if let noise = known.withLock({ $0[key] }) { return noise }
        let measured = noise.measured(of: leaves, noise.hours(of: leaves), window: window)
        known.withLock { $0[key] = measured }
        return measured
    }
}
