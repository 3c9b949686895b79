internal import Delivery

/// Bars of received, shown and opened for each platform, as shares of their bases from 0 to 100 %,
/// with their intervals. Words stand where nothing is known.
struct FunnelChart: Chart {
    /// No share where none is known.
    private typealias Step = (name: String, share: Proportion?)

    private struct Platform {
        var name: String
        var sent: Int64
        var steps: [Step]
    }

    private var platforms: [Platform]

    init?(_ table: ResultTable) {
        let needs = [
            "platform", "sent", "received", "impressions", "opened", "impression_base",
            "open_base",
        ]
        guard let rows = NamedCells.rows(table, needs: needs), !rows.isEmpty else { return nil }
        platforms = rows.map { row in
            let sent = row.drawn("sent") ?? 0
            let step = { (name: String, count: String, base: Int64) in
                (name, row.drawn(count).map { Proportion($0, of: base) }) as Step
            }
            return Platform(
                name: row.word("platform") ?? CellText.null, sent: sent,
                steps: [
                    step("received", "received", sent),
                    step("shown", "impressions", row.drawn("impression_base") ?? 0),
                    step("opened", "opened", row.drawn("open_base") ?? 0),
                ])
        }
    }

    // MARK: In words

    var summary: String {
        platforms.map { platform in
            let steps = platform.steps.map { "\($0.name) \(words(of: $0, platform))" }
            return "\(platform.name), \(NumberWords.grouped(platform.sent)) sent: "
                + steps.joined(separator: "; ") + "."
        }.joined(separator: " ")
    }

    private func words(of step: Step, _ platform: Platform) -> String {
        guard let share = step.share else { return absence(platform) }
        guard let (rate, interval) = share.shown else { return fewness(share) }
        return "\(NumberWords.percent(rate)) (\(NumberWords.percentRange(interval)))"
    }

    private func absence(_ platform: Platform) -> String {
        "\(CellText.null): no log reports any on \(platform.name)"
    }

    private func fewness(_ share: Proportion) -> String {
        if share.total == 0 { return "\(CellText.null): nothing to show" }
        let counts = "\(NumberWords.grouped(share.hits)) of \(NumberWords.grouped(share.total))"
        return counts + (share.total < Proportion.fewestShown ? ", too few" : "")
    }

    // MARK: Drawing

    private static let rowHeight = 22.0
    private static let barHeight = 12.0

    func draw(on canvas: inout Canvas) {
        for (index, platform) in platforms.enumerated() {
            heading(platform, y: canvas.height + (index == 0 ? 14 : 24), on: &canvas)
            for step in platform.steps where platform.sent > 0 { row(step, platform, on: &canvas) }
        }
        canvas.caption(
            "Received of sent, shown of those that a client log reports, opened of those with "
                + "something to open; with 95% intervals.")
    }

    private func heading(_ platform: Platform, y: Double, on canvas: inout Canvas) {
        let name = ChartText.fitted(platform.name, width: canvas.width / 2, bold: true)
        let style = PlatformStyle.name(platform.name)
        canvas.circle(x: 5, y: y - 4, radius: 5, "fill \(style)")
        canvas.text(name, x: 16, y: y, "strong")
        canvas.text(
            "\(NumberWords.grouped(platform.sent)) sent",
            x: 24 + ChartText.width(name, bold: true), y: y, "muted")
        canvas.extend(to: y + 6)
    }

    private func row(_ step: Step, _ platform: Platform, on canvas: inout Canvas) {
        let top = canvas.height
        let baseLine = top + 15
        let start = canvas.isNarrow ? 80.0 : 92
        let end = canvas.width - 132
        canvas.text(step.name, x: 16, y: baseLine)
        defer { canvas.extend(to: top + FunnelChart.rowHeight) }
        guard let (rate, interval) = step.share?.shown else {
            let words = step.share.map(fewness) ?? absence(platform)
            let room = canvas.width - start
            let text = ChartText.fitted(words, width: room, size: ChartText.small)
            canvas.text(text, x: start, y: baseLine, "small muted")
            return
        }
        let scale = Scale(domain: 0...1, start: start, end: end)
        let y = top + (FunnelChart.rowHeight - FunnelChart.barHeight) / 2
        canvas.rect(
            x: start, y: y, width: end - start, height: FunnelChart.barHeight, "track", radius: 2)
        canvas.rect(
            x: start, y: y, width: scale.position(rate) - start, height: FunnelChart.barHeight,
            "fill \(PlatformStyle.name(platform.name))", radius: 2)
        let low = scale.position(interval.lowerBound)
        let high = scale.position(interval.upperBound)
        // A shorter one would look like a flaw of the bar.
        if high - low >= 4 {
            let middle = y + FunnelChart.barHeight / 2
            canvas.line(from: (low, middle), to: (high, middle), "whisker")
        }
        canvas.text(
            NumberWords.percent(rate), x: end + 54, y: baseLine, "strong", anchor: .end)
        canvas.text(NumberWords.percentRange(interval), x: end + 60, y: baseLine, "small muted")
    }
}
