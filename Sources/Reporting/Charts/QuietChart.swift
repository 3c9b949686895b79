internal import Alerts

/// Series without an alarm, small, each on a scale of its own: observed counts over their likely
/// range.
struct QuietChart: Drawing {
    private static let height = 72.0
    private static let gap = 22.0

    private let panels: [(title: String, chart: AlertChart)]

    /// Nil when none has an hour to draw.
    init?(_ series: [AlertSeries]) {
        panels = series.compactMap { series in
            AlertChart(series, isSmall: true).map { (series.title, $0) }
        }
        guard !panels.isEmpty else { return nil }
    }

    var summary: String {
        let names = panels.prefix(10).map { ChartText.short($0.title) }
        let rest = panels.count > names.count ? "; and \(panels.count - names.count) more" : ""
        return "\(panels.count) series without an alarm: "
            + names.joined(separator: "; ") + rest + "."
    }

    func draw(on canvas: inout Canvas) {
        let across = canvas.isNarrow ? 2 : 4
        let width = (canvas.width - QuietChart.gap * Double(across - 1)) / Double(across)
        let top = canvas.height
        for (place, panel) in panels.enumerated() {
            let x = Double(place % across) * (width + QuietChart.gap)
            let y = top + Double(place / across) * (QuietChart.height + QuietChart.gap)
            canvas.text(
                ChartText.fitted(panel.title, width: width, size: ChartText.small), x: x, y: y + 12,
                "small")
            panel.chart.draw(
                x: x, y: (top: y + 20, bottom: y + QuietChart.height), width: width, on: &canvas)
        }
        canvas.caption("Observed, over what was likely; each from 0 to its highest.")
    }
}
