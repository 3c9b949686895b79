internal import Delivery

/// Numbers over time, a drawing for each column and a line for each of the words: see
/// `TimeSeries`. A time without a number is a gap; where opens are still to come, lines are dashed.
struct SeriesChart: Chart {
    private static let mostPanels = 8
    private static let mostLines = 5
    /// Larger values are cut.
    private static let largest = 1e14

    private let table: ResultTable
    private let time: String
    private let panels: [TimeSeries.Panel]
    /// Panels beyond `mostPanels`.
    private let rest: Int
    private let first: Int64
    private let last: Int64
    /// Hours from one time to the next.
    private let step: Int64

    init?(_ table: ResultTable) {
        guard let series = try? TimeSeries(table) else { return nil }
        let drawn = series.panels.filter { !$0.values.isEmpty }
        let hours = Set(drawn.flatMap { $0.lines.flatMap { $0.known.map(\.hour) } }).sorted()
        guard let first = hours.first, let last = hours.last else { return nil }
        step = zip(hours, hours.dropFirst()).map { $1 - $0 }.min() ?? 1
        (self.table, self.first, self.last) = (table, first, last)
        time = ChartText.short(table.columns[series.time].name)
        panels = Array(drawn.prefix(SeriesChart.mostPanels))
        rest = drawn.count - panels.count
    }

    /// Those with most points, in the order of the table.
    private func shown(_ panel: TimeSeries.Panel) -> [TimeSeries.Line] {
        let known = panel.lines.enumerated().filter { !$0.element.known.isEmpty }
        let most = known.sorted { a, b in
            (b.element.known.count, a.offset) < (a.element.known.count, b.offset)
        }
        return most.prefix(SeriesChart.mostLines).sorted { $0.offset < $1.offset }.map(\.element)
    }

    // MARK: In words

    var summary: String {
        panels.map { panel in
            let low = words(panel.values.min(), panel)
            let high = words(panel.values.max(), panel)
            let lines = shown(panel).map { line in
                let name = line.name.isEmpty ? "" : ChartText.short(line.name) + " "
                return "\(name)last \(words(line.known.last?.value, panel))"
            }
            return "\(name(panel)): \(low) to \(high); \(lines.joined(separator: "; "))."
        }.joined(separator: " ")
    }

    private func name(_ panel: TimeSeries.Panel) -> String {
        ChartText.short(CellText.heading(table.columns[panel.column], isHuman: true))
    }

    private func words(_ value: Double?, _ panel: TimeSeries.Panel) -> String {
        guard let value else { return CellText.null }
        return isShare(panel) ? NumberWords.percent(value) : NumberWords.count(value)
    }

    private func isShare(_ panel: TimeSeries.Panel) -> Bool {
        table.columns[panel.column].unit == .share
    }

    // MARK: Drawing

    func draw(on canvas: inout Canvas) {
        for panel in panels { draw(panel, on: &canvas) }
        let points = panels.flatMap { $0.lines.flatMap(\.known) }
        let notes = [
            "By \(time).",
            points.allSatisfy(\.isMature) ? "" : "Dashed: opens are still to come.",
            rest > 0 ? "And \(NumberWords.count(rest, "more column"))." : "",
        ]
        canvas.caption(notes.filter { !$0.isEmpty }.joined(separator: " "))
    }

    private func draw(_ panel: TimeSeries.Panel, on canvas: inout Canvas) {
        let lines = shown(panel)
        let title = ChartText.fitted(name(panel), width: canvas.width, bold: true)
        canvas.text(title, x: 0, y: canvas.height + 20, "strong")
        if panel.lines.count > 1 { key(panel, lines, on: &canvas) }
        let top = canvas.height + 8
        let bottom = top + (canvas.isNarrow ? 100 : 120)
        let highest = min(lines.flatMap { $0.known.compactMap(\.value) }.max() ?? 0, Self.largest)
        let values = ValueAxis(
            Scale.ticks(upTo: max(highest, 1e-4), count: 3), top: top, bottom: bottom,
            label: isShare(panel) ? ChartNumber.axisPercent : ChartNumber.axisCount)
        values.draw(on: &canvas)
        let axis = HourAxis(
            first: first, last: last + step - 1, start: values.left, end: canvas.width - 4)
        for (line, style) in zip(lines, styles(lines)) {
            draw(line, style, axis, values.heights, on: &canvas)
        }
        axis.draw(y: bottom, on: &canvas)
    }

    private func key(
        _ panel: TimeSeries.Panel, _ lines: [TimeSeries.Line], on canvas: inout Canvas
    ) {
        canvas.key(
            zip(lines, styles(lines)).map { line, style in
                .init(
                    name: ChartText.fitted(line.name, width: 120, bold: true),
                    note: "last " + words(line.known.last?.value, panel), style: style,
                    isLine: true)
            })
        let rest = panel.lines.count - lines.count
        if rest > 0 { canvas.caption("And \(NumberWords.count(rest, "more line")).") }
    }

    /// Platforms have their own.
    private func styles(_ lines: [TimeSeries.Line]) -> [String] {
        let own = lines.map { PlatformStyle.name($0.name) }
        return own == lines.map(\.name) ? own : ["accent", "web", "android", "ios", "unknown"]
    }

    private func draw(
        _ line: TimeSeries.Line, _ style: String, _ axis: HourAxis, _ heights: Scale,
        on canvas: inout Canvas
    ) {
        let place = { (point: TimeSeries.Point) in
            (
                x: axis.scale.position(Double(point.hour) + Double(step) / 2),
                y: heights.position(point.value ?? 0)
            )
        }
        for run in line.known.runs(where: { $1.hour == $0.hour + step }) {
            guard run.count > 1 else {
                for point in run.map(place) {
                    canvas.circle(x: point.x, y: point.y, radius: 2.4, "fill \(style)")
                }
                continue
            }
            let settled = run.prefix(while: \.isMature)
            let open = run.dropFirst(max(settled.count - 1, 0))
            for (points, look) in [(settled, style), (open, "reference")] where points.count > 1 {
                canvas.lines([points.map(place)], "line \(look)")
            }
        }
    }
}
