/// Ratios with their 95 % intervals, a line for each row, on an axis where halving and doubling
/// are as long. Rows that begin with `all` are the sums of those below, and stand out.
struct EffectChart: Chart {
    private struct Effect {
        var label: String
        var ratio: Double?
        var interval: ClosedRange<Double>?

        var isSum: Bool { label == "all" || label.hasPrefix("all,") || label.hasPrefix("all ") }

        var figures: String {
            guard let ratio else { return CellText.null }
            let range = interval.map {
                " (\(ChartNumber.ratio($0.lowerBound))–\(ChartNumber.ratio($0.upperBound)))"
            }
            return ChartNumber.ratio(ratio) + (range ?? "")
        }
    }

    private static let mostRows = 20
    /// Ratios further from 1 are drawn at the edge.
    private static let widest = 0.05...20.0

    private var effects: [Effect]

    init?(_ table: ResultTable) {
        let needs = ["risk_ratio", "risk_ratio_low", "risk_ratio_high"]
        guard let label = BarsChart.words(table).first.map({ table.columns[$0].name }),
            let rows = NamedCells.rows(table, needs: needs)
        else { return nil }
        effects = rows.map { row in
            let low = row.real("risk_ratio_low")
            let high = row.real("risk_ratio_high")
            let interval = low.flatMap { low in high.map { (low, $0) } }
            return Effect(
                label: row.word(label) ?? CellText.null, ratio: row.real("risk_ratio"),
                interval: interval.flatMap { $0 <= $1 ? $0...$1 : nil })
        }
        guard effects.contains(where: { $0.ratio != nil }) else { return nil }
    }

    private var shown: ArraySlice<Effect> { effects.prefix(EffectChart.mostRows) }
    private var rest: Int { effects.count - shown.count }

    // MARK: In words

    var summary: String {
        let rows = shown.map { "\(ChartText.short($0.label)) \($0.figures)" }
        return "Ratios with 95% intervals; 1 is no difference. " + rows.joined(separator: "; ")
            + (rest > 0 ? "; and \(rest) more." : ".")
    }

    // MARK: Drawing

    func draw(on canvas: inout Canvas) {
        let figures = shown.map { ChartText.width($0.figures, bold: true) }.max() ?? 0
        let labels = shown.map { ChartText.width(HTMLText.visible($0.label), bold: true) }.max()
        let start = canvas.isNarrow ? 8 : min(labels ?? 0, 230) + 24
        let end = canvas.isNarrow ? canvas.width - 8 : canvas.width - figures - 24
        let domain = domain
        let scale = Scale(kind: .logarithmic, domain: domain, start: start, end: end)
        let rowHeight = canvas.isNarrow ? 40.0 : 26
        let top = canvas.height
        let bottom = top + rowHeight * Double(shown.count) + 6
        let tops = shown.indices.map { top + rowHeight * Double($0) }
        // On a narrow screen labels stand above the lines, and nothing goes through them.
        let strips = canvas.isNarrow ? tops.map { ($0 + 22, $0 + rowHeight) } : [(top, bottom)]
        for tick in Scale.ratioTicks(domain, count: canvas.isNarrow ? 6 : 8) {
            let x = scale.position(tick)
            for (begin, end) in strips {
                canvas.line(from: (x, begin), to: (x, end), tick == 1 ? "axis" : "rule")
            }
            canvas.text(
                ChartNumber.axisRatio(tick), x: x, y: bottom + 15,
                tick == 1 ? "small strong" : "small muted", anchor: .middle)
        }
        for (effect, top) in zip(shown, tops) { row(effect, top: top, scale, on: &canvas) }
        canvas.extend(to: bottom + 16)
        canvas.caption(
            "Ratios; left of 1 fewer, right of 1 more. Lines are 95% intervals."
                + (rest > 0 ? " And \(rest) more rows." : ""))
    }

    /// All that is drawn, and 1, with some room.
    private var domain: ClosedRange<Double> {
        let values = shown.flatMap { effect in
            [effect.ratio, effect.interval?.lowerBound, effect.interval?.upperBound]
        }.compactMap { $0 }
        let limits = EffectChart.widest
        let inside = values.map { min(max($0, limits.lowerBound), limits.upperBound) }
        let low = min(inside.min() ?? 1, 0.95)
        let high = max(inside.max() ?? 1, 1.05)
        return low / 1.04...high * 1.04
    }

    private func row(
        _ effect: Effect, top: Double, _ scale: Scale, on canvas: inout Canvas
    ) {
        let baseLine = top + 17
        let style = effect.isSum ? "strong" : ""
        let labelRoom =
            canvas.isNarrow
            ? canvas.width - ChartText.width(effect.figures, bold: true) - 12
            : scale.start - 16
        let label = ChartText.fitted(effect.label, width: labelRoom, bold: effect.isSum)
        canvas.text(label, x: 0, y: baseLine, style)
        canvas.text(
            effect.figures, x: canvas.width, y: baseLine,
            effect.ratio == nil ? "muted" : style, anchor: .end)
        guard let ratio = effect.ratio else { return }
        let y = top + (canvas.isNarrow ? 30 : 13)
        if let interval = effect.interval {
            canvas.line(
                from: (scale.position(interval.lowerBound), y),
                to: (scale.position(interval.upperBound), y),
                effect.isSum ? "line accent thick" : "line accent")
        }
        let x = scale.position(ratio)
        if effect.isSum {
            canvas.areas([[(x - 6, y), (x, y - 6), (x + 6, y), (x, y + 6)]], "fill accent")
        } else {
            canvas.circle(x: x, y: y, radius: 4, "fill accent")
        }
    }
}
