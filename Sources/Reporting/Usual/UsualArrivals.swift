internal import Delivery
internal import NDJSON

/// Which share of the events of a period's sends has usually come: by how long events took on the
/// final days before it.
struct UsualArrivals: Sendable {
    private struct Curve: Sendable {
        var classes: [(kind: DelayClass, messages: Double)] = []
        var total: Double { classes.reduce(0) { $0 + $1.messages } }

        func share(ages: ClosedRange<Double>) -> Double {
            classes.reduce(0) { $0 + $1.kind.arrived(ages: ages) * $1.messages } / total
        }
    }

    private struct Cohort: Sendable {
        var platform: String
        var hour: Int64
        /// Of `UsualDays`.
        var day: Int64
        /// By the base of each measure.
        var counts: DayCounts
    }

    private let reached: Int64
    private var cohorts: [UsualSubject: [Cohort]] = [:]
    /// By platform, and of all under an empty name.
    private var curves: [UsualMeasure: [String: Curve]] = [:]

    init(_ rows: [NamedCells], reached: Int64, windowHours: Int64) {
        self.reached = reached
        for row in rows {
            switch row.word("part") {
            case "cohort": addCohort(row)
            case "delay": addDelay(row, windowSeconds: Double(windowHours) * 3600)
            default: continue
            }
        }
    }

    private mutating func addCohort(_ row: NamedCells) {
        guard let hour = row.word("send_hour").flatMap(Period.hour), let day = row.day else {
            return
        }
        let platform = row.word("platform") ?? ""
        let counts = DayCounts(row)
        let cohort = Cohort(platform: platform, hour: hour, day: day, counts: counts)
        cohorts[.all, default: []].append(cohort)
        cohorts[.platform(platform), default: []].append(cohort)
        if let campaign = row.word("campaign") {
            cohorts[.campaign(campaign), default: []].append(cohort)
        }
    }

    private mutating func addDelay(_ row: NamedCells, windowSeconds: Double) {
        let stages: [String: UsualMeasure] = [
            "received": .received, "impression": .shown, "opened": .opened,
        ]
        guard let measure = row.word("stage").flatMap({ stages[$0] }),
            let messages = row.count("messages"), messages > 0,
            let kind = DelayClass(
                from: row.integer("from_seconds"), to: row.integer("to_seconds"),
                windowSeconds: measure == .opened ? windowSeconds : .infinity)
        else { return }
        for name in [row.word("platform") ?? "", ""] {
            curves[measure, default: [:]][name, default: Curve()].classes
                .append((kind, Double(messages)))
        }
    }

    /// Of all days, or of one; as if it were some days older. Nil without sends, and where no event
    /// of the days before tells.
    func share(
        _ subject: UsualSubject, _ measure: UsualMeasure, of day: Int64? = nil,
        daysEarlier: Int64 = 0
    ) -> Double? {
        guard let curves = curves[measure], let all = curves[""] else { return nil }
        var known: [String: [Int64: Double]] = [:]
        var (come, base) = (0.0, 0.0)
        for cohort in cohorts[subject] ?? [] where day == nil || cohort.day == day {
            let weight = Double(cohort.counts.parts(measure).whole ?? 0)
            guard weight > 0 else { continue }
            let share =
                known[cohort.platform]?[cohort.hour]
                ?? (curves[cohort.platform] ?? all)
                .share(ages: ages(cohort.hour - 24 * daysEarlier))
            known[cohort.platform, default: [:]][cohort.hour] = share
            come += weight * share
            base += weight
        }
        return base > 0 ? come / base : nil
    }

    /// In seconds, of sends spread over their hour.
    private func ages(_ hour: Int64) -> ClosedRange<Double> {
        let oldest = max(Double(reached - hour * 3_600_000) / 1000, 0)
        return max(0, oldest - 3600)...oldest
    }
}
