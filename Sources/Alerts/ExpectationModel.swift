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
    private let wider: @Sendable ([Int]) -> [[Int]]
    /// Of groups of leaves that `wider` names.
    private let known = Locked<[[Int]: MeasuredNoise]>([:])
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
        wider = model.wider
        surcharge =
            training.count < AlertParameters.fullDays * 24
            ? AlertParameters.shortHistorySurcharge : 0
    }

    package func scoreNoise(of leaves: [Int]) -> ScoreNoise {
        var own = noise.measured(of: leaves)
        for group in wider(leaves) where own.isIncomplete && group != leaves {
            own.complete(by: known(group))
        }
        return scoreNoise(noise.campaigns(of: leaves), own)
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

    private func known(_ leaves: [Int]) -> MeasuredNoise {
        if let noise = known.withLock({ $0[leaves] }) { return noise }
        let measured = noise.measured(of: leaves)
        known.withLock { $0[leaves] = measured }
        return measured
    }

    /// The smallest noise of any segment, as if all windows were measured.
    var leastNoise: ScoreNoise {
        let floors = priorNoise.flatMap { prior in noise.widths.map { _ in prior.floor } }
        return scoreNoise(
            CampaignNoise(tau: floors),
            MeasuredNoise(
                sigma: noise.widths.map { _ in AlertParameters.sigmaFloor },
                windows: noise.widths.map { max(0, training.count - $0 + 1) }))
    }

    private func scoreNoise(_ campaigns: CampaignNoise, _ own: MeasuredNoise) -> ScoreNoise {
        ScoreNoise(
            widths: noise.widths, tau: campaigns.tau, mix: priorNoise.map(\.mix), sigma: own.known,
            tauInflation: AlertParameters.inflation(
                priorNoise.map(\.measured), widths: noise.widths),
            sigmaInflation: zip(own.windows, noise.widths).map {
                AlertParameters.inflation(windows: $0, width: $1)
            }, peers: campaigns.peers)
    }
}
