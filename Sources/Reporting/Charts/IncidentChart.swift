internal import Alerts
internal import Delivery

/// The hours around an incident, small: what came, over the likely range, with the hours of the
/// incident marked.
struct IncidentChart: Drawing {
    private static let hoursAround: Int64 = 7
    private static let mostHours = 60

    private let series: AlertSeries
    private let hours: [AlertSeries.Hour]
    private let episode: Range<Int64>
    private let period: PeriodWords

    /// `series.title` names the chart. Nil without hours to draw.
    init?(_ series: AlertSeries, _ period: PeriodWords) {
        guard let episode = series.episodes.last, let newest = series.hours.map(\.hour).max()
        else { return nil }
        let end = episode.end ?? newest + 1
        self.episode = episode.start..<max(end, episode.start + 1)
        self.series = series
        self.period = period
        let around = episode.start - Self.hoursAround...end + Self.hoursAround
        hours = series.hours.filter { around.contains($0.hour) && $0.isDrawable }
            .sorted { $0.hour < $1.hour }
        guard 2...Self.mostHours ~= hours.count else { return nil }
    }

    var summary: String {
        let inside = hours.filter { episode.contains($0.hour) }
        let observed = inside.reduce(0) { $0 + ($1.observed ?? 0) }
        let expected = inside.reduce(0) { $0 + $1.expected }
        let times = [episode.lowerBound, episode.upperBound].map { period.clock(hour: $0) }
        return "\(series.title) by hour: \(NumberWords.count(observed)) came and "
            + "\(NumberWords.count(expected)) were expected from \(times[0]) to \(times[1])."
    }

    func draw(on canvas: inout Canvas) {
        let top = 16.0
        let bottom = top + 84
        let most = hours.map { max($0.likelyHigh, $0.observed ?? 0) }.max() ?? 1
        let ticks = Scale.ticks(upTo: max(most, 1), count: 2)
        let values = ValueAxis(ticks, top: top, bottom: bottom, label: ChartNumber.axisCount)
        let place = Scale(
            domain: Double(hours[0].hour)...Double(hours[hours.count - 1].hour + 1),
            start: values.left, end: canvas.width - 2)
        values.draw(on: &canvas)
        canvas.text("\(series.title) by hour", x: values.left, y: 10, "small muted")
        let width =
            (place.end - place.start) / Double(hours[hours.count - 1].hour + 1 - hours[0].hour)
        let middle = { (hour: AlertSeries.Hour) in
            place.position(Double(hour.hour) + 0.5)
        }
        let heights = values.heights
        canvas.bands([
            hours.map {
                (middle($0), heights.position($0.likelyLow), heights.position($0.likelyHigh))
            }
        ])
        for hour in hours {
            guard let observed = hour.observed else { continue }
            let y = heights.position(observed)
            canvas.rect(
                x: place.position(Double(hour.hour)) + width * 0.12, y: y, width: width * 0.76,
                height: max(bottom - y, 1),
                episode.contains(hour.hour) ? "fill bad-mark" : "received")
        }
        for hour in hours where (hour.hour - episode.lowerBound) % 6 == 0 {
            let label = period.clock(hour: hour.hour)
            let half = ChartText.width(label, size: ChartText.small) / 2
            let x = place.position(Double(hour.hour))
            guard x - half >= values.left, x + half <= canvas.width else { continue }
            canvas.text(label, x: x, y: bottom + 15, "small muted", anchor: .middle)
        }
        canvas.extend(to: bottom + 18)
    }
}
