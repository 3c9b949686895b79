/// Which share of final opens has usually come, at the ages that some sends have now.
struct ArrivalShares {
    /// Of all sends.
    var all = 0.0
    /// By the place of the cohort.
    var ofCohorts: [Double]
    /// By the curve of one day alone, and the opens that it is made of.
    var ofDays: [Int64: (value: Double, opens: Double)] = [:]
    /// Of one open's having come, among those of a day.
    var variance = 0.0

    /// There is a send in `cohorts` and an open in `history`.
    init(
        _ cohorts: [OpenCohort], _ history: [Int64: OpenDelays], asOf: Int64, _ clock: HourClock
    ) {
        var pooled: OpenDelays = [:]
        for delays in history.values { pooled.merge(delays, uniquingKeysWith: +) }
        let opens = Double(pooled.values.reduce(0, +))
        let base = Double(cohorts.reduce(0) { $0 + $1.base })
        ofCohorts = Array(repeating: 0, count: cohorts.count)
        let ages = cohorts.map { ArrivalShares.ages(of: $0, asOf: asOf, clock) }
        let kinds = pooled.keys.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
        var ofKinds: [Double] = []
        for kind in kinds {
            let weight = Double(pooled[kind] ?? 0) / opens
            var known = 0.0
            for (place, cohort) in cohorts.enumerated() {
                let share = ages[place].map { kind.arrived(ages: $0) } ?? 0
                ofCohorts[place] += share * weight
                known += share * Double(cohort.base) / base
            }
            ofKinds.append(known)
            all += known * weight
            variance += known * known * weight
        }
        variance = max(0, variance - all * all)
        for (day, delays) in history {
            let opens = Double(delays.values.reduce(0, +))
            let known = zip(kinds, ofKinds).reduce(0) { $0 + Double(delays[$1.0] ?? 0) * $1.1 }
            ofDays[day] = (known / opens, opens)
        }
    }

    /// The ages of an hour's sends that have been sent, in seconds; nil when none have.
    private static func ages(
        of cohort: OpenCohort, asOf: Int64, _ clock: HourClock
    ) -> ClosedRange<Double>? {
        let oldest = Double(asOf - clock.beginning(of: cohort.hour)) / 1000
        return oldest > 0 ? max(0, oldest - 3600)...oldest : nil
    }
}
