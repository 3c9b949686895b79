/// Sends of one hour, and how many were opened by now.
package struct OpenCohort: Equatable, Sendable {
    /// Hours since 1970-01-01 UTC.
    package var hour: Int64
    /// Sent and not silent.
    package var base: Int64
    package var opened: Int64

    package init(hour: Int64, base: Int64, opened: Int64) {
        self.hour = hour
        self.base = base
        self.opened = opened
    }
}

/// Opens within the window of the sends of one final day, by class of delay.
package typealias OpenDelays = [DelayClass: Int64]

/// How many opens there will be when the windows of some sends are over.
///
/// The method is actuarial: claims that have occurred and are not reported yet are opens to come.
/// The history says which share `s` of an hour's final opens has usually come at its age. Of the
/// sends `n` and the opens `y` of each hour follow
///
///     rate   r = Σ y / Σ n·s                             Cape Cod (Bühlmann 1983; Stanard 1985)
///     final  F = Σ y + r · Σ n·(1 − s)                   Bornhuetter & Ferguson (1972)
///
/// and the variance of F − Σ y, with b = Σ n·(1 − s) and u = Σ n·s, as a sum of three:
///
///     what is to come, an over-dispersed Poisson count   φ · r · b
///     the rate                                           φ · max(Σ y, 1) · (b / u)²
///     the curve, from day to day                         (1 + 1/D) · τ²
///
/// φ is Pearson's statistic of the hours' opens, Σ (y − r·n·s)² / (r·n·s) over hours less one, and
/// at least 1. τ² is the variance over the D days of the history of F·(s_d / s − 1), where s_d is
/// the share by the curve of that day alone, less what comes of a day's opens being so few.
package struct OpenProjection: Sendable {
    package var base: Int64 = 0
    package var opened: Int64 = 0
    /// When the last window ends, ms since 1970; nil without sends.
    package var finalAt: Int64?
    /// Whether every window is over.
    package var isFinal = false
    /// Days of history.
    package var days = 0
    /// The share of final opens that has usually come by now; nil when nothing says so.
    package var arrived: Double?
    /// Nil as `arrived`, and when nothing can have come.
    package var projected: Double?

    /// Of the opens to come and of the rate.
    private var countVariance = 0.0
    /// F·(s_d / s − 1) of each day, and what of its variance comes of few opens.
    private var dayErrors: [Int64: Double] = [:]
    private var dayNoise: [Int64: Double] = [:]

    /// With fewer final days than these there is no projection.
    package static let fewestDays = 7

    /// The share of final opens, with its interval; nil without a projection.
    package var interval: ClosedRange<Double>? {
        guard let projected else { return nil }
        // The 97.5 % point of the normal distribution.
        let half = 1.959963984540054 * (countVariance + curveVariance).squareRoot()
        let low = max(Double(opened), projected - half)
        return low...max(low, min(Double(base), projected + half))
    }

    private var curveVariance: Double {
        let count = Double(dayErrors.count)
        guard count > 1 else { return 0 }
        let days = dayErrors.keys.sorted()
        let squares = days.reduce(0) { $0 + (dayErrors[$1] ?? 0) * (dayErrors[$1] ?? 0) }
        let noise = days.reduce(0) { $0 + (dayNoise[$1] ?? 0) } / count
        return max(0, squares / (count - 1) - noise) * (1 + 1 / count)
    }

    /// `asOf` is in ms since 1970; `history` has final days alone, by their numbers.
    package init(
        _ cohorts: [OpenCohort], history: [Int64: OpenDelays], asOf: Int64, windowSeconds: Double
    ) {
        let sent = cohorts.filter { $0.base > 0 }
        base = sent.reduce(0) { $0 + $1.base }
        opened = sent.reduce(0) { $0 + $1.opened }
        let history = history.filter { $0.value.values.contains { $0 > 0 } }
        days = history.count
        guard let last = sent.map(\.hour).max() else { return }
        let end = (last + 1) * 3_600_000 + Int64(windowSeconds * 1000)
        finalAt = end
        isFinal = asOf >= end
        if isFinal {
            arrived = 1
            projected = Double(opened)
        } else if days >= OpenProjection.fewestDays {
            project(sent, ArrivalShares(sent, history, asOf: asOf))
        }
    }

    private mutating func project(_ cohorts: [OpenCohort], _ shares: ArrivalShares) {
        arrived = shares.all
        let used = Double(base) * shares.all
        guard used > 0 else { return }
        let left = max(0, Double(base) - used)
        let rate = Double(opened) / used
        let total = Double(opened) + rate * left
        projected = total
        let dispersion = OpenProjection.dispersion(cohorts, shares.ofCohorts, rate)
        let ratio = left / used
        countVariance =
            dispersion * (rate * left + Double(max(opened, 1)) * ratio * ratio)
        for (day, share) in shares.ofDays {
            dayErrors[day] = total * (share.value / shares.all - 1)
            let noise = total / shares.all
            dayNoise[day] = noise * noise * shares.variance / share.opens
        }
    }

    /// Pearson's statistic over its degrees of freedom; hours in which an open is not to be
    /// expected yet say nothing.
    private static func dispersion(
        _ cohorts: [OpenCohort], _ shares: [Double], _ rate: Double
    ) -> Double {
        let terms = zip(cohorts, shares).compactMap { cohort, share -> Double? in
            let expected = rate * Double(cohort.base) * share
            guard expected >= 1 else { return nil }
            let difference = Double(cohort.opened) - expected
            return difference * difference / expected
        }
        return terms.count > 1 ? max(1, terms.reduce(0, +) / Double(terms.count - 1)) : 1
    }

    /// The sum of projections of different sends at the same moment: nil when one of them has
    /// none. Days on which all curves were fast or slow count for all.
    package static func sum(_ parts: [OpenProjection]) -> OpenProjection? {
        var sum = OpenProjection([], history: [:], asOf: 0, windowSeconds: 0)
        sum.isFinal = parts.allSatisfy(\.isFinal)
        sum.days = parts.filter { !$0.isFinal }.map(\.days).min() ?? 0
        var used = 0.0
        var total = 0.0
        for part in parts {
            guard let projected = part.projected, let arrived = part.arrived else { return nil }
            sum.base += part.base
            sum.opened += part.opened
            sum.finalAt = [sum.finalAt, part.finalAt].compactMap { $0 }.max()
            used += arrived * Double(part.base)
            total += projected
            sum.countVariance += part.countVariance
            sum.dayErrors.merge(part.dayErrors, uniquingKeysWith: +)
            sum.dayNoise.merge(part.dayNoise, uniquingKeysWith: +)
        }
        guard sum.base > 0 else { return nil }
        sum.arrived = used / Double(sum.base)
        sum.projected = total
        return sum
    }
}
