internal import Delivery

/// The whole funnel for a terminal: a line for each step, with its rate, the interval and a bar.
struct FunnelSteps {
    private static let barWidth = 40.0

    private let values: [String: Report.Value]

    init(_ section: Report.Section) {
        let row = section.rows.first ?? []
        values = Dictionary(
            zip(section.columns.map(\.name), row), uniquingKeysWith: { first, _ in first })
    }

    func text(_ style: TextStyle) -> String {
        let steps: [(String, rate: String?, of: String)] = [
            ("attempted", nil, ""), ("failed", "failure_rate", "of attempted"),
            ("sent", nil, ""), ("received", "delivery_rate", "of sent"),
            ("impressions", "impression_rate", "of those that can be told"),
            ("opened", "open_rate", "of sent with something to show"),
        ]
        var text = ""
        for (name, rate, whole) in steps {
            text += "  " + pad(name, 12) + right(count(name, style), 12)
            if let rate { text += share(rate, whole, style) }
            text += "\n"
        }
        return text
    }

    private func count(_ name: String, _ style: TextStyle) -> String {
        switch values[name] {
        case .count(let count)?: style.isHuman ? CellText.grouped(count) : String(count)
        default: CellText.null
        }
    }

    private func share(_ name: String, _ whole: String, _ style: TextStyle) -> String {
        guard case .rate(let share?)? = values[name], let rate = share.rate,
            let range = share.interval
        else { return "" }
        let low = CellText.percent(basisPoints(range.lowerBound))
        let high = CellText.percent(basisPoints(range.upperBound))
        let bar = String(repeating: "█", count: Int((rate * FunnelSteps.barWidth).rounded()))
        return right(CellText.percent(basisPoints(rate)), 9) + "  "
            + style.dim(pad("(\(low) to \(high)) \(whole)", 52)) + bar
    }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}

extension TextStyle {
    func bold(_ text: String) -> String { hasColor ? "\u{1b}[1m\(text)\u{1b}[0m" : text }
    func dim(_ text: String) -> String { hasColor ? "\u{1b}[2m\(text)\u{1b}[0m" : text }
}
