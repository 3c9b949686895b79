/// Drops of one stage of the funnel, compared with the sends.
struct RateAlerts {
    let rule: AlertRule
    let model: RateModel
    private(set) var findings: [AlertFinding] = []
    /// The last judged hour.
    private(set) var last: HourEvaluation?

    init(_ rule: AlertRule, _ model: RateModel) {
        self.rule = rule
        self.model = model
    }

    /// Judges hours one by one.
    mutating func judge(
        _ hours: Range<Int64>, silent: Set<Int64>, missing: [LeafSpan] = [],
        each: (HourEvaluation) -> Void = { _ in }
    ) {
        guard !hours.isEmpty else { return }
        let detector = DropDetector(model, silentHours: silent, missing: missing)
        let episodes = detector.run(hours) {
            last = $0
            each($0)
        }
        findings = episodes.incidents().map { episode in
            AlertFinding(
                rule: rule, slice: episode.slice, episode: episode,
                leaves: model.leaves.indices.filter { episode.slice.contains(model.leaves[$0]) })
        }
    }

    /// Drops that an earlier stage explains are reported there only.
    mutating func inhibit(by earlier: RateAlerts) {
        let marked = Cascade.inhibit(
            findings.map(\.episode), by: earlier.findings.map(\.episode))
        for (place, episode) in marked.enumerated() { findings[place].episode = episode }
    }
}
