/// Drops of one stage of the funnel, compared with the sends.
struct RateAlerts {
    let rule: AlertRule
    let model: RateModel
    private(set) var findings: [AlertFinding] = []
    /// The last judged hour.
    private(set) var last: HourEvaluation?
    private(set) var counts = HourCounts()

    /// Judges hours one by one.
    init(
        _ rule: AlertRule, _ model: RateModel, _ hours: Range<Int64>, silent: Set<Int64>,
        missing: [LeafSpan]
    ) {
        self.rule = rule
        self.model = model
        guard !hours.isEmpty else { return }
        let detector = DropDetector(model, silentHours: silent, missing: missing)
        let episodes = detector.run(hours) {
            last = $0
            counts.judged += 1
            counts.add($0)
        }
        findings = episodes.incidents().map { episode in
            AlertFinding(
                rule: rule, slice: episode.slice, episode: episode,
                leaves: episode.slice.places(in: model.leaves))
        }
    }

    /// Drops that the day explains.
    mutating func inhibit(on holidayHours: Set<Int64>) {
        guard !holidayHours.isEmpty else { return }
        for place in findings.indices where Holidays.mutes(findings[place], holidayHours) {
            findings[place].episode.isInhibited = true
        }
    }

    /// Drops that an earlier stage explains are reported there only.
    mutating func inhibit(by earlier: RateAlerts) {
        for place in findings.indices {
            findings[place].episode.isInhibited = earlier.findings.contains {
                findings[place].episode.isExplained(by: $0.episode)
            }
        }
    }
}

/// The hours in which a rule was replayed.
struct HourCounts {
    var judged = 0
    /// Hours in which no series could be judged.
    var unjudged = 0
    /// Hours of series that could fire.
    var tested = 0

    mutating func add(_ evaluation: HourEvaluation) {
        tested += evaluation.tested
        if evaluation.segments.isEmpty { unjudged += 1 }
    }
}
