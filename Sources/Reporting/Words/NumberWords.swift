internal import NDJSON

/// How people read numbers and times: the only place in Reporting that forms these texts, without
/// a locale. CSV and JSON have plain numbers.
///
/// Percent is written without a space, as in the cells of reports.
package enum NumberWords {
    // MARK: Counts

    /// 1234567 as `1,234,567`.
    package static func grouped(_ number: Int64) -> String {
        (number < 0 ? "-" : "") + grouped(digits: String(number.magnitude))
    }

    /// A number of events: rounded to the unit, and below 10 to one decimal.
    static func count(_ number: Double) -> String {
        guard number.isFinite, number.magnitude < 1e15 else { return "\(number)" }
        let isSmall = number.magnitude < 10 && number != number.rounded()
        return decimal(number, places: isSmall ? 1 : 0)
    }

    /// `1 hour`, `1,200 hours`
    package static func count(_ number: Int, _ noun: String) -> String {
        "\(grouped(Int64(number))) \(noun)\(number == 1 ? "" : "s")"
    }

    /// `1,234.50`
    static func decimal(_ value: Double, places: Int) -> String {
        let factor = (0..<places).reduce(1.0) { power, _ in power * 10 }
        let scaled = (value.magnitude * factor).rounded()
        guard scaled < 9e18 else { return "\(value)" }
        let digits = String(Int64(scaled))
        let filled = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        let whole = grouped(digits: String(filled.dropLast(places)))
        let sign = value < 0 && scaled > 0 ? "-" : ""
        return sign + whole + (places > 0 ? "." + filled.suffix(places) : "")
    }

    /// `0.5`, `20`: without zeros at the end.
    static func short(_ value: Double, places: Int) -> String {
        let text = decimal(value, places: places)
        guard text.contains("."), let end = text.lastIndex(where: { $0 != "0" }) else {
            return text
        }
        return String(text[end] == "." ? text[..<end] : text[...end])
    }

    private static func grouped(digits: String) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }

    // MARK: Shares

    /// A share from 0 to 1: `91.2%`, and below one percent `0.42%`.
    static func percent(_ share: Double) -> String {
        percent(share, places: share < 0.00995 && share > 0 ? 2 : 1)
    }

    static func percent(_ share: Double, places: Int) -> String {
        decimal(share * 100, places: places) + "%"
    }

    /// `−0.5`, in percentage points of a difference of rates.
    static func signedPoints(_ difference: Double) -> String {
        let text = decimal(abs(difference) * 100, places: 1)
        return text == "0.0" ? text : (difference < 0 ? "−" : "+") + text
    }

    // MARK: Ranges

    /// `91.1–91.3%`
    static func percentRange(_ shares: ClosedRange<Double>) -> String {
        decimal(shares.lowerBound * 100, places: 1) + "–" + percent(shares.upperBound, places: 1)
    }

    /// `98–157`, of counts.
    static func range(_ low: Double, _ high: Double) -> String { "\(count(low))–\(count(high))" }

    // MARK: Lengths of time

    /// A loop over a literal would be unrolled, which Swift 6 does in one of two orders by turns:
    /// the bytes of the program would differ between builds.
    private static let units: [(seconds: Int64, name: String)] = [
        (86_400, "d"), (3600, "h"), (60, "min"),
    ]

    /// In the largest unit that divides it: `90 s`, `5 min`, `6 h`, `3 d`.
    static func duration(_ seconds: Int64) -> String {
        let unit = units.first { seconds != 0 && seconds % $0.seconds == 0 } ?? (1, "s")
        return "\(grouped(seconds / unit.seconds)) \(unit.name)"
    }

    /// In whole units, rounded down: `40 minutes`, `3 hours` from two hours on, `3 days` from
    /// three days on.
    static func span(milliseconds: Int64) -> String {
        let minutes = Int(milliseconds / 60_000)
        if minutes < 120 && minutes != 60 { return count(minutes, "minute") }
        return minutes < 72 * 60 ? count(minutes / 60, "hour") : count(minutes / 1440, "day")
    }

    // MARK: Times, of ms since 1970

    /// `2025-11-18 09:00 UTC`
    package static func moment(_ milliseconds: Int64) -> String {
        let text = rfc3339(milliseconds)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
    }

    /// `2025-11-18T09:00Z`
    package static func minute(_ milliseconds: Int64) -> String {
        String(rfc3339(milliseconds).prefix(16)) + "Z"
    }

    /// `2025-11-18T09:00:00.000Z`; years before 1970 and after 9999 are cut off.
    static func rfc3339(_ milliseconds: Int64) -> String {
        Timestamp(milliseconds: min(max(milliseconds, 0), endOf9999)).text
    }

    private static let endOf9999: Int64 = 253_402_300_799_999
}
