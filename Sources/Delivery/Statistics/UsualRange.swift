internal import Glibc
internal import NDJSON

/// A count, or a part of a whole, of one day.
package struct DayMeasure: Equatable, Sendable {
    /// Days since 1970-01-01.
    package var day: Int64
    package var count: Double
    /// Nil for a count that is no part of anything.
    package var whole: Double?

    package init(day: Int64, count: Int64, of whole: Int64?) {
        self.day = day
        self.count = Double(count)
        self.whole = whole.map { Double($0) }
    }

    /// 0 for a Thursday, as 1970-01-01 was.
    var weekday: Int64 { day - floorDivide(day, 7) * 7 }
}

/// Where a rate or a count of a day usually lies, by the days before it.
///
/// Rates are fitted on the scale of log odds, counts on that of logarithms. On this scale a day is
///
///     y = μ + weekday + day + chance
///
/// with variances ω² of weekdays, τ² of days and v of chance: 1 / (n·p·(1 − p)) of a rate, 1 / n of
/// a count. τ² and ω² are the moments of DerSimonian & Laird (1986), at least 0. The weekday's mean
/// is pulled to that of all days as far as few days tell little: the best linear unbiased
/// prediction (Robinson 1991). A new day lies within Student's range of its variance
///
///     Var(weekday's mean) + τ² + v
///
/// Days far from the others of their weekday, such as those of incidents, are left out first: by
/// more than six robust deviations (medians) and four of chance. Below 14 days weekdays are not
/// told apart, and below ten there is no range.
package struct UsualRange: Sendable {
    /// With fewer days than these nothing is usual.
    package static let fewestDays = 10
    /// With fewer, weekdays are not told apart.
    package static let fewestForWeekdays = 14
    /// Fewer of a kind than these are not judged: logarithms are not normal there.
    private static let fewestExpected = 10.0

    private let isRate: Bool
    private let center: Fit
    private let ofWeekdays: [Int64: Fit]
    private let between: Double
    private let days: Double
    private let freedom: Double

    /// Nil when too few days tell.
    package init?(_ history: [DayMeasure]) {
        let isRate = history.contains { $0.whole != nil }
        let told = history.filter {
            isRate ? $0.whole ?? 0 >= Double(Proportion.fewestShown) : $0.count > 0
        }
        guard told.count >= UsualRange.fewestDays else { return nil }
        let points = UsualRange.points(told, isRate)
        let kept = UsualRange.withoutOutliers(points)
        guard kept.count >= UsualRange.fewestDays else { return nil }
        let hasWeekdays = kept.count >= UsualRange.fewestForWeekdays
        let groups = Dictionary(grouping: kept) { hasWeekdays ? $0.weekday : 0 }
        let names = groups.keys.sorted()
        days = UsualRange.heterogeneity(names.map { groups[$0] ?? [] })
        let tau = days
        var fits: [Int64: Fit] = [:]
        for name in names { fits[name] = Fit(groups[name] ?? [], extra: tau) }
        let means = names.compactMap { fits[$0] }.map {
            Point(weekday: 0, value: $0.mean, variance: $0.variance)
        }
        between = means.count > 1 ? UsualRange.heterogeneity([means]) : 0
        center = Fit(means, extra: between)
        ofWeekdays = hasWeekdays ? fits : [:]
        freedom = Double(kept.count - names.count)
        self.isRate = isRate
    }

    /// The range of a day. `arrived` is the share of its events that has usually come by now;
    /// nil where so few are expected that none can be told.
    ///
    /// `deviations` are those of a normal distribution.
    package func range(
        of measure: DayMeasure, arrived: Double = 1, deviations: Double
    ) -> ClosedRange<Double>? {
        let fit = prediction(measure.weekday)
        let middle = back(fit.mean)
        let total = isRate ? measure.whole ?? 0 : 1
        let expected = total * middle * arrived
        guard expected >= UsualRange.fewestExpected, arrived > 0,
            !isRate || total - expected >= UsualRange.fewestExpected
        else { return nil }
        // On the scale of the share of all events that will come.
        let chance = isRate ? expected * (1 - expected / total) : expected
        let late = UsualRange.lateness * (1 - arrived) / arrived
        let slope = isRate ? 1 - middle : 1
        let relative = (chance / (expected * expected) + late * late) / (slope * slope)
        let half =
            Quantile.student(freedom, normal: deviations)
            * (fit.variance + days + relative).squareRoot()
        return back(fit.mean - half) * arrived...back(fit.mean + half) * arrived
    }

    /// How far what is to come may be off, as a share of it.
    private static let lateness = 0.15

    private func prediction(_ weekday: Int64) -> Fit {
        guard let own = ofWeekdays[weekday] else {
            return Fit(mean: center.mean, variance: center.variance + between)
        }
        let weight = between > 0 ? between / (between + own.variance) : 0
        let rest = 1 - weight
        return Fit(
            mean: center.mean + weight * (own.mean - center.mean),
            variance: weight * own.variance + rest * rest * center.variance)
    }

    private func back(_ value: Double) -> Double {
        isRate ? 1 / (1 + exp(-value)) : exp(value)
    }

    // MARK: Fitting

    private struct Point {
        var weekday: Int64
        var value: Double
        var variance: Double
    }

    /// A weighted mean and its variance.
    private struct Fit {
        var mean: Double
        var variance: Double

        init(mean: Double, variance: Double) {
            self.mean = mean
            self.variance = variance
        }

        init(_ points: [Point], extra: Double) {
            let weights = points.map { 1 / ($0.variance + extra) }
            let total = weights.reduce(0, +)
            mean = zip(points, weights).reduce(0) { $0 + $1.0.value * $1.1 } / total
            variance = 1 / total
        }
    }

    private static func points(_ days: [DayMeasure], _ isRate: Bool) -> [Point] {
        let hits = days.reduce(0) { $0 + $1.count }
        let all = days.reduce(0) { $0 + ($1.whole ?? 0) }
        let share = isRate ? min(max(hits / all, 1e-6), 1 - 1e-6) : 0
        return days.map { day in
            guard isRate, let whole = day.whole else {
                return Point(
                    weekday: day.weekday, value: log(day.count), variance: 1 / day.count)
            }
            let odds = (day.count + 0.5) / (max(whole - day.count, 0) + 0.5)
            return Point(
                weekday: day.weekday, value: log(odds),
                variance: 1 / (whole * share * (1 - share)))
        }
    }

    private static func withoutOutliers(_ points: [Point]) -> [Point] {
        let groups = Dictionary(grouping: points, by: \.weekday)
            .mapValues { $0.map(\.value).median }
        let distances = points.map { abs($0.value - (groups[$0.weekday] ?? 0)) }
        let deviation = 1.4826 * distances.median
        return zip(points, distances).compactMap { point, distance in
            distance > max(6 * deviation, 4 * point.variance.squareRoot()) ? nil : point
        }
    }

    /// The variance beyond that of chance within groups: the moment estimator.
    private static func heterogeneity(_ groups: [[Point]]) -> Double {
        var (squares, freedom, scale) = (0.0, 0.0, 0.0)
        for group in groups where group.count > 1 {
            let fit = Fit(group, extra: 0)
            let weights = group.map { 1 / $0.variance }
            let total = weights.reduce(0, +)
            for (point, weight) in zip(group, weights) {
                squares += weight * (point.value - fit.mean) * (point.value - fit.mean)
            }
            freedom += Double(group.count - 1)
            scale += total - weights.reduce(0) { $0 + $1 * $1 } / total
        }
        return scale > 0 ? max(0, (squares - freedom) / scale) : 0
    }
}
