/// A bar for each row, the longest first: its words, joined, and its first whole number.
struct BarsChart: Chart {
    private struct Bar {
        var label: String
        var count: Int64
    }

    private static let mostBars = 12

    private var bars: [Bar]
    /// The name of the counts.
    private var unit: String
    private var rest: Int

    init?(_ table: ResultTable) {
        let words = table.columns.indices.filter { BarsChart.isWords(table, $0) }
        let isCount = { (index: Int) in
            table.columns[index].unit == .plain
                && table.rows.contains { if case .integer = $0[index] { true } else { false } }
        }
        guard let count = table.columns.indices.first(where: isCount), !words.isEmpty else {
            return nil
        }
        let bars = table.rows.compactMap { row -> Bar? in
            guard case .integer(let number) = row[count], number >= 0 else { return nil }
            let label = words.compactMap { index in
                if case .text(let text) = row[index] { text } else { nil as String? }
            }
            return Bar(label: label.joined(separator: " · "), count: number)
        }
        guard bars.contains(where: { $0.count > 0 }) else { return nil }
        let order = bars.enumerated().sorted { a, b in
            (b.element.count, a.offset) < (a.element.count, b.offset)
        }
        self.bars = order.prefix(BarsChart.mostBars).map(\.element)
        unit = table.columns[count].name.split(separator: "_").joined(separator: " ")
        rest = bars.count - self.bars.count
    }

    private static func isWords(_ table: ResultTable, _ index: Int) -> Bool {
        table.rows.contains { if case .text = $0[index] { true } else { false } }
    }

    /// The names of the columns that hold texts.
    static func wordColumns(_ table: ResultTable) -> [String] {
        table.columns.indices.filter { isWords(table, $0) }.map { table.columns[$0].name }
    }

    // MARK: In words

    var summary: String {
        let figures = bars.map {
            "\(ChartText.short($0.label)) \(NumberWords.grouped($0.count))"
        }
        return "\(unit): " + figures.joined(separator: "; ")
            + (rest > 0 ? "; and \(rest) more." : ".")
    }

    // MARK: Drawing

    func draw(on canvas: inout Canvas) {
        let highest = Double(bars.map(\.count).max() ?? 1)
        let figures = bars.map { ChartText.width(NumberWords.grouped($0.count), bold: true) }
        let labels = bars.map { ChartText.width(HTMLText.visible($0.label)) }.max() ?? 0
        let start = canvas.isNarrow ? 0 : min(labels, 300) + 12
        let end = canvas.width - (figures.max() ?? 0) - 8
        let scale = Scale(kind: .linear, domain: 0...max(highest, 1), start: start, end: end)
        for bar in bars {
            let top = canvas.height
            let y = canvas.isNarrow ? top + 20 : top + 5
            let room = canvas.isNarrow ? canvas.width : start - 12
            let label = ChartText.fitted(bar.label, width: room)
            canvas.text(label, x: 0, y: canvas.isNarrow ? top + 14 : top + 16)
            let length = scale.position(Double(bar.count)) - start
            canvas.rect(
                x: start, y: y, width: max(length, bar.count > 0 ? 1 : 0), height: 14,
                "fill accent", radius: min(2, length / 2))
            canvas.text(
                NumberWords.grouped(bar.count), x: start + length + 6, y: y + 11, "strong")
            canvas.extend(to: y + (canvas.isNarrow ? 18 : 19))
        }
        if rest > 0 { canvas.caption("And \(NumberWords.grouped(Int64(rest))) more.") }
    }
}
