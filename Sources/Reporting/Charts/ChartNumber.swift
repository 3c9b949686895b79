/// Numbers as charts write them, without a locale.
enum ChartNumber {
    /// A coordinate with one decimal at most: `12.3`, `12`.
    static func coordinate(_ value: Double) -> String {
        let tenths = Int64((value * 10).rounded())
        let whole = tenths.magnitude / 10
        let rest = tenths.magnitude % 10
        return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
    }

    static func decimal(_ value: Double, places: Int) -> String {
        let factor = (0..<places).reduce(1.0) { power, _ in power * 10 }
        let scaled = (value.magnitude * factor).rounded()
        guard scaled < 1e15 else { return "\(value)" }
        let digits = String(Int64(scaled))
        let filled = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard places > 0 else { return sign + filled }
        return "\(sign)\(filled.dropLast(places)).\(filled.suffix(places))"
    }

    /// A share from 0 to 1: `91.2%`, and below one percent `0.42%`.
    static func percent(_ share: Double) -> String {
        decimal(share * 100, places: share < 0.00995 && share > 0 ? 2 : 1) + "%"
    }

    /// `91.1–91.3%`
    static func percentRange(_ shares: ClosedRange<Double>) -> String {
        decimal(shares.lowerBound * 100, places: 1) + "–"
            + decimal(shares.upperBound * 100, places: 1) + "%"
    }

    /// A share on an axis, without decimals that say nothing.
    static func axisPercent(_ share: Double) -> String {
        let text = decimal(share * 100, places: 2)
        return trimmed(text) + "%"
    }

    /// A ratio, with two decimals; small ones with two digits that count.
    static func ratio(_ value: Double) -> String {
        decimal(value, places: value >= 100 ? 0 : value >= 0.1 || value <= 0 ? 2 : 3)
    }

    /// A ratio on an axis.
    static func axisRatio(_ value: Double) -> String {
        trimmed(decimal(value, places: 4))
    }

    /// A count on an axis: `950`, `12k`, `1.5M`.
    static func axisCount(_ value: Double) -> String {
        for (limit, suffix) in [(1e9, "G"), (1e6, "M"), (1e3, "k")] where value >= limit {
            return trimmed(decimal(value / limit, places: 2)) + suffix
        }
        return trimmed(decimal(value, places: 2))
    }

    /// A length of time in its largest whole unit: `90 s`, `5 min`, `6 h`, `3 d`.
    static func duration(_ seconds: Int64) -> String {
        for (length, unit) in [(86_400, "d"), (3600, "h"), (60, "min")] as [(Int64, String)]
        where seconds >= length && seconds % length == 0 {
            return "\(CellText.grouped(seconds / length)) \(unit)"
        }
        return "\(CellText.grouped(seconds)) s"
    }

    private static func trimmed(_ text: String) -> String {
        guard text.contains(".") else { return text }
        let end = text.lastIndex { $0 != "0" } ?? text.startIndex
        return String(text[end] == "." ? text[..<end] : text[...end])
    }
}
