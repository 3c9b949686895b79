internal import Glibc

/// Values to places along a line.
struct Scale {
    enum Kind {
        case linear
        /// For ratios and times: equal steps multiply.
        case logarithmic
    }

    var kind = Kind.linear
    var domain: ClosedRange<Double>
    /// Where the domain begins and ends; the end may be the smaller number.
    var start: Double
    var end: Double

    /// Values outside the domain stay at its ends.
    func position(_ value: Double) -> Double {
        let inside = min(max(value, domain.lowerBound), domain.upperBound)
        let low = moved(domain.lowerBound)
        let length = moved(domain.upperBound) - low
        guard length > 0 else { return start }
        return start + (moved(inside) - low) / length * (end - start)
    }

    private func moved(_ value: Double) -> Double {
        kind == .logarithmic ? log2(value) : value
    }

    // MARK: Ticks

    /// Round numbers from 0 to at least `highest`, some `count` steps of 1, 2 or 5.
    static func ticks(upTo highest: Double, count: Int, whole: Bool = false) -> [Double] {
        let step = max(niceStep(highest / Double(max(1, count))), whole ? 1 : 0)
        let steps = max(1, Int((highest / step - 1e-9).rounded(.up)))
        return (0...steps).map { roundOff(Double($0), step) }
    }

    /// Round numbers around a range, from below its start to above its end.
    static func ticks(from low: Double, to high: Double, count: Int) -> [Double] {
        let step = niceStep(max(high - low, high * 0.01, 1e-6) / Double(max(1, count)))
        let first = Int((low / step + 1e-9).rounded(.down))
        let last = max(Int((high / step - 1e-9).rounded(.up)), first + 1)
        return (first...last).map { roundOff(Double($0), step) }
    }

    /// Round ratios within a range that holds 1: equal steps for a short one, else 1, 2, 5, 10, or
    /// powers of ten.
    static func ratioTicks(_ range: ClosedRange<Double>, count: Int) -> [Double] {
        let low = range.lowerBound
        let high = range.upperBound
        if high / low < 3 {
            let step = niceStep((high - low) / Double(max(1, count)))
            let first = Int((low / step - 1e-9).rounded(.up))
            let last = Int((high / step + 1e-9).rounded(.down))
            return first <= last ? (first...last).map { roundOff(Double($0), step) } : [1]
        }
        let decades = (-9...9).map { pow(10, Double($0)) }
        let fine = decades.flatMap { [$0, 2 * $0, 5 * $0] }.filter(range.contains)
        return fine.count <= count + 1 ? fine : decades.filter(range.contains)
    }

    /// The next of 1, 2 and 5 times a power of ten.
    private static func niceStep(_ least: Double) -> Double {
        guard least > 0, least.isFinite else { return 1 }
        let power = pow(10, floor(log10(least)))
        let factor = least / power
        return power * (factor <= 1.0001 ? 1 : factor <= 2.0001 ? 2 : factor <= 5.0001 ? 5 : 10)
    }

    /// `count × step` without the error of binary fractions: steps below 1 divide.
    private static func roundOff(_ count: Double, _ step: Double) -> Double {
        step >= 1 ? count * step : count / (1 / step).rounded()
    }
}

/// Values from 0 up along the left side of a chart.
struct ValueAxis {
    let heights: Scale
    /// Where labels end and the drawing begins.
    let left: Double
    private let ticks: [(value: Double, label: String)]

    init(_ values: [Double], top: Double, bottom: Double, label: (Double) -> String) {
        ticks = values.map { ($0, label($0)) }
        let widths = ticks.map { ChartText.width($0.label, size: ChartText.small) }
        left = (widths.max() ?? 0) + 8
        heights = Scale(domain: 0...(values.last ?? 1), start: bottom, end: top)
    }

    func draw(on canvas: inout Canvas, reference: Double? = nil) {
        for (value, label) in ticks {
            let y = heights.position(value)
            let style = value == reference ? "reference" : "rule"
            canvas.line(from: (left, y), to: (canvas.width, y), style)
            canvas.text(label, x: left - 6, y: y + 4, "small muted", anchor: .end)
        }
    }
}
