package import Alerts

/// What can be drawn for each width.
protocol Drawing {
    /// The main figures in sentences, for people who do not see the chart.
    var summary: String { get }
    func draw(on canvas: inout Canvas)
}

/// What a chart is made from: the figures of a table, read once.
protocol Chart: Drawing {
    /// Nil when columns are missing, or when no row gives anything to draw.
    init?(_ table: ResultTable)
}

extension ChartKind {
    fileprivate func chart(_ table: ResultTable) -> (any Chart)? {
        switch self {
        case .steps: StepsChart(table)
        case .funnel: FunnelChart(table)
        case .hours: HoursChart(table)
        case .multiples: MultiplesChart(table)
        case .effect: EffectChart(table)
        case .curve: CurveChart(table)
        case .bars: BarsChart(table)
        case .series: SeriesChart(table)
        case .trend: TrendChart(table)
        }
    }
}

/// A chart as SVG for an HTML page; nil when the rows give nothing to draw or columns are missing.
///
/// It is drawn twice, for wide and for narrow screens, so that its letters are as large as those
/// of the page on both; the page's style shows one of them. Colours too are the page's: marks have
/// classes. The same rows give the same bytes.
package func svg(of kind: ChartKind, table: ResultTable, title: String, id: String) -> String? {
    kind.chart(table).map { svg(of: $0, title: title, id: id) }
}

/// The same of alarms over time; nil when there is no hour to draw.
package func svg(of series: AlertSeries, title: String, id: String) -> String? {
    AlertChart(series).map { svg(of: $0, title: title, id: id) }
}

/// The trend with notes of days.
func svg(
    ofTrend table: ResultTable, notes: [(day: String, text: String)], title: String, id: String
) -> String? {
    TrendChart(table, notes: notes).map { svg(of: $0, title: title, id: id) }
}

/// Series without an alarm, small.
func svg(ofQuiet series: [AlertSeries], title: String, id: String) -> String? {
    QuietChart(series).map { svg(of: $0, title: title, id: id) }
}

/// A chart as SVG that stands beside other things on every screen.
func smallSVG(of kind: ChartKind, table: ResultTable, title: String, id: String) -> String? {
    kind.chart(table).map { svg(of: $0, .small, title: title, id: id) }
}

/// An incident, small, for the finding that tells of it; nil where there is too little to draw, or
/// too much.
func svg(ofIncident series: AlertSeries, _ period: PeriodWords, id: String) -> String? {
    IncidentChart(series, period).map { svg(of: $0, .small, title: series.title, id: id) }
}

private func svg(of chart: any Drawing, title: String, id: String) -> String {
    [.wide, .narrow].map { svg(of: chart, $0, title: title, id: id) }.joined(separator: "\n")
}

private func svg(
    of chart: any Drawing, _ layout: Canvas.Layout, title: String, id: String
) -> String {
    var canvas = Canvas(layout)
    chart.draw(on: &canvas)
    return canvas.svg(title: title, summary: chart.summary, id: id)
}
