/// The share of all opens, or of all conversions, by the time since the send, a line for each
/// platform, over a time axis where each step multiplies.
struct CurveChart: Chart {
    /// What people did, in the past tense, and the noun of several times.
    private struct Deed {
        var verb: String
        var noun: String
        var share: String { "\(verb)_so_far_share" }

        static let all = [
            Deed(verb: "opened", noun: "opens"),
            Deed(verb: "converted", noun: "conversions"),
        ]
    }

    private struct Curve {
        var platform: String
        /// Seconds at which a class ends, and the share that is reached by then.
        var points: [(seconds: Double, share: Double)]

        /// The end of the class with which a share is reached.
        func seconds(for share: Double) -> Double? {
            points.first { $0.share >= share }?.seconds
        }

        /// Where the line as it is drawn crosses a share.
        func crossing(_ share: Double, on times: Scale) -> Double? {
            guard let index = points.firstIndex(where: { $0.share >= share }), index > 0
            else { return nil }
            let end = times.position(points[index].seconds)
            let start = times.position(points[index - 1].seconds)
            let rise = points[index].share - points[index - 1].share
            return rise > 0 ? start + (end - start) * (share - points[index - 1].share) / rise : end
        }
    }

    private let deed: Deed
    private var curves: [Curve] = []
    private var shortest: Double
    private var longest: Double

    init?(_ table: ResultTable) {
        let found = Deed.all.lazy.compactMap { deed in
            NamedCells.rows(
                table, needs: ["platform", "from_seconds", "to_seconds", deed.share]
            ).map { (deed: deed, rows: $0) }
        }
        guard let (deed, rows) = found.first else { return nil }
        self.deed = deed
        let ends = rows.compactMap { $0.drawn("to_seconds") }.filter { $0 > 0 }
        guard let shortest = ends.min(), let longest = ends.max() else { return nil }
        self.shortest = Double(min(shortest, 60))
        self.longest = Double(max(longest, 3600))
        for row in rows {
            // Before the send, by a wrong clock, or later than any axis goes: not drawn.
            guard let end = row.drawn("to_seconds"), end > 0,
                let share = row.real(deed.share)
            else { continue }
            let platform = row.word("platform") ?? CellText.null
            if curves.last?.platform != platform {
                curves.append(Curve(platform: platform, points: []))
            }
            curves[curves.count - 1].points.append((Double(end), share))
        }
        guard !curves.isEmpty else { return nil }
    }

    // MARK: In words

    var summary: String {
        curves.map { "\($0.platform): \(words(of: $0))." }.joined(separator: " ")
    }

    private func words(of curve: Curve) -> String {
        let shares: [(Double, String)] = [(0.5, "half"), (0.9, "90%")]
        let reached = shares.compactMap { share, name in
            curve.seconds(for: share).map {
                "\(name) \(deed.verb) within \(NumberWords.duration(Int64($0)))"
            }
        }
        return reached.isEmpty
            ? "fewer than half of the \(deed.noun) are within the axis"
            : reached.joined(separator: ", ")
    }

    private func note(of curve: Curve) -> String {
        curve.seconds(for: 0.5).map { "half within \(NumberWords.duration(Int64($0)))" } ?? ""
    }

    // MARK: Drawing

    func draw(on canvas: inout Canvas) {
        canvas.key(
            curves.map {
                .init(
                    name: ChartText.fitted($0.platform, width: 120, bold: true), note: note(of: $0),
                    style: PlatformStyle.name($0.platform), isLine: true)
            })
        let top = canvas.height + 10
        let bottom = top + (canvas.isNarrow ? 190 : 220)
        let axis = ValueAxis(
            [0, 0.25, 0.5, 0.75, 1], top: top, bottom: bottom, label: ChartNumber.axisPercent)
        axis.draw(on: &canvas, reference: 0.5)
        let shares = axis.heights
        let times = Scale(
            kind: .logarithmic, domain: shortest...longest, start: axis.left + 6,
            end: canvas.width - 6)
        timeAxis(times, left: axis.left, y: bottom, on: &canvas)
        for curve in curves {
            let style = PlatformStyle.name(curve.platform)
            let line = curve.points.map { (times.position($0.seconds), shares.position($0.share)) }
            canvas.lines([line], "line \(style)")
            if let half = curve.crossing(0.5, on: times) {
                canvas.circle(x: half, y: shares.position(0.5), radius: 4, "fill \(style)")
            }
        }
        canvas.caption("Share of all \(deed.noun), by the time since the send.")
    }

    private static let ticks: [Int64] = [
        1, 10, 60, 300, 900, 3600, 6 * 3600, 86_400, 3 * 86_400, 7 * 86_400, 30 * 86_400,
        365 * 86_400,
    ]

    private func timeAxis(_ scale: Scale, left: Double, y: Double, on canvas: inout Canvas) {
        canvas.line(from: (left, y), to: (canvas.width, y), "axis")
        var free = 0.0
        for tick in CurveChart.ticks where scale.domain.contains(Double(tick)) {
            let x = scale.position(Double(tick))
            canvas.line(from: (x, y), to: (x, y + 4), "axis")
            let label = NumberWords.duration(tick)
            let width = ChartText.width(label, size: ChartText.small)
            let middle = min(max(x, width / 2), canvas.width - width / 2)
            guard middle - width / 2 >= free else { continue }
            canvas.text(label, x: middle, y: y + 17, "small muted", anchor: .middle)
            free = middle + width / 2 + 6
        }
        canvas.extend(to: y + 20)
    }
}
