internal import Delivery

/// Days up to a period: the open rate over its usual range, and what was sent below. With the
/// columns of the derivation `trend`, and notes of days as thin lines.
struct TrendChart: Chart {
    struct Day {
        /// Days since 1970-01-01.
        var number: Int64
        var isMature: Bool
        var sent: Double
        var rate: Double?
        var usual: ClosedRange<Double>?
        /// The rate of all others.
        var others: Double?
    }

    private let days: [Day]
    private var notes: [(day: Int64, text: String)] = []

    /// `notes` have a day, `YYYY-MM-DD`, and words.
    init?(_ table: ResultTable, notes: [(day: String, text: String)]) {
        self.init(table)
        let span = (days.first?.number ?? 0)...(days.last?.number ?? 0)
        self.notes = notes.compactMap { note in
            guard let hour = Period.hour(note.day), span.contains(hour / 24) else { return nil }
            return (hour / 24, SafeText.visible(note.text))
        }
    }

    init?(_ table: ResultTable) {
        let needs = [
            "day", "mature", "sent", "opened_rate", "usual_opened_from", "usual_opened_to",
        ]
        guard let rows = NamedCells.rows(table, needs: needs) else { return nil }
        days = rows.compactMap { row in
            guard let hour = row.word("day").flatMap(Period.hour) else { return nil }
            return Day(
                number: hour / 24, isMature: row.word("mature") != "no",
                sent: Double(row.drawn("sent") ?? 0), rate: row.real("opened_rate"),
                usual: row.range("usual_opened_from", "usual_opened_to"),
                others: row.real("others_opened_rate"))
        }.sorted { $0.number < $1.number }
        guard days.count > 1 else { return nil }
    }

    var summary: String {
        let words = days.suffix(3).map { day in
            "\(TrendChart.name(day.number)) \(NumberWords.grouped(Int64(day.sent))) sent, "
                + (day.rate.map { NumberWords.percent($0, places: 1) } ?? CellText.null) + " opened"
        }
        let noted = notes.map { "\(TrendChart.name($0.day)): \($0.text)" }
        return "\(days.count) days; the last: " + words.joined(separator: "; ") + "."
            + (noted.isEmpty ? "" : " Notes: " + noted.joined(separator: "; ") + ".")
    }

    static func name(_ day: Int64) -> String { HourAxis.day(day * 24) }

    // MARK: Drawing

    func draw(on canvas: inout Canvas) {
        let rates = days.flatMap {
            [$0.rate, $0.usual?.lowerBound, $0.usual?.upperBound, $0.others]
        }
        .compactMap(\.self)
        let (low, high) = (rates.min() ?? 0, rates.max() ?? 1)
        let ticks = Scale.ticks(from: low, to: high, count: 3)
        let left =
            max(
                ticks.map { ChartText.width(ChartNumber.axisPercent($0), size: ChartText.small) }
                    .max() ?? 0, 30) + 8
        let label = NumberWords.percent(days.last?.rate ?? 0, places: 1)
        let right = canvas.width - ChartText.width(label, bold: true) - 14
        let place = Scale(
            domain: Double(days[0].number) - 0.5...Double(days[days.count - 1].number) + 0.5,
            start: left, end: right)
        if !rates.isEmpty {
            canvas.text(heading, x: left, y: canvas.height + 13, "small muted")
        }
        let marks = drawNotes(place, left, on: &canvas)
        if !rates.isEmpty { drawRates(ticks, place, left, right, label, on: &canvas) }
        let bottom = drawSent(place, left, right, on: &canvas)
        for mark in marks { canvas.line(from: mark, to: (mark.x, bottom), "reference") }
    }

    private var heading: String {
        let usual = days.contains { $0.usual != nil } ? ", over its usual range" : ""
        let others = days.contains { $0.others != nil } ? "; grey: all other campaigns" : ""
        return "opened" + usual + others
    }

    private static let mostNotes = 6
    private static let noteLine = 15.0

    /// The words of the newest notes, in lines where none lies over another; the tops of their
    /// lines.
    private func drawNotes(
        _ place: Scale, _ left: Double, on canvas: inout Canvas
    ) -> [(x: Double, y: Double)] {
        var ends: [Double] = []
        let start = canvas.height
        return notes.suffix(TrendChart.mostNotes).map { note in
            let x = place.position(Double(note.day))
            let isLeft = x > (left + canvas.width) / 2
            let room = isLeft ? x - left : canvas.width - x - 4
            let text = ChartText.fitted(note.text, width: min(room, 200), size: ChartText.small)
            let width = ChartText.width(text, size: ChartText.small)
            let from = isLeft ? x - 4 - width : x
            let line = ends.firstIndex { $0 < from } ?? ends.count
            if line == ends.count { ends.append(0) }
            ends[line] = from + width + 12
            let y = start + Double(line + 1) * TrendChart.noteLine
            canvas.text(
                text, x: isLeft ? x - 4 : x + 4, y: y, "small", anchor: isLeft ? .end : .start)
            return (x, y - 9)
        }
    }

    private func drawRates(
        _ ticks: [Double], _ place: Scale, _ left: Double, _ right: Double, _ label: String,
        on canvas: inout Canvas
    ) {
        let top = canvas.height + 8
        let bottom = top + (canvas.isNarrow ? 96 : 110)
        let heights = Scale(
            domain: (ticks.first ?? 0)...(ticks.last ?? 1), start: bottom, end: top)
        for tick in ticks {
            let y = heights.position(tick)
            canvas.line(from: (left, y), to: (right, y), "rule")
            canvas.text(
                ChartNumber.axisPercent(tick), x: left - 6, y: y + 4, "small muted", anchor: .end)
        }
        let at = { (day: Day, value: Double) in
            (x: place.position(Double(day.number)), y: heights.position(value))
        }
        let usual = days.filter { $0.usual != nil }.runs { $1.number == $0.number + 1 }
        canvas.bands(
            usual.map { run in
                run.map { day in
                    (
                        place.position(Double(day.number)),
                        heights.position(day.usual?.lowerBound ?? 0),
                        heights.position(day.usual?.upperBound ?? 0)
                    )
                }
            })
        for run in days.filter({ $0.others != nil }).runs(where: { $1.number == $0.number + 1 }) {
            canvas.lines([run.map { at($0, $0.others ?? 0) }], "line axis")
        }
        for run in days.filter({ $0.rate != nil }).runs(where: { $1.number == $0.number + 1 }) {
            let settled = run.prefix(while: \.isMature)
            let open = run.dropFirst(max(settled.count - 1, 0))
            canvas.lines([settled.map { at($0, $0.rate ?? 0) }], "line accent")
            if open.count > 1 {
                canvas.lines([open.map { at($0, $0.rate ?? 0) }], "line accent dashed")
            }
        }
        guard let last = days.last, let rate = last.rate else { return }
        let end = at(last, rate)
        canvas.circle(x: end.x, y: end.y, radius: 3.5, "fill accent")
        canvas.text(label, x: right + 8, y: end.y + 4, "strong")
    }

    /// Returns where its bars begin.
    private func drawSent(
        _ place: Scale, _ left: Double, _ right: Double, on canvas: inout Canvas
    ) -> Double {
        canvas.text("sent", x: left, y: canvas.height + 18, "small muted")
        let top = canvas.height + 8
        let bottom = top + (canvas.isNarrow ? 54 : 56)
        let most = days.map(\.sent).max() ?? 0
        let ticks = Scale.ticks(upTo: max(most, 1), count: 2, whole: true)
        let heights = Scale(domain: 0...(ticks.last ?? 1), start: bottom, end: top)
        for tick in ticks {
            let y = heights.position(tick)
            canvas.line(from: (left, y), to: (right, y), tick == 0 ? "axis" : "rule")
            canvas.text(
                ChartNumber.axisCount(tick), x: left - 6, y: y + 4, "small muted", anchor: .end)
        }
        let span = days[days.count - 1].number - days[0].number + 1
        let room = (right - left) / Double(span)
        let width = max(min(room * 0.7, 24), 1)
        let bar = { (day: Day) in
            let middle = place.position(Double(day.number))
            let y = heights.position(day.sent)
            let (left, right) = (middle - width / 2, middle + width / 2)
            return [(x: left, y: bottom), (x: left, y: y), (x: right, y: y), (x: right, y: bottom)]
        }
        let sent = days.filter { $0.sent > 0 }
        canvas.areas(sent.dropLast().map(bar), "sent")
        canvas.areas(sent.suffix(1).map(bar), "received")
        canvas.lines(sent.filter { !$0.isMature }.flatMap { hatches(bar($0)) }, "hatch")
        labels(place, bottom, on: &canvas)
        return bottom
    }

    /// Slanted lines within a bar.
    private func hatches(_ bar: [(x: Double, y: Double)]) -> [[(x: Double, y: Double)]] {
        let (left, right) = (bar[0].x, bar[2].x)
        let (bottom, top) = (bar[0].y, bar[1].y)
        let width = right - left
        // Each rises to the right by as much as the bar is wide, less where the bar cuts it.
        return stride(from: bottom + width - 3, to: top, by: -6).map { start in
            let foot = min(start, bottom)
            let head = max(start - width, top)
            return [(left + start - foot, foot), (left + start - head, head)]
        }
    }

    /// Every seventh day back from the last.
    private func labels(_ place: Scale, _ bottom: Double, on canvas: inout Canvas) {
        guard let last = days.last?.number, let first = days.first?.number else { return }
        let step: Int64 = !canvas.isNarrow || last - first <= 14 ? 7 : last - first > 60 ? 28 : 14
        for number in stride(from: last, through: first, by: -Int(step)) {
            let label = TrendChart.name(number)
            let half = ChartText.width(label, size: ChartText.small) / 2
            let x = min(place.position(Double(number)), canvas.width - half)
            guard x - half >= 0 else { continue }
            canvas.text(label, x: x, y: bottom + 16, "small muted", anchor: .middle)
        }
        canvas.extend(to: bottom + 20)
    }
}
