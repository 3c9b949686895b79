/// Numbers over time for a terminal: a line for each row of a table, with a bar.
package enum SeriesText {
    private static let width = 40.0

    /// A part for each column of numbers, and for each of the words. Throws `QueryError` for a
    /// table that cannot be drawn.
    package static func text(
        of table: ResultTable, _ style: TextStyle
    ) throws(QueryError) -> String {
        let series = try TimeSeries(table)
        let parts = series.panels.flatMap { panel in
            panel.lines.filter { !$0.known.isEmpty }.map { line in
                let name = series.table.columns[panel.column].name
                return TitledTable(
                    title: line.name.isEmpty ? name : "\(name) · \(line.name)",
                    table: bars(of: line, panel, series))
            }
        }
        let notice = table.cutAfterRows.map { "\n(\(CellText.cutNotice($0)))\n" } ?? ""
        return TextFormat(style: style).text(of: parts) + notice
    }

    /// Time, number, `mature`, and a bar: the longest is the largest number of all lines.
    private static func bars(
        of line: TimeSeries.Line, _ panel: TimeSeries.Panel, _ series: TimeSeries
    ) -> ResultTable {
        let column = series.table.columns[panel.column]
        let highest = panel.values.max() ?? 0
        let most = panel.lines.flatMap(\.points).first { $0.value == highest }
        let end = CellText.cell(
            most.map { series.table.rows[$0.row][panel.column] } ?? .null, in: column,
            isHuman: true)
        let shown = [series.time, panel.column] + (series.mature.map { [$0] } ?? [])
        var table = series.table
        table.columns = shown.map { series.table.columns[$0] } + [ResultTable.Column("0 to \(end)")]
        table.rows = line.points.map { point in
            let part = highest > 0 ? (point.value ?? 0) / highest : 0
            return shown.map { series.table.rows[point.row][$0] } + [.text(bar(part))]
        }
        table.cutAfterRows = nil
        return table
    }

    /// In eighths of a letter.
    private static func bar(_ part: Double) -> String {
        let eighths = Int((min(max(part, 0), 1) * width * 8).rounded())
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + rest
    }
}
