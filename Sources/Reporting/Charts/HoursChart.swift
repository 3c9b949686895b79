/// Sent, received and opened by the hour of sending: columns, one within the other, since what is
/// opened was received, and what is received was sent. Hours without rows are gaps.
struct HoursChart: Chart {
    private static let steps = ["sent", "received", "opened"]

    /// Beyond so many hours, columns are days.
    private static let mostHours: Int64 = 4 * 24

    /// No column is wider than this.
    private static let widest = 48.0

    /// Counts of `steps`, by the hour with which a column begins.
    private var columns: [Int64: [Int64]] = [:]
    private var first: Int64
    private var last: Int64
    /// The hours of one column.
    private var step: Int64 = 1

    init?(_ table: ResultTable) {
        guard let (rows, first, last) = HourAxis.timed(table, needs: Self.steps) else { return nil }
        step = last - first >= HoursChart.mostHours ? 24 : 1
        self.first = HourAxis.begin(of: first, step: step)
        self.last = HourAxis.begin(of: last, step: step) + step - 1
        for (row, hour) in rows {
            let counts = Self.steps.map { row.drawn($0) ?? 0 }
            let begin = HourAxis.begin(of: hour, step: step)
            columns[begin] = columns[begin].map { HoursChart.sum($0, counts) } ?? counts
        }
        guard highest > 0 else { return nil }
    }

    private var highest: Int64 { columns.values.joined().max() ?? 0 }
    private var totals: [Int64] { columns.values.reduce(Self.steps.map { _ in 0 }, HoursChart.sum) }

    private static func sum(_ a: [Int64], _ b: [Int64]) -> [Int64] { zip(a, b).map(+) }

    // MARK: In words

    var summary: String {
        let unit = step == 1 ? "hour" : "day"
        let figures = zip(Self.steps, totals).map { "\(NumberWords.grouped($1)) \($0)" }
        var text = "\(HourAxis.period(first, last)): \(figures.joined(separator: ", "))."
        let most = columns.max { ($0.value[0], -$0.key) < ($1.value[0], -$1.key) }
        if let most {
            text +=
                " Most were sent in the \(unit) from \(HourAxis.moment(most.key)): "
                + "\(NumberWords.grouped(most.value[0]))."
        }
        if missing > 0 {
            text += missing == 1 ? " 1 \(unit) has no row." : " \(missing) \(unit)s have no rows."
        }
        return text
    }

    private var missing: Int64 { (last + 1 - first) / step - Int64(columns.count) }

    // MARK: Drawing

    func draw(on canvas: inout Canvas) {
        let totals = totals
        canvas.key(
            zip(Self.steps, totals).map { step, total in
                let isShare = step != "sent" && totals[0] > 0
                let share = isShare ? NumberWords.percent(Double(total) / Double(totals[0])) : ""
                let note = NumberWords.grouped(total) + (isShare ? " (\(share))" : "")
                return .init(name: step, note: note, style: step)
            })
        let top = canvas.height + 8
        let bottom = top + (canvas.isNarrow ? 170 : 200)
        let ticks = Scale.ticks(upTo: Double(highest), count: 4, whole: true)
        let counts = ValueAxis(
            ticks, top: top, bottom: bottom, label: ChartNumber.axisCount)
        counts.draw(on: &canvas)
        let axis = HourAxis(first: first, last: last, start: counts.left, end: canvas.width)
        for (place, step) in Self.steps.enumerated() {
            canvas.areas(outlines(axis, counts.heights, place), "fill \(step)")
        }
        axis.draw(y: bottom, on: &canvas)
        let columns = step == 1 ? "" : "; a column is a day"
        let period = HourAxis.period(first, last)
        canvas.caption("By the hour of sending, \(period)\(columns).")
    }

    /// Of a step: columns of their own while there is room for gaps, else one outline for each
    /// stretch.
    private func outlines(
        _ axis: HourAxis, _ heights: Scale, _ place: Int
    ) -> [[(x: Double, y: Double)]] {
        let width = axis.position(first + step) - axis.position(first)
        let gap = width >= 6 ? max(min(width * 0.15, 3), width - HoursChart.widest) : 0
        var outlines: [[(x: Double, y: Double)]] = []
        var next: Int64?
        for hour in columns.keys.sorted() {
            let left = axis.position(hour) + gap / 2
            let right = min(max(axis.position(hour + step) - gap / 2, left + 0.5), axis.end)
            let y = heights.position(Double(columns[hour]?[place] ?? 0))
            if gap == 0, hour == next, var outline = outlines.popLast() {
                outline.insert(contentsOf: [(left, y), (right, y)], at: outline.count - 1)
                outline[outline.count - 1].x = right
                outlines.append(outline)
            } else {
                outlines.append([
                    (left, heights.start), (left, y), (right, y), (right, heights.start),
                ])
            }
            next = hour + step
        }
        return outlines
    }
}
