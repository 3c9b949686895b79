/// The open rate over time, a small chart for each campaign, all on one scale.
///
/// Over longer times a point is some hours together. Points of fewer than 20 messages say nothing
/// and are gaps. A campaign's own figure is the rate of all its hours.
struct MultiplesChart: Chart {
    private struct Share {
        var opened: Int64 = 0
        var base: Int64 = 0

        var rate: Double? {
            base >= MultiplesChart.fewest ? Double(opened) / Double(base) : nil
        }

        static func + (a: Share, b: Share) -> Share {
            Share(opened: a.opened + b.opened, base: a.base + b.base)
        }
    }

    private struct Campaign {
        var name: String
        var total = Share()
        /// By the hour with which a point begins.
        var points: [Int64: Share] = [:]

        mutating func add(_ share: Share, at hour: Int64) {
            total = total + share
            points[hour] = (points[hour] ?? Share()) + share
        }
    }

    private static let fewest: Int64 = 20
    private static let mostCampaigns = 12
    private static let mostPoints: Int64 = 96

    /// The largest first.
    private var campaigns: [Campaign]
    private var first: Int64
    private var last: Int64
    private var step: Int64

    init?(_ table: ResultTable) {
        let needs = ["campaign", "send_hour", "open_base", "opened"]
        guard let rows = NamedCells.rows(table, needs: needs) else { return nil }
        let timed = HourAxis.timed(rows)
        let hours = timed.map(\.hour)
        guard let first = hours.min(), let last = hours.max() else { return nil }
        let steps: [Int64] = [1, 2, 3, 6, 12, 24, 168]
        let step = steps.first { (last - first) / $0 < MultiplesChart.mostPoints } ?? 720
        (self.first, self.last, self.step) = (first, last, step)
        var byName: [String: Campaign] = [:]
        for (row, hour) in timed {
            let name = row.word("campaign") ?? CellText.null
            let share = Share(opened: row.drawn("opened") ?? 0, base: row.drawn("open_base") ?? 0)
            byName[name, default: Campaign(name: name)].add(
                share, at: HourAxis.begin(of: hour, step: step))
        }
        campaigns = byName.values.sorted { ($1.total.base, $0.name) < ($0.total.base, $1.name) }
        guard campaigns.contains(where: { $0.total.rate != nil }) else { return nil }
    }

    private var shown: ArraySlice<Campaign> { campaigns.prefix(MultiplesChart.mostCampaigns) }
    private var all: Share { campaigns.reduce(Share()) { $0 + $1.total } }

    // MARK: In words

    var summary: String {
        let rates = shown.map { campaign in
            let rate = campaign.total.rate.map(NumberWords.percent) ?? CellText.null
            return "\(ChartText.short(campaign.name)) \(rate)"
        }
        let rest = campaigns.count > shown.count ? "; and \(rest) more" : ""
        return "Open rates, the largest campaigns first: " + rates.joined(separator: "; ") + rest
            + ". All together \(all.rate.map(NumberWords.percent) ?? CellText.null)."
    }

    private var rest: Int { campaigns.count - shown.count }

    // MARK: Drawing

    func draw(on canvas: inout Canvas) {
        let across = canvas.isNarrow ? 2 : 3
        let gap = canvas.isNarrow ? 20.0 : 30
        let width = (canvas.width - gap * Double(across - 1)) / Double(across)
        let highest = shown.flatMap { $0.points.values.compactMap(\.rate) }.max() ?? 0
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
        let axis = HourAxis(first: first, last: last, start: 0, end: 1)
        var text = "Each from 0 to \(ChartNumber.axisPercent(ceiling)), \(axis.period)"
        text +=
            step == 1
            ? "" : step % 24 == 0 ? "; a point is \(step / 24) d" : "; a point is \(step) h"
        if let rate = all.rate { text += "; dashed: all campaigns, \(NumberWords.percent(rate))" }
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
            Scale(kind: .linear, domain: 0...ceiling, start: y + Panel.height, end: y + 24)
        }
    }

    private func draw(_ campaign: Campaign, _ panel: Panel, on canvas: inout Canvas) {
        let figure = campaign.total.rate.map(NumberWords.percent) ?? "too few"
        let right = panel.x + panel.width
        let room = panel.width - ChartText.width(figure, bold: true) - 8
        canvas.text(
            ChartText.fitted(campaign.name, width: room), x: panel.x, y: panel.y + 13)
        canvas.text(figure, x: right, y: panel.y + 13, "strong", anchor: .end)
        let rates = panel.rates
        canvas.line(from: (panel.x, rates.end), to: (right, rates.end), "rule")
        canvas.line(from: (panel.x, rates.start), to: (right, rates.start), "axis")
        if let rate = all.rate {
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
        var runs: [[(x: Double, y: Double)]] = []
        var next: Int64?
        for hour in campaign.points.keys.sorted() {
            guard let rate = campaign.points[hour]?.rate else { continue }
            let middle = Double(hour) + Double(step) / 2
            let point = (panel.axis.scale.position(middle), panel.rates.position(rate))
            if hour == next, !runs.isEmpty {
                runs[runs.count - 1].append(point)
            } else {
                runs.append([point])
            }
            next = hour + step
        }
        return runs
    }
}
