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
        let words = BarsChart.words(table)
        let count = table.columns.indices.first { place in
            table.columns[place].unit == .plain && table.rows.contains { $0[place].whole != nil }
        }
        guard let count, !words.isEmpty else { return nil }
        let bars = table.rows.compactMap { row -> Bar? in
            guard let number = row[count].whole, number >= 0 else { return nil }
            let label = words.compactMap { row[$0].word }
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

    /// The columns that hold texts.
    static func words(_ table: ResultTable) -> [Int] {
        table.columns.indices.filter { place in table.rows.contains { $0[place].word != nil } }
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
        let scale = Scale(domain: 0...max(highest, 1), start: start, end: end)
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
