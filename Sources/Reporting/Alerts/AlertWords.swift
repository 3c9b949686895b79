internal import Alerts
internal import Delivery
internal import NDJSON

/// How figures and names of alerts are written for people.
enum AlertWords {
    /// `platform ios, campaign sale`, or `all`.
    static func slice(_ slice: [AlertReport.Dimension]) -> String {
        slice.isEmpty
            ? "all"
            : slice.map { "\(SafeText.visible($0.name)) \(name($0.text))" }
                .joined(separator: ", ")
    }

    /// A name that can be seen.
    static func name(_ text: String) -> String {
        text.allSatisfy(\.isWhitespace) ? "(empty)" : SafeText.visible(text)
    }

    /// Events: whole ones, and with a decimal where that says something.
    static func count(_ number: Double) -> String {
        guard number.isFinite, number.magnitude < 1e15 else { return "\(number)" }
        let isSmall = number.magnitude < 10 && number != number.rounded()
        return isSmall
            ? ChartNumber.decimal(number, places: 1) : CellText.grouped(Int64(number.rounded()))
    }

    /// `452 to 635`
    static func likely(_ alert: AlertReport.Alert) -> String {
        "\(count(alert.likelyLow)) to \(count(alert.likelyHigh))"
    }

    /// `in 2 h`, or nothing for what has no window.
    static func window(_ alert: AlertReport.Alert) -> String? {
        alert.windowHours > 0 ? "\(alert.windowHours) h" : nil
    }

    /// `2025-11-18 09:00 UTC`
    static func moment(_ milliseconds: Int64) -> String {
        let text = rfc3339(milliseconds)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
    }

    /// `2025-11-18T09:00Z`
    static func minute(_ milliseconds: Int64) -> String {
        String(rfc3339(milliseconds).prefix(16)) + "Z"
    }

    /// `2025-11-18T09:00:00.000Z`
    static func rfc3339(_ milliseconds: Int64) -> String {
        Timestamp(milliseconds: min(max(milliseconds, 0), endOf9999)).text
    }

    /// The last moment that four digits of a year can tell.
    private static let endOf9999: Int64 = 253_402_300_799_999
}
