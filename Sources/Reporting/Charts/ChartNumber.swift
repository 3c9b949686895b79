/// Coordinates, and the numbers on axes; all other numbers are of `NumberWords`.
enum ChartNumber {
    /// A coordinate with one decimal at most: `12.3`, `12`.
    static func coordinate(_ value: Double) -> String {
        let tenths = Int64((value * 10).rounded())
        let whole = tenths.magnitude / 10
        let rest = tenths.magnitude % 10
        return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
    }

    /// A share on an axis, without decimals that say nothing.
    static func axisPercent(_ share: Double) -> String {
        NumberWords.short(share * 100, places: 2) + "%"
    }

    /// A ratio, with two decimals; small ones with two digits that count.
    static func ratio(_ value: Double) -> String {
        NumberWords.decimal(value, places: value >= 100 ? 0 : value >= 0.1 || value <= 0 ? 2 : 3)
    }

    /// A ratio on an axis.
    static func axisRatio(_ value: Double) -> String {
        NumberWords.short(value, places: 4)
    }

    /// A count on an axis: `950`, `12k`, `1.5M`.
    static func axisCount(_ value: Double) -> String {
        for (limit, suffix) in [(1e9, "G"), (1e6, "M"), (1e3, "k")] where value >= limit {
            return NumberWords.short(value / limit, places: 2) + suffix
        }
        return NumberWords.short(value, places: 2)
    }
}
