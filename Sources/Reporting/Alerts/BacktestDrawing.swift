internal import Alerts

/// The series of a back-test as one SVG, one below the other; the style of pages is included.
enum BacktestDrawing {
    private static let gap = 30.0
    private static let margin = 16.0

    static func text(of backtest: AlertBacktest) throws -> String {
        var canvas = Canvas(.wide)
        canvas.text(backtest.headline, x: 0, y: 16, "strong")
        var summaries: [String] = []
        for series in backtest.drawn {
            guard let chart = AlertChart(series) else { continue }
            let title = ChartText.fitted(series.title, width: canvas.width, bold: true)
            canvas.text(title, x: 0, y: canvas.height + gap, "strong")
            chart.draw(on: &canvas)
            summaries.append("\(title): \(chart.summary)")
        }
        let width = ChartNumber.coordinate(canvas.width + 2 * margin)
        let height = ChartNumber.coordinate(canvas.height + 2 * margin)
        let corner = ChartNumber.coordinate(-margin)
        return try PageTemplates().text(
            "_drawing", .html,
            [
                "title": "Back-test of alerts",
                "summary": ([backtest.headline + "."] + summaries).joined(separator: " "),
                "box": "\(corner) \(corner) \(width) \(height)", "width": width, "height": height,
                "marks": canvas.marks.joined(separator: "\n"),
            ])
    }
}
