internal import Glibc

/// The scores above which the series of one hour fire: −ln of the probability that uses the false
/// alarms allowed in an hour, with a margin, because windows overlap and noise is learned from few
/// data.
///
/// The budget is divided evenly among the kinds of series, such as all, platforms or campaigns, and
/// the part of a kind evenly among its series. A team with a hundred campaigns has four hundred
/// series; whether everything or a platform fails is still only a few questions, and the most
/// important ones.
package struct AlertThresholds {
    /// One series must not use the budget of fifty: a false alarm in 50 months of each.
    static let fewestSeries = 50
    private static let margin = 1.2
    private static let hoursOfMonth = 720.0

    /// By the dimensions in which series have a value.
    private let byKind: [Int: Double]

    /// - Parameters:
    ///   - series: the series that expect enough events to be judged.
    ///   - times: how many questions are asked of each.
    ///   - budget: false alarms in a month of 720 hours, for `fewestSeries` or more.
    ///   - surcharge: added to each threshold.
    package init(
        _ series: [Slice], times: Int = 1, budget: Double, surcharge: Double = 0
    ) {
        let kinds = Dictionary(grouping: series, by: AlertThresholds.kind).mapValues(\.count)
        let shared = max(1, Double(AlertThresholds.fewestSeries) / Double(series.count * times))
        byKind = kinds.mapValues {
            let questions = Double(kinds.count * $0 * times) * shared
            return log(questions * AlertThresholds.hoursOfMonth / budget)
                + AlertThresholds.margin + surcharge
        }
    }

    /// A slice of a kind that has no series needs as much as any of them.
    package func of(_ slice: Slice) -> Double {
        byKind[AlertThresholds.kind(slice)] ?? byKind.values.max() ?? .infinity
    }

    /// One bit for each dimension.
    private static func kind(_ slice: Slice) -> Int {
        slice.values.reduce(0) { $0 << 1 | ($1 == nil ? 0 : 1) }
    }
}
