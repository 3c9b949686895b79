/// Sent, received and opened by the hour of sending: columns, one within the other, since what is
/// opened was received, and what is received was sent. Hours without rows are gaps.
struct HoursChart: Chart {
    private struct Counts {
        var sent: Int64 = 0
        var received: Int64 = 0
        var opened: Int64 = 0

        mutating func add(_ row: NamedCells) {
            sent += row.drawn("sent") ?? 0
            received += row.drawn("received") ?? 0
            opened += row.drawn("opened") ?? 0
        }
    }

    /// Beyond so many hours, columns are days.
    private static let mostHours: Int64 = 40 * 24

    /// No column is wider than this.
    private static let widest = 48.0

    /// By the hour with which a column begins.
    private var columns: [Int64: Counts] = [:]
    private var first: Int64
    private var last: Int64
    /// The hours of one column.
    private var step: Int64 = 1

    init?(_ table: ResultTable) {
        let needs = ["send_hour", "sent", "received", "opened"]
        guard let rows = NamedCells.rows(table, needs: needs) else { return nil }
        let timed = HourAxis.timed(rows)
        let hours = timed.map(\.hour)
        guard let first = hours.min(), let last = hours.max() else { return nil }
        step = last - first >= HoursChart.mostHours ? 24 : 1
        self.first = HourAxis.begin(of: first, step: step)
        self.last = HourAxis.begin(of: last, step: step) + step - 1
        for (row, hour) in timed {
            columns[HourAxis.begin(of: hour, step: step), default: Counts()].add(row)
        }
        guard highest > 0 else { return nil }
    }

    private var highest: Int64 {
        columns.values.map { max($0.sent, $0.received, $0.opened) }.max() ?? 0
    }

    private var totals: Counts {
        columns.values.reduce(Counts()) { total, counts in
            Counts(
                sent: total.sent + counts.sent, received: total.received + counts.received,
                opened: total.opened + counts.opened)
        }
    }

    // MARK: In words

    var summary: String {
        let totals = totals
        let axis = HourAxis(first: first, last: last, start: 0, end: 1)
        let unit = step == 1 ? "hour" : "day"
        var text =
            "\(axis.period): \(NumberWords.grouped(totals.sent)) sent, "
            + "\(NumberWords.grouped(totals.received)) received, "
            + "\(NumberWords.grouped(totals.opened)) opened."
        let order = { (a: (key: Int64, value: Counts), b: (key: Int64, value: Counts)) in
            (a.value.sent, -a.key) < (b.value.sent, -b.key)
        }
        if let most = columns.max(by: order) {
            text +=
                " Most were sent in the \(unit) from \(HourAxis.moment(most.key)): "
                + "\(NumberWords.grouped(most.value.sent))."
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
        let share = { (count: Int64) in
            totals.sent > 0
                ? " (\(NumberWords.percent(Double(count) / Double(totals.sent))))" : ""
        }
        canvas.key([
            .init(name: "sent", note: NumberWords.grouped(totals.sent), style: "sent"),
            .init(
                name: "received",
                note: NumberWords.grouped(totals.received) + share(totals.received),
                style: "received"),
            .init(
                name: "opened", note: NumberWords.grouped(totals.opened) + share(totals.opened),
                style: "opened"),
        ])
        let top = canvas.height + 8
        let bottom = top + (canvas.isNarrow ? 170 : 200)
        let ticks = Scale.ticks(upTo: Double(highest), count: 4, whole: true)
        let counts = CountAxis(ticks, top: top, bottom: bottom)
        counts.draw(on: &canvas)
        let axis = HourAxis(first: first, last: last, start: counts.left, end: canvas.width)
        for (style, count) in series {
            canvas.areas(outlines(axis, counts.heights, count), "fill \(style)")
        }
        axis.draw(y: bottom, on: &canvas)
        let columns = step == 1 ? "" : "; a column is a day"
        canvas.caption("By the hour of sending, \(axis.period)\(columns).")
    }

    private var series: [(style: String, count: (Counts) -> Int64)] {
        [("sent", { $0.sent }), ("received", { $0.received }), ("opened", { $0.opened })]
    }

    /// Columns of their own while there is room for gaps, else one outline for each stretch.
    private func outlines(
        _ axis: HourAxis, _ heights: Scale, _ count: (Counts) -> Int64
    ) -> [[(x: Double, y: Double)]] {
        let width = axis.position(first + step) - axis.position(first)
        let gap = width >= 6 ? max(min(width * 0.15, 3), width - HoursChart.widest) : 0
        var outlines: [[(x: Double, y: Double)]] = []
        var next: Int64?
        for hour in columns.keys.sorted() {
            let left = axis.position(hour) + gap / 2
            let right = min(max(axis.position(hour + step) - gap / 2, left + 0.5), axis.end)
            let y = heights.position(Double(columns[hour].map(count) ?? 0))
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
