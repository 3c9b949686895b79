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
///     chance: what is to come, and what the rate is from   r · b + max(Σ y, 1) · (b / u)²
///     hours whose rates differ by κ, a share of r          κ² · r² · Σ n² · (1 − s − s · b/u)²
///     the curve, from day to day, and its own chance       τ² + σ² / D
///
/// The first two make an over-dispersed Poisson count. κ² is Σ ((y − r·n·s)² − r·n·s) over
/// Σ (r·n·s)², with one hour less in the mean of the squares, and at least 0: the moments of
/// Poisson counts of rates that vary. σ² is the variance over the D days of the history of
/// F·(s / s_d − 1), where s_d is the share by the curve of that day alone: how far off F is if
/// this day is like that one. τ² is σ² less what comes of a day's opens being so few. The interval
/// is Student's.
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
    /// F·(s / s_d − 1) of each day, and what of its variance comes of few opens.
    private var dayErrors: [Int64: Double] = [:]
    private var dayNoise: [Int64: Double] = [:]

    /// With fewer final days than these there is no projection.
    package static let fewestDays = 7

    /// The 95 % interval of `projected`.
    package var interval: ClosedRange<Double>? {
        guard let projected else { return nil }
        let curve = curveVariance
        let variance = countVariance + curve
        // Welch (1947) and Satterthwaite (1946): what is estimated from few days is less sure.
        let freedom = variance * variance / (curve * curve) * Double(dayErrors.count - 1)
        let half = variance > 0 ? Quantile.student(freedom) * variance.squareRoot() : 0
        let low = max(Double(opened), projected - half)
        return low...max(low, min(Double(base), projected + half))
    }

    private var curveVariance: Double {
        let count = Double(dayErrors.count)
        guard count > 1 else { return 0 }
        let days = dayErrors.keys.sorted()
        let squares = days.reduce(0) { $0 + (dayErrors[$1] ?? 0) * (dayErrors[$1] ?? 0) }
        let noise = days.reduce(0) { $0 + (dayNoise[$1] ?? 0) }
        let mean = squares / (count - 1)
        return max(0, mean - noise / count) + mean / count
    }

    /// `asOf` is in ms since 1970, hours are of `clock`; `history` has final days alone, by their
    /// numbers.
    package init(
        _ cohorts: [OpenCohort], history: [Int64: OpenDelays], asOf: Int64, windowSeconds: Double,
        clock: HourClock = .utc
    ) {
        let sent = cohorts.filter { $0.base > 0 }
        base = sent.reduce(0) { $0 + $1.base }
        opened = sent.reduce(0) { $0 + $1.opened }
        let history = history.filter { $0.value.values.contains { $0 > 0 } }
        days = history.count
        guard let last = sent.map(\.hour).max() else { return }
        let end = clock.beginning(of: last + 1) + Int64(windowSeconds * 1000)
        finalAt = end
        isFinal = asOf >= end
        if isFinal {
            arrived = 1
            projected = Double(opened)
        } else if days >= OpenProjection.fewestDays {
            project(sent, ArrivalShares(sent, history, asOf: asOf, clock))
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
        let ratio = left / used
        countVariance = rate * left + Double(max(opened, 1)) * ratio * ratio
        let spread = OpenProjection.spread(cohorts, shares.ofCohorts, rate)
        for (cohort, share) in zip(cohorts, shares.ofCohorts) {
            let weight = rate * Double(cohort.base) * (1 - share - share * ratio)
            countVariance += spread * weight * weight
        }
        for (day, share) in shares.ofDays {
            // Of a day without an open so early, half a one.
            let value = max(share.value, 0.5 / share.opens)
            dayErrors[day] = total * (shares.all / value - 1)
            let noise = total / shares.all
            dayNoise[day] = noise * noise * shares.variance / share.opens
        }
    }

    /// κ²: how much hours' rates differ beyond chance.
    private static func spread(
        _ cohorts: [OpenCohort], _ shares: [Double], _ rate: Double
    ) -> Double {
        guard cohorts.count > 1 else { return 0 }
        var squares = 0.0
        var opens = 0.0
        var expectedSquares = 0.0
        for (cohort, share) in zip(cohorts, shares) {
            let expected = rate * Double(cohort.base) * share
            let difference = Double(cohort.opened) - expected
            squares += difference * difference
            opens += expected
            expectedSquares += expected * expected
        }
        let count = Double(cohorts.count)
        guard expectedSquares > 0 else { return 0 }
        return max(0, squares * count / (count - 1) - opens) / expectedSquares
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
