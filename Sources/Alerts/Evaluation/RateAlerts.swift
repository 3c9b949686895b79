internal import Delivery

/// Drops of one stage of the funnel, compared with the sends.
struct RateAlerts {
    let rule: AlertRule
    let model: RateModel
    private(set) var findings: [AlertFinding] = []
    /// The last judged hour.
    private(set) var last: HourEvaluation?
    private(set) var counts = HourCounts()
    /// Of the hours before the newest day, if nothing was found in them.
    private(set) var quietMark: UInt64?
    /// What was learned for the day of the last judged hour.
    private var learned: (day: Int, baseline: Baseline)?

    /// Judges hours one by one, from the newest day on if `quiet` knows the others.
    init(
        _ rule: AlertRule, _ model: RateModel, _ hours: Range<Int64>, silent: Set<Int64>,
        missing: [LeafSpan], quiet: QuietDays? = nil
    ) {
        self.rule = rule
        self.model = model
        guard !hours.isEmpty else { return }
        let detector = DropDetector(model, silentHours: silent, missing: missing)
        let newest = max(hours.lowerBound, floorDay((hours.upperBound - 1) * 3_600_000) * 24)
        let earlier = hours.lowerBound..<newest
        let mark = quiet.map {
            model.mark(of: earlier, silent: silent, missing: missing, program: $0.program)
        }
        var replay = DropReplay(detector)
        if mark == nil || mark != quiet?[rule] { judge(earlier, &replay) }
        if replay.episodes.isEmpty { quietMark = mark }
        judge(newest..<hours.upperBound, &replay)
        learned = replay.learned
        findings = replay.episodes.incidents().map {
            AlertFinding(
                rule: rule, slice: $0.slice, names: model.cohorts.dimensions, episode: $0,
                leaves: $0.leaves)
        }
    }

    private mutating func judge(_ hours: Range<Int64>, _ replay: inout DropReplay) {
        for hour in hours.clamped(to: model.hours) {
            let judged = replay.close(hour)
            counts.judged += 1
            counts.add(judged)
            last = judged
        }
    }

    /// What is normal on the day whose first hour has the index `day`: what its hours were judged
    /// by, if it is the last judged day.
    func baseline(of day: Int) -> Baseline? {
        learned?.day == day ? learned?.baseline : Baseline(model, day: day)
    }

    /// Drops that the day explains.
    mutating func inhibit(on holidayHours: Set<Int64>) {
        guard !holidayHours.isEmpty else { return }
        for place in findings.indices where Holidays.mutes(findings[place], holidayHours) {
            findings[place].episode.isInhibited = true
        }
    }

    /// Drops that an earlier stage explains are reported there only. If it explains a part of one,
    /// the hours are judged again by the messages that passed it.
    mutating func follow(
        _ earlier: RateAlerts, _ hours: Range<Int64>, silent: Set<Int64>, missing: [LeafSpan]
    ) {
        inhibit(by: earlier)
        let isMixed = findings.contains { finding in
            !finding.episode.isInhibited
                && earlier.findings.contains(where: finding.isLate(after:))
        }
        guard isMixed else { return }
        var passed = RateAlerts(
            rule, model.without(earlier), hours, silent: silent, missing: missing)
        passed.inhibit(by: earlier)
        findings.removeAll { !$0.episode.isInhibited }
        findings += passed.findings.filter { !$0.episode.isInhibited }
    }

    private mutating func inhibit(by earlier: RateAlerts) {
        for place in findings.indices {
            findings[place].episode.isInhibited = earlier.findings.contains {
                findings[place].episode.isExplained(by: $0.episode)
            }
        }
    }
}

extension AlertFinding {
    /// Whether events of messages that an earlier stage lacks would have come in its hours.
    fileprivate func isLate(after earlier: AlertFinding) -> Bool {
        episode.start < earlier.episode.end + Int64(Cohorts.ages)
            && earlier.episode.start < episode.end
            && !Set(leaves).isDisjoint(with: earlier.leaves)
    }
}

extension RateModel {
    /// The same with the sends that passed an earlier stage: what was not delivered cannot be
    /// opened.
    func without(_ earlier: RateAlerts) -> RateModel {
        var model = self
        for finding in earlier.findings {
            let first = hours.lowerBound
            let span = Int(finding.episode.start - first)..<Int(finding.episode.end - first)
            model.cohorts = model.cohorts.thinned(
                finding.leaves, span, by: 1 - max(0, finding.episode.worst.score.drop))
        }
        return model
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
