internal import Delivery

/// The open rate over time, a small chart for each campaign, all on one scale.
///
/// Over longer times a point is some hours together. Points of fewer than 20 messages say nothing
/// and are gaps. A campaign's own figure is the rate of all its hours.
struct MultiplesChart: Chart {
    private struct Campaign {
        var name: String
        var total = Proportion(0, of: 0)
        /// By the hour with which a point begins.
        var points: [Int64: Proportion] = [:]

        mutating func add(_ share: Proportion, at hour: Int64) {
            total = total + share
            points[hour] = points[hour].map { $0 + share } ?? share
        }
    }

    fileprivate static let fewest: Int64 = 20
    private static let mostCampaigns = 12
    private static let mostPoints: Int64 = 96

    /// The largest first.
    private var campaigns: [Campaign]
    private var first: Int64
    private var last: Int64
    private var step: Int64

    init?(_ table: ResultTable) {
        let needs = ["campaign", "open_base", "opened"]
        guard let (rows, first, last) = HourAxis.timed(table, needs: needs) else { return nil }
        let steps: [Int64] = [1, 2, 3, 6, 12, 24, 168]
        let step = steps.first { (last - first) / $0 < MultiplesChart.mostPoints } ?? 720
        (self.first, self.last, self.step) = (first, last, step)
        var byName: [String: Campaign] = [:]
        for (row, hour) in rows {
            let name = row.word("campaign") ?? CellText.null
            let share = Proportion(row.drawn("opened") ?? 0, of: row.drawn("open_base") ?? 0)
            byName[name, default: Campaign(name: name)].add(
                share, at: HourAxis.begin(of: hour, step: step))
        }
        campaigns = byName.values.sorted { ($1.total.total, $0.name) < ($0.total.total, $1.name) }
        guard campaigns.contains(where: { $0.total.drawn != nil }) else { return nil }
    }

    private var shown: ArraySlice<Campaign> { campaigns.prefix(MultiplesChart.mostCampaigns) }
    private var all: Proportion { campaigns.reduce(Proportion(0, of: 0)) { $0 + $1.total } }

    // MARK: In words

    var summary: String {
        let rates = shown.map { campaign in
            let rate = campaign.total.drawn.map(NumberWords.percent) ?? CellText.null
            return "\(ChartText.short(campaign.name)) \(rate)"
        }
        let rest = rest > 0 ? "; and \(rest) more" : ""
        return "Open rates, the largest campaigns first: " + rates.joined(separator: "; ") + rest
            + ". All together \(all.drawn.map(NumberWords.percent) ?? CellText.null)."
    }

    private var rest: Int { campaigns.count - shown.count }

    // MARK: Drawing

    func draw(on canvas: inout Canvas) {
        let across = canvas.isNarrow ? 2 : 3
        let gap = canvas.isNarrow ? 20.0 : 30
        let width = (canvas.width - gap * Double(across - 1)) / Double(across)
        let highest = shown.flatMap { $0.points.values.compactMap(\.drawn) }.max() ?? 0
        let ceiling = Scale.ticks(upTo: max(highest, 0.001), count: 4).last ?? 1
        let top = canvas.height
        for (index, campaign) in shown.enumerated() {
            let x = Double(index % across) * (width + gap)
            let panel = Panel(
                x: x, y: top + Double(index / across) * (Panel.height + 22), width: width,
                axis: HourAxis(first: first, last: last, start: x + 3, end: x + width - 3),
                ceiling: ceiling)
            draw(campaign, panel, on: &canvas)
        }
        canvas.caption(note(ceiling))
    }

    private func note(_ ceiling: Double) -> String {
        let period = HourAxis.period(first, last)
        var text = "Each from 0 to \(ChartNumber.axisPercent(ceiling)), \(period)"
        text +=
            step == 1
            ? "" : step % 24 == 0 ? "; a point is \(step / 24) d" : "; a point is \(step) h"
        if let rate = all.drawn { text += "; dashed: all campaigns, \(NumberWords.percent(rate))" }
        text += ". Gaps have fewer than \(MultiplesChart.fewest) messages."
        return text + (rest > 0 ? " And \(rest) more campaigns." : "")
    }

    /// The place of one campaign.
    private struct Panel {
        static let height = 78.0

        var x: Double
        var y: Double
        var width: Double
        var axis: HourAxis
        var ceiling: Double

        var rates: Scale {
            Scale(domain: 0...ceiling, start: y + Panel.height, end: y + 24)
        }
    }

    private func draw(_ campaign: Campaign, _ panel: Panel, on canvas: inout Canvas) {
        let figure = campaign.total.drawn.map(NumberWords.percent) ?? "too few"
        let right = panel.x + panel.width
        let room = panel.width - ChartText.width(figure, bold: true) - 8
        canvas.text(
            ChartText.fitted(campaign.name, width: room), x: panel.x, y: panel.y + 13)
        canvas.text(figure, x: right, y: panel.y + 13, "strong", anchor: .end)
        let rates = panel.rates
        canvas.line(from: (panel.x, rates.end), to: (right, rates.end), "rule")
        canvas.line(from: (panel.x, rates.start), to: (right, rates.start), "axis")
        if let rate = all.drawn {
            let y = rates.position(rate)
            canvas.line(from: (panel.x, y), to: (right, y), "reference")
        }
        let runs = runs(campaign, panel)
        canvas.lines(runs.filter { $0.count > 1 }, "line accent")
        // A point between gaps has no line; the last point says where the line ends.
        for run in runs.filter({ $0.count == 1 }) + [runs.last?.suffix(1).map { $0 } ?? []] {
            for point in run { canvas.circle(x: point.x, y: point.y, radius: 2.4, "fill accent") }
        }
    }

    private func runs(_ campaign: Campaign, _ panel: Panel) -> [[(x: Double, y: Double)]] {
        let points = campaign.points.mapValues(\.drawn).sorted { $0.key < $1.key }
        return points.filter { $0.value != nil }.runs { $1.key == $0.key + step }.map { run in
            run.map { hour, rate in
                let middle = Double(hour) + Double(step) / 2
                return (panel.axis.scale.position(middle), panel.rates.position(rate ?? 0))
            }
        }
    }
}

extension Proportion {
    /// Nil of too few for a point.
    fileprivate var drawn: Double? {
        total >= MultiplesChart.fewest ? Double(hits) / Double(total) : nil
    }
}

extension Array {
    /// Stretches of elements that follow each other.
    func runs(where follows: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
        var runs: [ArraySlice<Element>] = []
        var start = startIndex
        for index in indices.dropFirst() where !follows(self[index - 1], self[index]) {
            runs.append(self[start..<index])
            start = index
        }
        return runs + [self[start...]]
    }
}
