internal import Delivery

/// One number of a period beside what is usual.
struct UsualVerdict: Sendable {
    enum Side: String, Sendable {
        case low
        case high
    }

    var subject: UsualSubject
    var measure: UsualMeasure
    var count: Int64
    /// What a rate is of.
    var whole: Int64?
    /// Of the count for what was sent, else of the rate; nil when nothing tells.
    var range: ClosedRange<Double>?
    var arrived: Double?
    var historyDays: Int
    /// The same day, or week, a week earlier.
    var weekBefore: (count: Int64, whole: Int64?)?

    var amount: Double? {
        guard let whole else { return measure.isRate ? nil : Double(count) }
        return whole >= Proportion.fewestShown ? Double(count) / Double(whole) : nil
    }

    /// As people read it, to a tenth of a percent: `6.6%` is not outside `6.6–9%`.
    var side: Side? {
        guard let amount, let range else { return nil }
        let (read, low, high) = (read(amount), read(range.lowerBound), read(range.upperBound))
        return read < low ? .low : read > high ? .high : nil
    }

    private func read(_ amount: Double) -> Double {
        measure.isRate ? (amount * 1000).rounded() : amount
    }

    /// How far outside, in halves of the range; 1 at its ends.
    var distance: Double {
        guard let amount, let range, range.upperBound > range.lowerBound else { return 0 }
        let middle = (range.lowerBound + range.upperBound) / 2
        return abs(amount - middle) / (range.upperBound - middle)
    }
}

/// Judges all numbers of a day, or of a week, at once, so that an ordinary one is seldom called
/// unusual: by the inequality of Bonferroni, less than once in 30 over all numbers together, half
/// of it for the numbers of all sends.
struct UsualJudge {
    private static let falseAlarms = 1.0 / 30
    /// With a smaller share of events the day says too little yet.
    private static let leastArrived = 0.5

    let days: UsualDays

    var verdicts: [UsualVerdict] {
        let open = days.subjects.flatMap { subject in
            UsualJudge.measures(subject).compactMap { candidate(subject, $0) }
        }
        let parts = open.filter { $0.verdict.subject != .all && $0.usual != nil }.count
        return open.map { judged($0.verdict, $0.usual, ofParts: parts) }
    }

    private static func measures(_ subject: UsualSubject) -> [UsualMeasure] {
        switch subject {
        case .all: UsualMeasure.allCases
        case .platform: [.received, .shown, .opened]
        case .campaign: [.opened]
        }
    }

    private typealias Candidate = (verdict: UsualVerdict, usual: UsualRange?)

    private func candidate(_ subject: UsualSubject, _ measure: UsualMeasure) -> Candidate? {
        guard let counts = days.period(subject) else { return nil }
        let (count, whole) = counts.parts(measure)
        if whole == 0 { return nil }
        let history = days.history(subject, measure)
        // Counts of a part of a day say nothing beside those of whole ones.
        let isComparable = measure.isRate || days.isOver
        let verdict = UsualVerdict(
            subject: subject, measure: measure, count: count, whole: whole,
            arrived: days.arrived(subject, measure), historyDays: history.count,
            weekBefore: isComparable ? days.weekBefore(subject)?.parts(measure) : nil)
        let canJudge = (days.isOneDay || days.isWeek) && isComparable
        return (verdict, canJudge ? UsualRange(history) : nil)
    }

    private func judged(
        _ verdict: UsualVerdict, _ usual: UsualRange?, ofParts parts: Int
    ) -> UsualVerdict {
        var verdict = verdict
        guard let usual, let day = days.last, let arrived = verdict.arrived,
            arrived >= UsualJudge.leastArrived
        else { return verdict }
        verdict.range = usual.range(
            of: DayMeasure(day: day, count: verdict.count, of: verdict.whole), arrived: arrived,
            deviations: UsualJudge.deviations(verdict.subject, parts))
        return verdict
    }

    static func deviations(_ subject: UsualSubject, _ parts: Int) -> Double {
        let tests = subject == .all ? UsualMeasure.allCases.count : max(parts, 1)
        return Quantile.normal(beyond: falseAlarms / 2 / Double(tests) / 2)
    }
}
