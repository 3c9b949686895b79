internal import Alerts

/// Observed counts over what was expected and the likely range, with the drops that were alarmed.
/// An hour without data is a gap.
struct AlertChart: Drawing {
    /// One hour, or the mean of some.
    private typealias Point = AlertSeries.Hour

    /// Beyond so many hours points are days: the ups and downs of each day would hide all else.
    private static let mostHours: Int64 = 21 * 24
    /// Beyond so many days points are weeks, or longer.
    private static let mostPoints: Int64 = 960

    private let metric: String
    private let points: [Point]
    /// How many hours with data each point is the mean of.
    private let known: [Int]
    /// Within the axis.
    private let episodes: [Range<Int64>]
    private let first: Int64
    private let last: Int64
    /// The hours of one point.
    private let step: Int64

    /// Nil when there is no hour to draw. A small chart has no points of less than a day.
    init?(_ series: AlertSeries, isSmall: Bool = false) {
        let hours = series.hours.filter(\.isDrawable)
        guard let first = hours.map(\.hour).min(), let end = hours.map(\.hour).max() else {
            return nil
        }
        let step = max(AlertChart.step(end - first), isSmall && end - first > 72 ? 24 : 1)
        let begin = HourAxis.begin(of: first, step: step)
        let last = HourAxis.begin(of: end, step: step) + step - 1
        let groups = Dictionary(grouping: hours) { HourAxis.begin(of: $0.hour, step: step) }
        self.step = step
        self.first = begin
        self.last = last
        metric = series.metric
        let starts = groups.keys.sorted()
        points = starts.map { AlertChart.mean(of: groups[$0] ?? [], from: $0) }
        known = starts.map { AlertChart.known(groups[$0] ?? []).count }
        episodes = series.episodes.compactMap { episode in
            let start = max(episode.start, begin)
            let end = min(episode.end ?? last + 1, last + 1)
            return start < end ? start..<end : nil
        }.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    }

    private static func step(_ hours: Int64) -> Int64 {
        if hours < mostHours { return 1 }
        if hours / 24 < mostPoints { return 24 }
        return (hours / 168 / mostPoints + 1) * 168
    }

    /// Of the hours with data; without any, of what was expected alone.
    private static func mean(of hours: [AlertSeries.Hour], from start: Int64) -> Point {
        let known = known(hours)
        let counted = known.isEmpty ? hours : known
        let mean = { (value: (AlertSeries.Hour) -> Double) in
            counted.reduce(0) { $0 + value($1) } / Double(counted.count)
        }
        return Point(
            hour: start,
            observed: known.isEmpty ? nil : mean { min(max($0.observed ?? 0, 0), 1e15) },
            expected: mean(\.expected), likelyLow: mean(\.likelyLow),
            likelyHigh: mean(\.likelyHigh))
    }

    private static func known(_ hours: [AlertSeries.Hour]) -> [AlertSeries.Hour] {
        hours.filter { $0.observed?.isFinite == true }
    }

    // MARK: In words

    var summary: String {
        let drops = episodes.prefix(10).map { episode in
            let length = episode.upperBound - episode.lowerBound
            return "\(HourAxis.moment(episode.lowerBound)), \(length) h"
        }
        let more = episodes.count > drops.count ? ["and \(episodes.count - drops.count) more"] : []
        let words = drops.isEmpty ? "none" : (drops + more).joined(separator: "; ")
        let counts = [total { $0.observed ?? 0 }, total(\.expected)].map(NumberWords.count)
        return "\(name) by hour, \(HourAxis.period(first, last)): \(counts[0]) observed, "
            + "\(counts[1]) expected. Alarms: \(words)."
    }

    private var name: String {
        ChartText.fitted(metric, width: 150, bold: true)
    }

    /// Of the hours that have data.
    private func total(_ value: (Point) -> Double) -> Double {
        zip(points, known).reduce(0) { $0 + value($1.0) * Double($1.1) }
    }

    // MARK: Drawing

    func draw(on canvas: inout Canvas) {
        key(on: &canvas)
        let top = canvas.height + 14
        let bottom = top + (canvas.isNarrow ? 170 : 200)
        let ticks = Scale.ticks(upTo: highest, count: 4)
        let counts = ValueAxis(
            ticks, top: top, bottom: bottom, label: ChartNumber.axisCount)
        let axis = HourAxis(first: first, last: last, start: counts.left, end: canvas.width - 2)
        for episode in episodes { shade(episode, axis, top: top, bottom: bottom, on: &canvas) }
        counts.draw(on: &canvas)
        curves(axis, counts.heights, on: &canvas)
        axis.draw(y: bottom, on: &canvas)
        canvas.caption(caption)
    }

    /// The curves alone.
    func draw(
        x: Double, y: (top: Double, bottom: Double), width: Double, on canvas: inout Canvas
    ) {
        let axis = HourAxis(first: first, last: last, start: x, end: x + width)
        canvas.line(from: (x, y.bottom), to: (x + width, y.bottom), "axis")
        curves(axis, Scale(domain: 0...highest, start: y.bottom, end: y.top), on: &canvas)
        canvas.extend(to: y.bottom)
    }

    private var highest: Double {
        max(points.map { max($0.likelyHigh, $0.expected, $0.observed ?? 0) }.max() ?? 0, 1)
    }

    private func key(on canvas: inout Canvas) {
        canvas.key([
            .init(name: name, note: "observed", style: "accent", isLine: true),
            .init(name: "expected", note: "", style: "unknown", isLine: true),
            .init(name: "likely", note: "99% of counts", style: "sent"),
            .init(name: "alarm", note: alarms, style: "web"),
        ])
    }

    private var alarms: String {
        switch episodes.count {
        case 0: "none"
        case 1: "once"
        default: "\(NumberWords.grouped(Int64(episodes.count))) times"
        }
    }

    /// A ground, and a bar above it that can be seen when the ground is a hair wide.
    private func shade(
        _ episode: Range<Int64>, _ axis: HourAxis, top: Double, bottom: Double,
        on canvas: inout Canvas
    ) {
        let width = max(axis.position(episode.upperBound) - axis.position(episode.lowerBound), 2)
        let left = min(axis.position(episode.lowerBound), canvas.width - width)
        canvas.rect(x: left, y: top, width: width, height: bottom - top, "track")
        canvas.rect(x: left, y: top - 6, width: width, height: 5, "fill web")
    }

    private func curves(_ axis: HourAxis, _ heights: Scale, on canvas: inout Canvas) {
        let place = { (hours: Double) in axis.scale.position(hours) }
        let height = { (value: Double) in heights.position(value) }
        let line = { (run: ArraySlice<Point>, value: (Point) -> Double) in
            run.map { (x: place(middle(of: $0)), y: height(value($0))) }
        }
        // What is expected holds for the whole of the first and of the last hour.
        let whole =
            { (run: ArraySlice<Point>, value: (Point) -> Double) in
                guard let first = run.first, let last = run.last else { return [] }
                return [(x: place(Double(first.hour)), y: height(value(first)))] + line(run, value)
                    + [(x: place(Double(last.hour + step)), y: height(value(last)))]
            } as (ArraySlice<Point>, (Point) -> Double) -> [(x: Double, y: Double)]
        let runs = points.runs { $1.hour == $0.hour + step }
        let likely = runs.map { whole($0, \.likelyHigh) + whole($0, \.likelyLow).reversed() }
        canvas.areas(likely, "fill sent")
        canvas.lines(runs.map { whole($0, \.expected) }, "line unknown")
        let known = points.filter { $0.observed != nil }.runs { $1.hour == $0.hour + step }
        let observed = known.map { line($0) { $0.observed ?? 0 } }
        canvas.lines(observed, "line accent")
        for point in observed.filter({ $0.count == 1 }).joined() {
            canvas.circle(x: point.x, y: point.y, radius: 2.5, "fill accent")
        }
    }

    private func middle(of point: Point) -> Double { Double(point.hour) + Double(step) / 2 }

    private var caption: String {
        let length = step == 24 ? "a day" : step == 168 ? "a week" : "\(step / 168) weeks"
        let mean = step == 1 ? "" : " A point is the mean hour of \(length)."
        return "Events by the hour of their arrival, \(HourAxis.period(first, last)).\(mean)"
    }
}

extension AlertSeries.Hour {
    var isDrawable: Bool {
        let years = -2_000_000...4_000_000 as ClosedRange<Int64>
        return years.contains(hour)
            && [expected, likelyLow, likelyHigh].allSatisfy { 0...1e15 ~= $0 }
    }
}
