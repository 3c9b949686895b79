internal import Delivery

/// The whole funnel for a terminal: a line for each step, with its rate, the interval and a bar.
struct FunnelSteps {
    private static let barWidth = 40.0

    /// With the columns of `funnel_total`, and `converted` where there are conversions.
    let row: NamedCells?

    func text(_ style: TextStyle) -> String {
        var steps: [(name: String, base: String?, words: String)] = [
            ("attempted", nil, ""), failed, ("sent", nil, ""),
            ("received", "sent", "of sent"),
            ("impressions", "impression_base", "of those in client logs"),
            ("opened", "open_base", "of sent with something to show"),
        ]
        if row?.count("converted") != nil { steps.append(("converted", "sent", "of sent")) }
        var text = ""
        for step in steps {
            let count = row?.cell(step.name) ?? .null
            let words = CellText.cell(
                count, in: ResultTable.Column(step.name), isHuman: style.isHuman)
            text += "  " + step.name.padded(to: 12) + right(words, 12)
            if let base = step.base { text += share(count, of: base, step.words, style) }
            text += "\n"
        }
        return text
    }

    /// Of one platform, the share is of sends whose platform is known whatever FCM answered.
    private var failed: (name: String, base: String?, words: String) {
        row?.cell("failure_base") == row?.cell("attempted")
            ? ("failed", "failure_base", "of attempted") : ("failed", nil, "")
    }

    private func share(
        _ count: ResultTable.Cell, of base: String, _ words: String, _ style: TextStyle
    ) -> String {
        guard let hits = count.whole else { return "" }
        guard let total = row?.integer(base) else {
            return style.dim("           rates are by platform")
        }
        guard let (rate, range) = Proportion(hits, of: total).shown else { return "" }
        let bar = String(repeating: "█", count: Int((rate * FunnelSteps.barWidth).rounded()))
        return right(NumberWords.percent(rate, places: 2), 9) + "  "
            + style.dim("(\(CellText.interval(range))) \(words)".padded(to: 52)) + bar
    }

    private func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
