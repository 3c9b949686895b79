internal import Delivery

/// A small line over some days and its usual range, without words: the figure beside it has them.
struct Sparkline {
    struct Point {
        var day: Int64
        var value: Double?
        var usual: ClosedRange<Double>?
    }

    private static let size = (width: 120.0, height: 34.0)

    /// In the order of days.
    let points: [Point]

    /// Nil below two values.
    var svg: String? {
        let values = points.flatMap { [$0.value, $0.usual?.lowerBound, $0.usual?.upperBound] }
            .compactMap(\.self)
        guard let low = values.min(), let high = values.max(), let first = points.first?.day,
            let last = points.last, points.filter({ $0.value != nil }).count > 1
        else { return nil }
        let (width, height) = Sparkline.size
        let across = Scale(
            domain: Double(first)...Double(max(last.day, first + 1)), start: 3, end: width - 4)
        let up = Scale(domain: low...max(high, low + 1e-9), start: height - 4, end: 4)
        var canvas = Canvas(.narrow, width: width)
        let at = { (point: Point, value: Double) in
            (x: across.position(Double(point.day)), y: up.position(value))
        }
        let usual = points.filter { $0.usual != nil }.runs { $1.day == $0.day + 1 }
        canvas.bands(
            usual.map { run in
                run.map { point in
                    (
                        across.position(Double(point.day)),
                        up.position(point.usual?.lowerBound ?? 0),
                        up.position(point.usual?.upperBound ?? 0)
                    )
                }
            })
        let runs = points.filter { $0.value != nil }.runs { $1.day == $0.day + 1 }
        canvas.lines(runs.map { $0.map { at($0, $0.value ?? 0) } }, "line accent thin")
        if let value = last.value {
            let end = at(last, value)
            canvas.circle(x: end.x, y: end.y, radius: 3, "fill accent")
        }
        return canvas.plain(height: height)
    }
}
