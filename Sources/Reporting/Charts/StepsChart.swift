internal import Delivery

/// The funnel of one row, a bar for each step, all as long as what was attempted. What failed
/// stands where it was lost.
struct StepsChart: Chart {
    private struct Step {
        var name: String
        /// Nil where none is known.
        var count: Int64?
        /// What a rate is of, and how many these are.
        var base: (name: String, count: Int64)?

        var share: (rate: Double, interval: ClosedRange<Double>)? {
            count.flatMap { count in base.flatMap { Proportion(count, of: $0.count).shown } }
        }
    }

    private var attempted: Int64
    private var sent: Int64
    private var steps: [Step]

    init?(_ table: ResultTable) {
        let needs = [
            "attempted", "failed", "sent", "received", "impressions", "opened",
            "impression_base", "open_base", "failure_base",
        ]
        guard let rows = NamedCells.rows(table, needs: needs), let row = rows.first,
            let attempted = row.drawn("attempted"), attempted > 0
        else { return nil }
        self.attempted = attempted
        sent = row.drawn("sent") ?? 0
        let base = { (name: String, column: String) in row.drawn(column).map { (name, $0) } }
        let isWhole = row.drawn("failure_base") == attempted
        steps = [
            Step(name: "attempted", count: attempted),
            Step(
                name: "failed", count: row.drawn("failed"),
                base: isWhole ? base("attempted", "attempted") : nil),
            Step(name: "sent", count: sent),
            Step(name: "received", count: row.drawn("received"), base: base("sent", "sent")),
            Step(
                name: "shown", count: row.drawn("impressions"),
                base: base("those in client logs", "impression_base")),
            Step(
                name: "opened", count: row.drawn("opened"),
                base: base("those to open", "open_base")),
        ]
        if let converted = row.drawn("converted") {
            steps.append(Step(name: "converted", count: converted, base: base("sent", "sent")))
        }
    }

    // MARK: In words

    var summary: String {
        steps.map { step in
            var text = "\(step.name) \(figure(step))"
            if let (rate, interval) = step.share, let base = step.base {
                text += ", \(NumberWords.percent(rate)) of \(base.name)"
                text += " (\(NumberWords.percentRange(interval)))"
            }
            return text
        }.joined(separator: "; ") + "."
    }

    private func figure(_ step: Step) -> String {
        step.count.map(NumberWords.grouped) ?? CellText.null
    }

    // MARK: Drawing

    func draw(on canvas: inout Canvas) {
        let figures = steps.map { ChartText.width(figure($0), bold: true) }.max() ?? 0
        let rates = ChartText.width("99.9% of those in client logs", size: ChartText.small)
        let start = 78.0
        let right = canvas.width - (canvas.isNarrow ? ChartText.width("99.9%") : rates) - 10
        let scale = Scale(
            domain: 0...Double(attempted), start: start, end: right - figures - 10)
        for step in steps {
            let top = canvas.height
            let baseLine = top + 16
            canvas.text(step.name, x: 0, y: baseLine)
            bar(step, y: top + 5, scale, on: &canvas)
            canvas.text(
                figure(step), x: right, y: baseLine, step.count == nil ? "muted" : "strong",
                anchor: .end)
            if let (rate, _) = step.share, let base = step.base {
                let share = NumberWords.percent(rate)
                let words = canvas.isNarrow ? share : "\(share) of \(base.name)"
                canvas.text(words, x: right + 10, y: baseLine, "small muted")
            }
            canvas.extend(to: top + 24)
        }
        canvas.caption(
            "Failed of attempted; received of sent; shown, on one platform, of those that a client "
                + "log reports; opened of those with something to open.")
    }

    private func bar(_ step: Step, y: Double, _ scale: Scale, on canvas: inout Canvas) {
        guard let count = step.count else { return }
        let isLoss = step.name == "failed"
        let first = isLoss ? scale.position(Double(sent)) : scale.start
        let last = scale.position(Double(isLoss ? sent + count : count))
        let style = isLoss ? "web" : "accent"
        canvas.rect(
            x: first, y: y, width: max(last - first, 0), height: 14, "fill \(style)", radius: 2)
    }
}
