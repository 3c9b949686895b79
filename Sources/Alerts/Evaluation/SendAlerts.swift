internal import Delivery
internal import Glibc

/// Missing sends, compared with other weeks: of all sends, of each platform, and of each campaign
/// with sends nearly every day.
struct SendAlerts {
    /// A campaign with sends on this share of the days is expected on all of them.
    private static let alwaysOn = 0.9

    private(set) var findings: [AlertFinding] = []
    /// The judged series, all sends first.
    private(set) var watched: [(slice: Slice, model: VolumeModel)] = []
    private(set) var last: HourEvaluation?
    private(set) var counts = HourCounts()

    /// Judges hours one by one, up to the end of `judged`, without unknown hours. The series are
    /// those of the hours `known`: they do not depend on how many hours are judged.
    init(
        _ sends: SendHours, known: Range<Int64>, judged: Range<Int64>, unknown: Set<Int64> = [],
        parameters: AlertParameters, hourOfWeek: (Int64) -> Int
    ) {
        guard !judged.isEmpty else { return }
        counts.judged = judged.count
        let series = SendAlerts.series(sends, parameters.series, known: known)
        var parameters = parameters
        // Each detector assumes the smallest number of series; all of them share the budget.
        parameters.budget /= max(1, Double(series.count) / Double(AlertThresholds.fewestSeries))
        for slice in series {
            let model = SendAlerts.model(
                sends, slice, parameters, unknown: unknown, hourOfWeek: hourOfWeek)
            watched.append((slice, model))
            var evaluation: HourEvaluation?
            var own = HourCounts()
            let episodes = DropDetector(model).run(judged) {
                evaluation = $0
                own.add($0)
            }
            if last == nil { counts.unjudged = own.unjudged }
            counts.tested += own.tested
            if let evaluation { add(evaluation) }
            let leaves = slice.places(in: sends.leaves)
            findings += episodes.incidents().map {
                AlertFinding(
                    rule: .sends, slice: slice, names: sends.dimensions, episode: $0,
                    leaves: leaves)
            }
        }
        keepRoots(sends)
    }

    /// Fewer sends that something else explains are reported there only.
    mutating func inhibit(where isExplained: (AlertFinding) -> Bool) {
        for place in findings.indices {
            findings[place].episode.isInhibited = isExplained(findings[place])
        }
    }

    /// One after the last judged hour.
    var end: Int64? { last.map { $0.hour + 1 } }

    /// The expectation of a slice from other weeks.
    static func model(
        _ sends: SendHours, _ slice: Slice, _ parameters: AlertParameters,
        unknown: Set<Int64> = [], hourOfWeek: (Int64) -> Int
    ) -> VolumeModel {
        let counts = zip(sends.hours, sends.logged(in: slice)).map {
            unknown.contains($0) ? nil : $1
        }
        return VolumeModel(
            counts: counts, start: sends.hours.lowerBound, parameters: parameters,
            hourOfWeek: hourOfWeek)
    }

    /// The newest hour of all series.
    private mutating func add(_ evaluation: HourEvaluation) {
        guard let known = last else {
            last = evaluation
            return
        }
        last?.segments = known.segments + evaluation.segments
    }

    private static func series(
        _ sends: SendHours, _ asked: [[String]]?, known: Range<Int64>
    ) -> [Slice] {
        func isAsked(_ dimensions: [String]) -> Bool { asked?.contains(dimensions) ?? true }
        let whole = Slice.whole(sends.dimensions)
        let counts = sends.logged(in: whole)
        let others = sends.dimensions.enumerated().flatMap { place, name -> [Slice] in
            guard name != "image", isAsked([name]) else { return [] }
            // Sends without a word of one's own come and go with the program that writes it.
            let isOwn = !AlertHistory.usualDimensions.contains(name)
            let values = Set(sends.leaves.map { $0[place] })
                .filter { !isOwn || $0 != Segment.noWord }
            let slices = values.sorted().map { value in
                var slice = whole
                slice.values[place] = value
                return slice
            }
            return name == "platform"
                ? slices : slices.filter { isAlwaysOn(sends.logged(in: $0, hours: known)) }
        }
        // The only value of a dimension is the same as all sends.
        return (isAsked([]) ? [whole] : []) + others.filter { sends.logged(in: $0) != counts }
    }

    private static func isAlwaysOn(_ counts: [Double]) -> Bool {
        let days = counts.count / 24
        guard days >= AlertParameters.fewestDays else { return false }
        let active = (0..<days).count { day in
            counts[day * 24..<day * 24 + 24].contains { $0 > 0 }
        }
        return Double(active) >= alwaysOn * Double(days)
    }

    /// Of series that fell at the same time, keeps the most significant one: the others contain it,
    /// are part of it, or share sends with it. `y ln(y / m) − (y − m)`, minus the logarithm of the
    /// number of series of its kind.
    private mutating func keepRoots(_ sends: SendHours) {
        func kinds(_ slice: Slice) -> Double {
            slice.values.firstIndex { $0 != nil }
                .map { place in Double(Set(sends.leaves.map { $0[place] }).count) } ?? 1
        }
        func evidence(_ finding: AlertFinding) -> Double {
            let score = finding.episode.worst.score
            let ratio =
                score.observed > 0 ? score.observed * log(score.observed / score.expected) : 0
            return ratio - (score.observed - score.expected) - log(kinds(finding.slice))
        }
        let ordered = findings.map { (evidence($0), $0) }.sorted { $0.0 > $1.0 }
        var roots: [AlertFinding] = []
        for (_, finding) in ordered {
            let isTold = roots.contains {
                $0.episode.overlaps(finding.episode)
                    && !Set($0.leaves).isDisjoint(with: finding.leaves)
            }
            if !isTold { roots.append(finding) }
        }
        findings = roots
    }
}
